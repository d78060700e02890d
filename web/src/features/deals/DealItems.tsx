import type { Deal, DealItem } from '@trellis/contract/deal-answers'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { amountOfLine } from '../../app/amounts.ts'
import { useProductHref } from '../../app/productHref.ts'
import { useLineColumns } from '../../app/useLineColumns.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatPercentage } from '../../ui/format.ts'
import { wholeList } from '../../ui/list.ts'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { TableTitle } from '../../ui/TableTitle.tsx'

/** What is left of the MSRP for the vendor, or null where the currencies differ. */
const marginOf = ({ price, priceCurrencyId, priceMSRP, priceMSRPCurrencyId }: DealItem): number | null =>
  priceCurrencyId === priceMSRPCurrencyId && priceMSRP > 0 ? 1 - price / priceMSRP : null

/** The products of a deal: MSRP, what its vendor pays, and the margin between them. Without a deal, a skeleton. */
export function DealItems({ deal, correct }: { deal: Deal | undefined; correct?: ReactNode }) {
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const hrefOf = useProductHref()
  const lines = useLineColumns()
  const currency = deal?.currencyCode
  const percentage = (part: number | null) => (part === null ? '' : formatPercentage(part, language))
  const amountOf = ({ qt, price }: DealItem) => amountOfLine({ quantity: qt, price }, currency)
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
      id: 'msrp',
      header: t('msrp'),
      align: 'right',
      cell: ({ priceMSRP, priceMSRPCurrencyCode }) => (
        <Money amount={priceMSRP} currency={priceMSRPCurrencyCode} precise />
      ),
      text: ({ priceMSRP, priceMSRPCurrencyCode }) => `${priceMSRP} ${priceMSRPCurrencyCode}`,
    },
    {
      id: 'price',
      header: t('price'),
      align: 'right',
      cell: ({ price }) => <Money amount={price} currency={currency} precise />,
      text: ({ price }) => String(price),
    },
    {
      id: 'margin',
      header: t('margin'),
      align: 'right',
      cell: (item) => percentage(marginOf(item)),
      text: (item) => percentage(marginOf(item)),
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
      heading={<TableTitle actions={correct}>{t('items')}</TableTitle>}
      exportAs={deal?.code ?? 'deal'}
      paging={false}
    />
  )
}
