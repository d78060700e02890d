import type { Order, OrderItem } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { wholeList } from '../../ui/list.ts'
import { Money } from '../../ui/Money.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { amountOfLine } from './amounts.ts'
import styles from './orders.module.css'

/** The lines of an order with their prices and the list prices. Without an order, a skeleton. */
export function OrderItems({ order }: { order: Order | undefined }) {
  const { t } = useTranslation('orders')
  const currency = order?.currencyCode
  const pieces = order?.items?.reduce((sum, { qt }) => sum + qt, 0)
  const columns: Column<OrderItem>[] = [
    {
      id: 'product',
      header: t('product'),
      cell: ({ productName }) => productName,
      text: ({ productName }) => productName,
    },
    {
      id: 'sku',
      header: t('sku'),
      cell: ({ productSku }) => <span className={styles.code}>{productSku}</span>,
      text: ({ productSku }) => productSku,
    },
    {
      id: 'priceList',
      header: t('priceList'),
      cell: ({ priceListName }) => priceListName || <NoValue />,
      text: ({ priceListName }) => priceListName ?? '',
    },
    {
      id: 'quantity',
      header: t('quantity'),
      align: 'right',
      cell: ({ qt }) => <Quantity value={qt} />,
      text: ({ qt }) => String(qt),
      foot: () => <Quantity value={pieces} />,
    },
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
        <span className={styles.agreedPrice} data-differs={price !== priceListPrice || undefined}>
          <Money amount={price} currency={currency} precise />
        </span>
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
      toolbar={<h2 className={styles.heading}>{t('detail.items')}</h2>}
      exportAs={order?.orderCode ?? 'order'}
      paging={false}
    />
  )
}
