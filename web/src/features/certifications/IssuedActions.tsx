import { IconFileTypePdf, IconRefresh } from '@tabler/icons-react'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import { useTranslation } from 'react-i18next'
import { useAccountHref } from '../../app/network.ts'
import { isProblem } from '../../app/problem.ts'
import { useWrite } from '../../app/useWrite.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatDay } from '../../ui/format.ts'
import { Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { RecordBar } from '../../ui/RecordBar.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWhyNotChange } from './blocked.ts'
import { useCertificatePdf } from './CertificatePdf.tsx'
import type { Issued } from './issued.ts'
import { useCredential, useLinkedIn } from './sharing.ts'

/** What can be done with an issued certificate: renew it and, behind the menu, revoke it. */
export function IssuedActions({ issued }: { issued: Issued }) {
  const { t } = useTranslation('certifications')
  const whyNot = useWhyNotChange()
  const renew = useRenew(issued)
  const revoke = useRevoke(issued)
  const save = useCredential()
  const toLinkedIn = useLinkedIn()
  const pdf = useCertificatePdf(issued)
  const mayPdf = whyNot('pdf', issued.blocked.pdf)
  return (
    <RecordBar
      label={t('actions')}
      actions={[
        {
          id: 'renew',
          label: t('renew.action'),
          icon: <IconRefresh size={16} aria-hidden />,
          onClick: () => void renew(),
          blocked: whyNot('renew', issued.blocked.renew),
          place: 'primary',
        },
        {
          id: 'pdf',
          label: 'PDF',
          name: t('pdf.action'),
          icon: <IconFileTypePdf size={16} aria-hidden />,
          onClick: pdf.save,
          loading: pdf.busy,
          blocked: mayPdf,
          place: 'beside',
        },
        {
          id: 'credential',
          label: t('credential.action'),
          hint: t('credential.hint'),
          onClick: () => void save(issued),
          blocked: mayPdf,
          place: 'menu',
        },
        ...(issued.kind === 'User'
          ? [
              {
                id: 'linkedIn',
                label: t('linkedIn.action'),
                hint: t('linkedIn.hint'),
                onClick: () => toLinkedIn(issued),
                blocked: mayPdf,
                place: 'menu' as const,
              },
            ]
          : []),
        {
          id: 'revoke',
          label: t('revoke.action'),
          onClick: () => void revoke(),
          blocked: whyNot('delete', issued.blocked.delete),
          destructive: true,
          place: 'menu',
        },
      ]}
    />
  )
}

const calls = { User: userCertificates, Account: accountCertificates }
/** Badges of accounts follow from certificates. */
const stale = ['/certificates', '/accounts'] as const

/** What will happen, below a link to the account that holds the certificate. */
function About({ accountId, accountName, children }: Pick<Issued, 'accountId' | 'accountName'> & { children: string }) {
  const hrefOf = useAccountHref()
  return (
    <>
      <Text as="p">
        <EntityLink href={hrefOf(accountId)}>{accountName}</EntityLink>
      </Text>
      {children}
    </>
  )
}

/** Renews after a confirmation that says the new end. */
function useRenew(issued: Issued): () => Promise<void> {
  const { kind, id, renewalDate, owner, certificateName } = issued
  const { t } = useTranslation(['certifications', 'errors'])
  const locale = useLocale()
  const confirm = useConfirm()
  const write = useWrite(calls[kind].renew, {
    invalidates: stale,
    success: 'certifications:renew.done',
    failure: 'certifications:renew.error',
    quiet: ['CC509', 'RQ409'],
  })
  return async () => {
    const sure = await confirm({
      title: t('certifications:renew.title', { certificate: certificateName, owner }),
      text: (
        <About {...issued}>{t('certifications:renew.text', { date: formatDay(new Date(renewalDate), locale) })}</About>
      ),
      confirm: t('certifications:renew.action'),
    })
    if (!sure) return
    try {
      await write.mutateAsync({ params: { id } })
    } catch (error) {
      if (isProblem(error, 'CC509')) toast.error(t('errors:CC509'))
      if (isProblem(error, 'RQ409')) toast.error(t('certifications:mayNot.revoked'))
    }
  }
}

/** Revokes after a confirmation; the certificate stays on record. */
function useRevoke(issued: Issued): () => Promise<void> {
  const { kind, id, owner, certificateName } = issued
  const { t } = useTranslation('certifications')
  const confirm = useConfirm()
  const write = useWrite(calls[kind].remove, {
    invalidates: stale,
    success: 'certifications:revoke.done',
    failure: 'certifications:revoke.error',
  })
  return async () => {
    const sure = await confirm({
      title: t('revoke.title', { certificate: certificateName, owner }),
      text: <About {...issued}>{t('revoke.text')}</About>,
      confirm: t('revoke.action'),
      cancel: t('revoke.keep'),
      destructive: true,
    })
    if (sure) await write.mutateAsync({ params: { id } }).catch(() => undefined)
  }
}
