import { useQuery } from '@tanstack/react-query'
import type { OrderRow } from '@trellis/contract/lean-rows'
import { type OrderPage, orders } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { queryOf } from '../../app/queries.ts'
import type { List } from '../../ui/list.ts'
import { Summary } from '../../ui/table/Summary.tsx'

interface OrdersSummaryProps {
  side: 'sell-in' | 'sell-out'
  list: List<OrderRow>
}

const waitingQuery = queryOf(orders.sellOut, {
  body: { limit: 1, page: 1, filterBy: [{ field: 'needsMe', values: [true] }], fields: ['orderId'] },
})

/** How many orders a list has, what they come to, and how many sales wait for the reader's approval. */
export function OrdersSummary({ side, list }: OrdersSummaryProps) {
  const { t } = useTranslation('orders')
  const waiting = useQuery({ ...waitingQuery, enabled: side === 'sell-out' }).data?.count ?? 0
  return (
    <Summary
      list={list}
      count={t(side === 'sell-in' ? 'sellIn.count' : 'sellOut.count', { count: list.count })}
      sums={(list.answer as z.output<typeof OrderPage> | undefined)?.total}
      waits={waiting > 0 ? { words: t('waits', { count: waiting }), href: '/sell-out?needsMe=true' } : undefined}
    />
  )
}
