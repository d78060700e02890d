import { useQueries } from '@tanstack/react-query'
import type { Approval } from '@trellis/contract/order-approvals'
import { orders as orderCalls } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { sumByCurrency, useWorth } from '../../app/bulk/worth.ts'
import { queryOf } from '../../app/queries.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Row } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { type Decided, partOf } from './orderParts.ts'

interface ApproveManyThereProps {
  orders: readonly Approval[]
  onApprove: (orderIds: readonly string[], parts: ReadonlyMap<string, Decided>) => Promise<void>
}

/**
 * Approves of each short order what is there for it, if the orders before it take what they want. Credit stops are not passed here:
 * a reason is given for each order alone.
 */
export function ApproveManyThere({ orders, onApprove }: ApproveManyThereProps) {
  const { t } = useTranslation('orderParts')
  const { language } = useLocale()
  const { amountOf } = useWorth()
  const short = orders.filter(({ blocked, credit }) => blocked === 'OC527' && credit === null)
  const found = useQueries({
    queries: short.map(({ orderId }) => queryOf(orderCalls.read, { params: { id: orderId } })),
  })
  // Two short orders of one vendor do not get the same pieces.
  const taken = new Map<string, number>()
  const parts = short.flatMap(({ orderId, shortages }, index) => {
    const order = found[index]?.data
    if (order === undefined) return []
    const keyOf = (productId: string) => `${order.vendorAccountId} ${productId}`
    const there = shortages.map(({ productId, available }): [string, number] => [
      productId,
      available - (taken.get(keyOf(productId)) ?? 0),
    ])
    const part = partOf(order, new Map(there))
    if (part === null) return []
    const wanted = new Map(part.items.map(({ orderItemId, quantity }) => [orderItemId, quantity]))
    for (const { orderItemId, productId } of order.items ?? [])
      taken.set(keyOf(productId), (taken.get(keyOf(productId)) ?? 0) + (wanted.get(orderItemId) ?? 0))
    return [{ orderId, ...part, worth: { amount: part.total, currencyCode: order.currencyCode } }]
  })
  if (parts.length === 0) return null
  const sum = (of: 'there' | 'asked') =>
    formatNumber(
      parts.reduce((total, part) => total + part[of], 0),
      language,
    )
  const approve = () =>
    void onApprove(
      parts.map(({ orderId }) => orderId),
      new Map(parts.map(({ orderId, items }) => [orderId, items])),
    )
  return (
    <Row>
      <ActionButton variant="default" size="xs" onClick={approve}>
        {t('approveThere', {
          there: sum('there'),
          asked: sum('asked'),
          total: sumByCurrency(parts.map(({ worth }) => worth))
            .map(amountOf)
            .join(' + '),
        })}
      </ActionButton>
    </Row>
  )
}
