import { type WebhookDelivery, webhooks } from '@trellis/contract/webhooks'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { DeliveryStatusTag, useOutcome } from './statuses.tsx'
import styles from './webhooks.module.css'

interface DeliveryDialogProps {
  delivery: WebhookDelivery | undefined
  onClose: () => void
}

/** One delivery: its last request and answer, and to send it again. */
export function DeliveryDialog({ delivery, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation('webhooks')
  const replay = useWrite(webhooks.replayDelivery, {
    invalidates: ['/webhooks'],
    success: 'webhooks:replayed',
    onSuccess: onClose,
  })
  const again = () => {
    if (delivery) void replay.mutateAsync({ params: { id: delivery.deliveryId } }).catch(() => undefined)
  }
  return (
    <Dialog
      opened={delivery !== undefined}
      onClose={onClose}
      title={delivery?.type ?? t('delivery')}
      size="lg"
      busy={replay.isPending}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
          <Button onClick={again} loading={replay.isPending}>
            {t('sendAgain')}
          </Button>
        </>
      }
    >
      {delivery && <Body delivery={delivery} />}
    </Dialog>
  )
}

function Body({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks')
  const outcomeOf = useOutcome()
  const { messageId, tries, lastTryDate, nextTryDate, milliseconds, requestHeaders, request, answer } = delivery
  return (
    <Stack>
      <DefinitionList
        items={[
          { term: t('status'), value: <DeliveryStatusTag delivery={delivery} /> },
          { term: t('answer'), value: outcomeOf(delivery) ?? <NoValue /> },
          { term: t('milliseconds'), value: milliseconds ?? <NoValue /> },
          { term: t('tries'), value: tries },
          { term: t('lastTry'), value: <DateTime value={lastTryDate} /> },
          { term: t('nextTry'), value: <DateTime value={nextTryDate} /> },
          { term: 'webhook-id', value: <span className={styles.id}>{messageId}</span>, wide: true },
        ]}
      />
      <Shown
        title={t('requestHeaders')}
        text={requestHeaders && linesOf(requestHeaders)}
        missing={t('headersMissing')}
      />
      <Shown title={t('request')} text={request === null ? null : indented(request)} missing={t('requestMissing')} />
      <Shown title={t('answerText')} text={answer === '' ? null : answer} missing={t('answerMissing')} />
    </Stack>
  )
}

const Shown = ({ title, text, missing }: { title: string; text: string | null; missing: string }) => (
  <section aria-label={title}>
    <Text as="h3" kind="strong">
      {title}
    </Text>
    {text === null ? (
      <Text as="p" kind="quiet">
        {missing}
      </Text>
    ) : (
      // What is cut off must be reachable by keys.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      <pre className={styles.text} tabIndex={0}>
        {text}
      </pre>
    )}
  </section>
)

const linesOf = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** A long request was cut, and is no JSON then. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
