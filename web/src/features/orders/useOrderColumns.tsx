import { carriedOfOrders, type OrderRow } from '@trellis/contract/lean-rows'
import { type OrderPage, orderList, orderStatuses } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { fieldsOf } from '../../app/fields.ts'
import { useAccountHref } from '../../app/network.ts'
import type { Column } from '../../ui/columns.ts'
import { Row, Text } from '../../ui/layout.tsx'
import { businessNow } from '../../ui/now.ts'
import { OrderStatusTag } from './OrderStatusTag.tsx'
import { Sums } from './Sums.tsx'
import { YesNo } from './YesNo.tsx'

const field = fieldsOf(orderList, carriedOfOrders)

/** The columns of both order lists: who, how much, in which state and since when come first. */
export function useOrderColumns(side: 'sell-in' | 'sell-out'): Column<OrderRow>[] {
  const { t } = useTranslation(['orders', 'common'])
  const hrefOf = useAccountHref()
  const isSale = side === 'sell-out'
  const yesOrNo = { true: t('yes'), false: t('no') }
  const buyer = field('buyerName', t('buyer'), {
    href: ({ buyer }) => hrefOf(buyer.accountId),
    strong: isSale || undefined,
  })
  const vendor = field('vendorName', t('vendor'), {
    href: ({ vendor }) => hrefOf(vendor.accountId),
    strong: !isSale || undefined,
  })
  return [
    isSale ? buyer : vendor,
    field('orderTotal', t('total'), {
      kind: 'money',
      card: 'end',
      strong: true,
      currency: { path: 'currencyCode', label: t('currency') },
      foot: ({ answer }) => <Sums total={(answer as z.output<typeof OrderPage> | undefined)?.total} />,
    }),
    field('status', t('statusName'), {
      words: Object.fromEntries(orderStatuses.map((value) => [value, t(`status.${value}`)])),
      cell: ({ status, creationDate }) => <StatusCell status={status} since={creationDate} />,
      card: 'corner',
      width: '11rem',
    }),
    field('creationDate', t('columns.creationDate'), {
      kind: 'date',
      card: 'line',
      filteredBy: 'needsMe',
      choices: { true: t('common:needsMe') },
    }),
    field('orderCode', t('code'), { kind: 'code', link: true, card: 'line' }),
    isSale ? vendor : buyer,
    field('orderRefCode', t('columns.refCode'), { sort: false }),
    field('invoiced', t('isInvoiced'), {
      words: yesOrNo,
      sort: false,
      cell: ({ invoiced }) => <YesNo value={invoiced} />,
    }),
    field('paid', t('isPaid'), { words: yesOrNo, sort: false, cell: ({ paid }) => <YesNo value={paid} /> }),
  ]
}

/** The state of an order, with how many days it has been waiting. */
function StatusCell({ status, since }: { status: OrderRow['status']; since: string }) {
  const { t } = useTranslation('orders')
  const days = status === 'pending' ? Math.floor((businessNow() - Date.parse(since)) / 86_400_000) : 0
  return (
    <Row as="span" gap="sm" nowrap>
      <OrderStatusTag status={status} />
      {days > 0 && <Text kind="small">{t('waitingDays', { count: days })}</Text>}
    </Row>
  )
}
