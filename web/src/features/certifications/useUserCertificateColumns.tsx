import { issuedStatuses, type UserCertificate, userCertificateList } from '@trellis/contract/issued-certificates'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { Badge } from '../../ui/Badge.tsx'
import type { Column } from '../../ui/columns.ts'
import { Row } from '../../ui/layout.tsx'
import { ofUser } from './issued.ts'
import { StateTag } from './StateTag.tsx'

const field = fieldsOf(userCertificateList)

/** @param withAccount true when the rows belong to more than one account */
export function useUserCertificateColumns({ withAccount }: { withAccount: boolean }): Column<UserCertificate>[] {
  const { t } = useTranslation(['certifications', 'common'])
  return [
    field('userLastName', t('owner'), {
      cell: (row) => (
        <Row as="span">
          {ofUser(row).owner}
          {row.isGuestCertificate && <Badge look="quiet">{t('guest')}</Badge>}
        </Row>
      ),
      text: (row) => ofUser(row).owner,
      file: [
        { path: 'userFirstName', label: t('firstName') },
        { path: 'userLastName', label: t('lastName') },
        { path: 'isGuestCertificate', label: t('guest'), words: { true: t('yes'), false: t('no') } },
      ],
    }),
    field('certificateName', t('certificate')),
    field('accountName', t('account'), {
      hidden: !withAccount,
      more: [{ path: 'accountCode', label: t('accountCode') }],
    }),
    field('statusName', t('status'), {
      words: Object.fromEntries(issuedStatuses.map((status) => [status, t(`statuses.${status}`)])),
      cell: (row) => <StateTag issued={row} />,
      card: 'corner',
    }),
    field('creationDate', t('creationDate'), { kind: 'date' }),
    field('expirationDate', t('expirationDate'), {
      kind: 'date',
      filteredBy: 'needsMe',
      choices: { true: t('common:needsMe') },
    }),
    field('validationCode', t('validationCode'), { kind: 'code' }),
    field('notes', t('notes'), { hidden: true, card: 'wide' }),
    field('modifiedDate', t('modifiedDate'), { kind: 'date', hidden: true }),
  ]
}
