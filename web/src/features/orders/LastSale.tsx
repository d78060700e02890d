import { useQuery } from '@tanstack/react-query'
import { type Order, orders } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatDay, formatMoney } from '../../ui/format.ts'
import { Fact } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'

/** What was decided before for the same buyer: its last approved order, for who decides on this one. */
export function LastSale({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const locale = useLocale()
  const { buyerAccountId, vendorAccountId, status, blocked } = order
  const decides = status === 'pending' && blocked.approve === null
  const { data } = useQuery({
    ...queryOf(orders.sellOut, {
      body: {
        limit: 1,
        sortBy: [{ field: 'creationDate', direction: 'desc' }],
        filterBy: [
          { field: 'status', values: ['approved'] },
          { field: 'vendorAccountId', values: [vendorAccountId] },
          { field: 'buyerAccountId', values: [buyerAccountId] },
        ],
        parentAccountId: vendorAccountId,
        includeChildren: true,
      },
    }),
    enabled: decides,
  })
  if (!decides || data === undefined) return null
  const [last] = data.items
  const [decided] = last?.details ?? []
  return (
    <Fact label={t('lastSale')}>
      {last && (
        <EntityLink
          href={`/sell-out/${last.orderId}`}
          hint={t('lastSaleText', {
            amount: formatMoney(last.orderTotal, last.currencyCode, locale.language),
            date: formatDay(new Date(decided?.creationDate ?? last.creationDate), locale),
            who: decided?.createdBy ?? t('history.system'),
          })}
        >
          {last.orderCode}
        </EntityLink>
      )}
    </Fact>
  )
}
