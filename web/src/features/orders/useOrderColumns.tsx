import { type Order, type OrderPage, orderStatuses } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import type { Column } from '../../ui/columns.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { OrderStatusTag } from './OrderStatusTag.tsx'
import { Sums } from './Sums.tsx'
import { YesNo } from './YesNo.tsx'

/** The columns of both order lists. */
export function useOrderColumns(): Column<Order>[] {
  const { t } = useTranslation('orders')
  const yesOrNo = [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ]
  const word = (value: boolean) => (value ? t('yes') : t('no'))
  return [
    {
      id: 'code',
      header: t('code'),
      cell: ({ orderCode }) => orderCode,
      sort: 'orderCode',
      filter: { field: 'orderCode', kind: 'text' },
      text: ({ orderCode }) => orderCode,
      file: { path: 'orderCode' },
    },
    {
      id: 'buyer',
      header: t('buyer'),
      cell: ({ buyer }) => <EntityLink>{buyer.accountName}</EntityLink>,
      sort: 'buyerName',
      filter: { field: 'buyerName', kind: 'text' },
      text: ({ buyer }) => buyer.accountName,
      file: { path: 'buyer.accountName' },
    },
    {
      id: 'vendor',
      header: t('vendor'),
      cell: ({ vendor }) => <EntityLink>{vendor.accountName}</EntityLink>,
      sort: 'vendorName',
      filter: { field: 'vendorName', kind: 'text' },
      text: ({ vendor }) => vendor.accountName,
      file: { path: 'vendor.accountName' },
    },
    {
      id: 'refCode',
      header: t('columns.refCode'),
      cell: ({ orderRefCode }) => orderRefCode || <NoValue />,
      filter: { field: 'orderRefCode', kind: 'text' },
      text: ({ orderRefCode }) => orderRefCode ?? '',
      file: { path: 'orderRefCode' },
    },
    {
      id: 'creationDate',
      header: t('columns.creationDate'),
      cell: ({ creationDate }) => <DateTime value={creationDate} dateOnly />,
      sort: 'creationDate',
      text: ({ creationDate }) => creationDate,
      file: { path: 'creationDate', kind: 'date' },
    },
    {
      id: 'status',
      header: t('statusName'),
      card: 'corner',
      cell: ({ status }) => <OrderStatusTag status={status} />,
      sort: 'status',
      filter: {
        field: 'status',
        kind: 'choice',
        options: orderStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
      },
      text: ({ status }) => t(`status.${status}`),
      file: { path: 'status', words: Object.fromEntries(orderStatuses.map((value) => [value, t(`status.${value}`)])) },
    },
    {
      id: 'isInvoiced',
      header: t('isInvoiced'),
      cell: ({ invoiced }) => <YesNo value={invoiced} />,
      filter: { field: 'invoiced', kind: 'choice', options: yesOrNo },
      text: ({ invoiced }) => word(invoiced),
      file: { path: 'invoiced', words: { true: t('yes'), false: t('no') } },
    },
    {
      id: 'isPaid',
      header: t('isPaid'),
      cell: ({ paid }) => <YesNo value={paid} />,
      filter: { field: 'paid', kind: 'choice', options: yesOrNo },
      text: ({ paid }) => word(paid),
      file: { path: 'paid', words: { true: t('yes'), false: t('no') } },
    },
    {
      id: 'total',
      header: t('total'),
      align: 'right',
      cell: ({ orderTotal, currencyCode }) => <Money amount={orderTotal} currency={currencyCode} />,
      sort: 'orderTotal',
      text: ({ orderTotal }) => String(orderTotal),
      file: [
        { path: 'orderTotal', kind: 'money' },
        { path: 'currencyCode', label: t('currency') },
      ],
      foot: ({ answer }) => <Sums total={(answer as z.output<typeof OrderPage> | undefined)?.total} />,
    },
  ]
}
