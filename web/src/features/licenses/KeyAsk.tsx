import { keyLinks } from '@trellis/contract/key-pages'
import type { License } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Decision, Decisions } from '../../ui/Decision.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { formatDate } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'

/** Puts away, after a question, what was asked for on the page of a key. */
export function useDismissing() {
  const { t } = useTranslation('keyLink')
  const confirm = useConfirm()
  const dismiss = useWrite(keyLinks.dismiss, {
    invalidates: ['/licenses'],
    success: 'keyLink:dismissed',
    failure: 'keyLink:dismissError',
  })
  return {
    busy: dismiss.isPending,
    dismiss: async (serialKey: string) => {
      const question = { title: t('dismissTitle'), text: t('dismissText'), confirm: t('dismiss') }
      if (await confirm(question)) dismiss.mutate({ params: { serialKey } })
    },
  }
}

/** The renewal that was asked for on the page of the key, with what its author said. */
export default function KeyAsk({ license }: { license: License }) {
  const { t } = useTranslation(['keyLink', 'errors'])
  const { language, timeZone } = useLocale()
  const { busy, dismiss } = useDismissing()
  const { ask, blocked, serialKey } = license
  if (!ask) return null
  const date = formatDate(ask.askedDate, language, timeZone)
  const said = [ask.contactEmail, ask.note].filter(Boolean).join(' · ')
  return (
    <Decisions label={t('keyLink:asks')}>
      <Decision
        tone="warning"
        detail={said || undefined}
        actions={
          <ActionButton
            variant="default"
            size="compact-sm"
            loading={busy}
            blocked={blocked.renew && t(`errors:${blocked.renew as 'RQ403'}`)}
            onClick={() => void dismiss(serialKey)}
          >
            {t('keyLink:dismiss')}
          </ActionButton>
        }
      >
        {ask.contactName ? t('keyLink:askedBy', { name: ask.contactName, date }) : t('keyLink:asked', { date })}
      </Decision>
    </Decisions>
  )
}
