import { type ApiKey, type KeyStatus, keyEndsSoonDays } from '@trellis/contract/api-keys'
import { useTranslation } from 'react-i18next'
import { isKnown } from '../../app/known.ts'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'

const toneOf: Record<KeyStatus, Tone> = { active: 'success', expired: 'error', ended: 'neutral', orphaned: 'error' }

/** The state of a key; one that is about to expire says so. An unknown state is shown as one that is not accepted. */
export function KeyStatusTag({ apiKey: { status, expirationDate } }: { apiKey: ApiKey }) {
  const { t } = useTranslation('apiKeys')
  const shown = isKnown('key status', status, toneOf) ? status : 'orphaned'
  const days = Math.ceil((Date.parse(expirationDate) - Date.now()) / 86_400_000)
  if (shown === 'active' && days <= keyEndsSoonDays)
    return <StatusTag tone="warning">{t('endsSoon', { count: Math.max(days, 0) })}</StatusTag>
  return (
    <StatusTag tone={toneOf[shown]} title={shown === 'orphaned' ? t('orphanedText') : undefined}>
      {t(`statuses.${shown}`)}
    </StatusTag>
  )
}
