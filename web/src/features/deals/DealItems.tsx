import type { Deal, DealItem } from '@trellis/contract/deal-answers'
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

/** The products of a deal at the vendor's list prices. Without a deal, a skeleton. */
export function DealItems({ deal }: { deal: Deal | undefined }) {
  const { t } = useTranslation('deals')
  const hrefOf = useProductHref()
  const lines = useLineColumns()
  const currency = deal?.currencyCode
  const amountOf = ({ qt, priceMSRP }: DealItem) => amountOfLine({ quantity: qt, price: priceMSRP }, currency)
  const columns: Column<DealItem>[] = [
    {
      id: 'product',
      header: t('product'),
      cell: ({ productId, productName, sku }) => (
        <EntityLink href={hrefOf(productId)} hint={sku}>
          {productName}
        </EntityLink>
      ),
      text: ({ productName, sku }) => `${productName} (${sku})`,
    },
    lines.priceList(t('priceList')),
    lines.quantity(t('quantity')),
    {
      id: 'price',
      header: t('price'),
      align: 'right',
      cell: ({ priceMSRP }) => <Money amount={priceMSRP} currency={currency} precise />,
      text: ({ priceMSRP }) => String(priceMSRP),
    },
    {
      id: 'total',
      header: t('total'),
      align: 'right',
      cell: (item) => <Money amount={amountOf(item)} currency={currency} />,
      text: (item) => String(amountOf(item) ?? ''),
      foot: () => <Money amount={deal?.itemsTotal} currency={currency} />,
    },
  ]
  return (
    <DataTable
      list={wholeList(deal?.items)}
      columns={columns}
      rowKey={({ dealItemId }) => dealItemId}
      label={t('items')}
      toolbar={
        <Text as="h2" kind="title">
          {t('items')}
        </Text>
      }
      exportAs={deal?.code ?? 'deal'}
      paging={false}
    />
  )
}
