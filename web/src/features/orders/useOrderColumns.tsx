import { carriedOfOrders, type OrderRow } from '@trellis/contract/lean-rows'
import { type OrderPage, orderList, orderStatuses } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { fieldsOf } from '../../app/fields.ts'
import { useAccountHref } from '../../app/network.ts'
import type { Column } from '../../ui/columns.ts'
import { OrderStatusTag } from './OrderStatusTag.tsx'
import { Sums } from './Sums.tsx'
import { YesNo } from './YesNo.tsx'

const field = fieldsOf(orderList, carriedOfOrders)

/** The columns of both order lists. */
export function useOrderColumns(): Column<OrderRow>[] {
  const { t } = useTranslation(['orders', 'common'])
  const hrefOf = useAccountHref()
  const yesOrNo = { true: t('yes'), false: t('no') }
  return [
    field('orderCode', t('code')),
    field('buyerName', t('buyer'), { href: ({ buyer }) => hrefOf(buyer.accountId), card: 'line' }),
    field('vendorName', t('vendor'), { href: ({ vendor }) => hrefOf(vendor.accountId) }),
    field('orderRefCode', t('columns.refCode'), { sort: false }),
    field('creationDate', t('columns.creationDate'), {
      kind: 'date',
      card: 'line',
      filteredBy: 'needsMe',
      choices: { true: t('common:needsMe') },
    }),
    field('status', t('statusName'), {
      words: Object.fromEntries(orderStatuses.map((value) => [value, t(`status.${value}`)])),
      cell: ({ status }) => <OrderStatusTag status={status} />,
      card: 'corner',
    }),
    field('invoiced', t('isInvoiced'), {
      words: yesOrNo,
      sort: false,
      cell: ({ invoiced }) => <YesNo value={invoiced} />,
    }),
    field('paid', t('isPaid'), { words: yesOrNo, sort: false, cell: ({ paid }) => <YesNo value={paid} /> }),
    field('orderTotal', t('total'), {
      kind: 'money',
      card: 'end',
      currency: { path: 'currencyCode', label: t('currency') },
      foot: ({ answer }) => <Sums total={(answer as z.output<typeof OrderPage> | undefined)?.total} />,
    }),
  ]
}
