import type { Order, OrderStatus } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { shownAs } from '../../app/known.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { History } from '../../ui/History.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { toneOf } from './OrderStatusTag.tsx'

/** Sources that have a translation, in lower case; others are shown as the client sent them. */
const sources = [
  'api',
  'portal',
  'system',
  'import',
  'creation',
  'updatedbycreator',
  'updatedbyapprover',
  'unknown',
] as const

/** The history of an order, newest first. */
export function OrderHistory({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const sourceName = (source: string) => {
    const known = sources.find((name) => name === source.toLowerCase())
    return known === undefined ? source : t(`history.sources.${known}`)
  }
  const stateOf = (status: OrderStatus) => {
    const { tone, word } = shownAs('order status', status, toneOf, (known) =>
      known === 'pending' ? t('history.requested') : t(`status.${known}`),
    )
    return { tone, title: word }
  }
  return (
    <History
      label={t('detail.history')}
      entries={order.details.map((entry) => ({
        ...stateOf(entry.orderStatus),
        id: `${entry.creationDate} ${entry.orderStatus}`,
        at: entry.creationDate,
        by: entry.createdBy ?? t('history.system'),
        detail: (
          <Stack gap="none">
            {entry.sourceData && <Text>{entry.sourceData}</Text>}
            <Text kind="small">
              {t('history.source', { source: sourceName(entry.source) })}
              {entry.updateDate !== entry.creationDate && (
                <>
                  {` · ${t('history.updated')} `}
                  <DateTime value={entry.updateDate} />
                </>
              )}
            </Text>
          </Stack>
        ),
      }))}
    />
  )
}
