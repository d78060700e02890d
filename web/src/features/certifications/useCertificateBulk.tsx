import { type UserCertificate, userCertificates } from '@trellis/contract/issued-certificates'
import { useTranslation } from 'react-i18next'
import { RunDialog } from '../../app/bulk/RunDialog.tsx'
import { useBulk } from '../../app/bulk/useBulk.tsx'
import { call } from '../../app/calls.ts'
import { useWhyNotChange } from './blocked.ts'
import { hrefOf, ofUser } from './issued.ts'

/** Selecting issued certificates, and renewing many of them. */
export function useCertificateBulk(rows: readonly UserCertificate[]) {
  const { t } = useTranslation('certifications')
  const words = useWhyNotChange()
  const whyNot = ({ blocked }: UserCertificate) => words('renew', blocked.renew)
  const nameOf = (row: UserCertificate) => `${ofUser(row).owner}, ${row.certificateName}`
  return useBulk<UserCertificate>({
    rows,
    rowKey: ({ userCertificateId }) => userCertificateId,
    rowLabel: nameOf,
    acts: [
      {
        id: 'renew',
        label: t('bulk.renew'),
        shortcut: { key: 'a', label: t('bulk.renewKey') },
        whyNot: (chosen) => (chosen.every((row) => whyNot(row) !== null) ? whyNot(chosen[0]) : null),
        open: (chosen, close) => (
          <RunDialog<UserCertificate>
            rows={chosen}
            rowKey={({ userCertificateId }) => userCertificateId}
            nameOf={nameOf}
            hrefOf={(row) => hrefOf(ofUser(row))}
            whyNot={whyNot}
            send={({ userCertificateId: id }) => call(userCertificates.renew, { params: { id } })}
            title={t('bulk.title', { count: chosen.length })}
            text={t('bulk.text')}
            confirm={(count) => t('bulk.confirm', { count })}
            invalidates={['/certificates', '/accounts']}
            onClose={close}
          />
        ),
      },
    ],
  })
}
