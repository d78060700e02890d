import type { License } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Decision, Decisions } from '../../ui/Decision.tsx'
import { formatDay } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'
import { useDismissing } from './useDismissing.ts'

/** The renewal that was asked for on the page of the key, with what its author said. */
export default function KeyAsk({ license }: { license: License }) {
  const { t } = useTranslation(['keyLink', 'errors'])
  const locale = useLocale()
  const { busy, dismiss } = useDismissing()
  const { ask, blocked, serialKey } = license
  if (!ask) return null
  const date = formatDay(new Date(ask.askedDate), locale)
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
