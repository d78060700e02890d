import type { Order, OrderItem } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { amountOfLine } from '../../app/amounts.ts'
import { useProductHref } from '../../app/productHref.ts'
import { useLineColumns } from '../../app/useLineColumns.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatPercentage } from '../../ui/format.ts'
import { Text } from '../../ui/layout.tsx'
import { wholeList } from '../../ui/list.ts'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { TableTitle } from '../../ui/TableTitle.tsx'
import { StockAfter } from './StockAfter.tsx'
import { marginOfLine, type Support } from './useSupport.ts'

interface OrderItemsProps {
  order: Order | undefined
  support: Support | null | undefined
}

/** The lines of an order; for who decides with the stock after it and the margin. Without an order, a skeleton. */
export function OrderItems({ order, support }: OrderItemsProps) {
  const { t } = useTranslation('orders')
  const supporting = useSupportColumns(order, support ?? null)
  const [product, ...columns] = useItemColumns(order)
  return (
    <DataTable
      list={wholeList(order?.items)}
      columns={[product as Column<OrderItem>, ...columns.slice(0, -1), ...supporting, ...columns.slice(-1)]}
      rowKey={({ orderItemId }) => orderItemId}
      label={t('detail.items')}
      heading={<TableTitle>{t('detail.items')}</TableTitle>}
      exportAs={order?.orderCode ?? 'order'}
      paging={false}
    />
  )
}

/** Product, prices and totals. Where each price is that of the price list, one column says so. */
function useItemColumns(order: Order | undefined): Column<OrderItem>[] {
  const { t } = useTranslation('orders')
  const hrefOf = useProductHref()
  const lines = useLineColumns()
  const currency = order?.currencyCode
  const pieces = order?.items?.reduce((sum, { qt }) => sum + qt, 0)
  const isListed = order?.items?.every(({ price, priceListPrice }) => price === priceListPrice) ?? true
  return [
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
      hidden: isListed,
      cell: ({ priceListPrice }) => <Money amount={priceListPrice} currency={currency} precise />,
      text: ({ priceListPrice }) => String(priceListPrice),
    },
    {
      id: 'price',
      header: isListed ? t('listedPrice') : t('orderPrice'),
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
}

/** What the vendor's side sees while it decides; each column only where something is known for it. */
function useSupportColumns(order: Order | undefined, support: Support | null): Column<OrderItem>[] {
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  if (order === undefined || support === null) return []
  const margin = (item: OrderItem) => {
    const part = marginOfLine(item, support, order.currencyId)
    return part === null ? '' : formatPercentage(part, language)
  }
  const margins: Column<OrderItem> = {
    id: 'margin',
    header: t('margin'),
    align: 'right',
    cell: margin,
    text: margin,
  }
  const after: Column<OrderItem> = {
    id: 'after',
    header: t('stockAfter'),
    align: 'right',
    cell: ({ productId, qt }) => {
      const line = support.lineOf(productId)
      return line && <StockAfter line={line} quantity={qt} />
    },
    text: ({ productId }) => String(support.lineOf(productId)?.remaining ?? ''),
  }
  return [
    ...(order.items?.some((item) => margin(item) !== '') ? [margins] : []),
    ...(support.lines.some(({ remaining }) => remaining !== null) ? [after] : []),
  ]
}
