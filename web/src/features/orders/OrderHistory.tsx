import type { Order, OrderStatus } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { shownAs } from '../../app/known.ts'
import { useAccountHref } from '../../app/network.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { History } from '../../ui/History.tsx'
import { LinkedText } from '../../ui/LinkedText.tsx'
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

type Entry = Order['details'][number]

/** The order stays approved, and a part of it was returned as another order. */
const isReturnOf = ({ chain = [] }: Order, { orderStatus, partOrder }: Entry): boolean =>
  orderStatus === 'approved' &&
  chain.some(({ orderId, derivation }) => orderId === partOrder?.orderId && derivation === 'return')

/** Names the other order, where only a part was decided. */
function PartText({ order, entry }: { order: Order; entry: Entry }) {
  const { t } = useTranslation('orderParts')
  const reaches = useAccountHref()
  if (!entry.partOrder) return null
  const { orderId, orderCode } = entry.partOrder
  const side = reaches(order.vendorAccountId) ? 'sell-out' : 'sell-in'
  const word = {
    pending: 'restOf',
    approved: isReturnOf(order, entry) ? 'returnedAs' : 'approvedPart',
    canceled: 'restOf',
    revoked: 'returnedFrom',
  } as const
  return (
    <Text>
      <LinkedText names={{ order: { name: orderCode, href: `/${side}/${orderId}` } }}>
        {(marks) => t(`history.${word[entry.orderStatus]}`, marks)}
      </LinkedText>
    </Text>
  )
}

/** The history of an order, newest first. */
export function OrderHistory({ order }: { order: Order }) {
  const { t } = useTranslation(['orders', 'orderParts'])
  const sourceName = (source: string) => {
    const known = sources.find((name) => name === source.toLowerCase())
    return known === undefined ? source : t(`orders:history.sources.${known}`)
  }
  const stateOf = (status: OrderStatus) => {
    const { tone, word } = shownAs('order status', status, toneOf, (known) =>
      known === 'pending' ? t('orders:history.requested') : t(`orders:status.${known}`),
    )
    return { tone, title: word }
  }
  return (
    <History
      label={t('orders:detail.history')}
      entries={order.details.map((entry) => ({
        ...stateOf(entry.orderStatus),
        ...(isReturnOf(order, entry) && { title: t('orderParts:history.partReturned') }),
        id: `${entry.creationDate} ${entry.orderStatus}`,
        at: entry.creationDate,
        by: entry.createdBy ?? t('orders:history.system'),
        detail: (
          <Stack gap="none">
            <PartText order={order} entry={entry} />
            {entry.reason && <Text>{t('orderParts:history.passed', { reason: entry.reason })}</Text>}
            {entry.sourceData && <Text>{entry.sourceData}</Text>}
            <Text kind="small">
              {t('orders:history.source', { source: sourceName(entry.source) })}
              {entry.updateDate !== entry.creationDate && (
                <>
                  {` · ${t('orders:history.updated')} `}
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
