import type { Order, OrderItem } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { amountOfLine } from '../../app/amounts.ts'
import { useProductHref } from '../../app/productHref.ts'
import { useLineColumns } from '../../app/useLineColumns.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Text } from '../../ui/layout.tsx'
import { wholeList } from '../../ui/list.ts'
import { Money } from '../../ui/Money.tsx'
import { Quantity } from '../../ui/Quantity.tsx'

/** The lines of an order with their prices and the list prices. Without an order, a skeleton. */
export function OrderItems({ order }: { order: Order | undefined }) {
  const { t } = useTranslation('orders')
  const hrefOf = useProductHref()
  const lines = useLineColumns()
  const currency = order?.currencyCode
  const pieces = order?.items?.reduce((sum, { qt }) => sum + qt, 0)
  const columns: Column<OrderItem>[] = [
    {
      id: 'product',
      header: t('product'),
      cell: ({ productId, productName }) => <EntityLink href={hrefOf(productId)}>{productName}</EntityLink>,
      text: ({ productName }) => productName,
    },
    {
      id: 'sku',
      header: t('sku'),
      cell: ({ productSku }) => <EntityLink mono>{productSku}</EntityLink>,
      text: ({ productSku }) => productSku,
    },
    lines.priceList(t('priceList')),
    { ...lines.quantity(t('quantity')), foot: () => <Quantity value={pieces} /> },
    {
      id: 'listPrice',
      header: t('listPrice'),
      align: 'right',
      cell: ({ priceListPrice }) => <Money amount={priceListPrice} currency={currency} precise />,
      text: ({ priceListPrice }) => String(priceListPrice),
    },
    {
      id: 'price',
      header: t('orderPrice'),
      align: 'right',
      cell: ({ price, priceListPrice }) => (
        <Text {...(price !== priceListPrice && { kind: 'strong' })}>
          <Money amount={price} currency={currency} precise />
        </Text>
      ),
      text: ({ price }) => String(price),
    },
    {
      id: 'currency',
      header: t('currency'),
      hidden: true,
      cell: () => currency,
      text: () => currency ?? '',
    },
    {
      id: 'total',
      header: t('lineTotal'),
      align: 'right',
      cell: ({ qt, price }) => <Money amount={amountOfLine({ quantity: qt, price }, currency)} currency={currency} />,
      text: ({ qt, price }) => String(amountOfLine({ quantity: qt, price }, currency) ?? ''),
      foot: () => <Money amount={order?.orderTotal} currency={currency} />,
    },
  ]
  return (
    <DataTable
      list={wholeList(order?.items)}
      columns={columns}
      rowKey={({ orderItemId }) => orderItemId}
      label={t('detail.items')}
      heading={
        <Text as="h2" kind="title">
          {t('detail.items')}
        </Text>
      }
      exportAs={order?.orderCode ?? 'order'}
      paging={false}
    />
  )
}
