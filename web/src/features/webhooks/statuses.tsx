import type { DeliveryStatus, Webhook, WebhookDelivery, WebhookStatus } from '@trellis/contract/webhooks'
import { useTranslation } from 'react-i18next'
import { isKnown } from '../../app/known.ts'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'

const toneOf: Record<WebhookStatus, Tone> = {
  active: 'success',
  paused: 'neutral',
  failing: 'error',
  gone: 'error',
  orphaned: 'error',
}

/** The state of a webhook; one that works no more for now says so. An unknown state is shown as one that sends nothing. */
export function WebhookStatusTag({ webhook: { status, failingSince } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const shown = isKnown('webhook status', status, toneOf) ? status : 'paused'
  if (shown === 'active' && failingSince !== null) return <StatusTag tone="warning">{t('fails')}</StatusTag>
  return <StatusTag tone={toneOf[shown]}>{t(`statuses.${shown}`)}</StatusTag>
}

const toneOfDelivery: Record<DeliveryStatus, Tone> = {
  waiting: 'info',
  delivered: 'success',
  failed: 'error',
  left_out: 'neutral',
}

/** The state of a delivery; one that waits for another try says so. */
export function DeliveryStatusTag({ delivery: { status, tries } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks')
  const shown = isKnown('delivery status', status, toneOfDelivery) ? status : 'waiting'
  if (shown === 'waiting' && tries > 0) return <StatusTag tone="warning">{t('waitsAgain')}</StatusTag>
  return <StatusTag tone={toneOfDelivery[shown]}>{t(`deliveryStatuses.${shown}`)}</StatusTag>
}

/** What came back: the code of the answer, or why there was none. */
export function useOutcome(): (delivery: WebhookDelivery) => string | null {
  const { t } = useTranslation('webhooks')
  return ({ answerStatus, problem }) => {
    if (answerStatus !== null) return String(answerStatus)
    return problem === null ? null : t(`problems.${problem}`)
  }
}
