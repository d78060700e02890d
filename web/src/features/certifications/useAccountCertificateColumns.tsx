import type { AccountCertificate } from '@trellis/contract/issued-certificates'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/columns.ts'
import { fieldOf } from '../../ui/field.tsx'
import { StateTag } from './StateTag.tsx'

export function useAccountCertificateColumns(): Column<AccountCertificate>[] {
  const { t } = useTranslation('certifications')
  return [
    fieldOf('certificateName', t('certificate')),
    fieldOf('statusName', t('status'), { cell: (row) => <StateTag issued={row} />, card: 'corner' }),
    fieldOf('creationDate', t('creationDate'), { kind: 'date' }),
    fieldOf('expirationDate', t('expirationDate'), { kind: 'date' }),
    fieldOf('validationCode', t('validationCode'), { kind: 'code' }),
    fieldOf('notes', t('notes'), { hidden: true, card: 'wide' }),
    fieldOf('modifiedDate', t('modifiedDate'), { kind: 'date', hidden: true }),
  ]
}
