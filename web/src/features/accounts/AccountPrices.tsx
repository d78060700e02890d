import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { catalogue, type Product } from '@trellis/contract/catalogue'
import { maximumLimit } from '@trellis/contract/search'
import { tenants } from '@trellis/contract/tenants'
import { useTranslation } from 'react-i18next'
import { PriceExplainer } from '../../app/PriceExplainer.tsx'
import { queryOf } from '../../app/queries.ts'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { percentBelow } from '../../ui/money.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Percentage } from '../../ui/Percentage.tsx'
import { type LocalOptions, useLocalList } from '../../ui/useLocalList.ts'

/** How far below the MSRP the account buys, in percent; null when the currencies differ. */
const below = ({ customPrice, customPriceCurrencyId, currency, priceMsrp }: Product) =>
  customPrice === null || customPriceCurrencyId !== currency.currencyId ? null : percentBelow(priceMsrp, customPrice)

const order: LocalOptions<Product> = {
  words: ({ name, sku }) => `${name} ${sku}`,
  start: { field: 'name', direction: 'asc' },
  sortBy: {
    name: ({ name }) => name,
    sku: ({ sku }) => sku,
    msrp: ({ priceMsrp }) => priceMsrp,
    price: ({ customPrice }) => customPrice,
    below,
  },
}

const canBeBought = ({ items }: { items: Product[] }) => items.filter(({ customPrice }) => customPrice !== null)

/** The products that an account can buy. */
export const pricesQuery = (accountId: string) => ({
  ...queryOf(catalogue.search, {
    body: {
      limit: maximumLimit,
      sortBy: [{ field: 'name' }],
      filterBy: [{ field: 'status', values: ['Active'] }],
      parentAccountId: accountId,
    },
  }),
  select: canBeBought,
})

/** The price that an account pays for each product. */
export function AccountPrices({ accountId }: { accountId: string }) {
  const { t } = useTranslation('accounts')
  const currencies = useQuery({ ...queryOf(tenants.currencies), staleTime: Number.POSITIVE_INFINITY })
  const { data, error, refetch } = useQuery(pricesQuery(accountId))
  const { list, typed, search } = useLocalList(currencies.isPending ? undefined : data, order)
  const codeOf = (id: number | null) => currencies.data?.find(({ currencyId }) => currencyId === id)?.currencyCode
  const columns: Column<Product>[] = [
    {
      id: 'name',
      header: t('priceList.product'),
      cell: ({ productId, name }) => <EntityLink href={`/products/${productId}`}>{name}</EntityLink>,
      sort: 'name',
      text: ({ name }) => name,
    },
    {
      id: 'sku',
      header: t('priceList.sku'),
      cell: ({ sku }) => <EntityLink mono>{sku}</EntityLink>,
      sort: 'sku',
      text: ({ sku }) => sku,
    },
    {
      id: 'msrp',
      header: t('priceList.msrp'),
      cell: ({ priceMsrp, currency }) => <Money amount={priceMsrp} currency={currency.currencyCode} precise />,
      sort: 'msrp',
      align: 'right',
      text: ({ priceMsrp }) => String(priceMsrp),
    },
    {
      id: 'price',
      header: t('priceList.price'),
      cell: ({ productId, name, customPrice, customPriceCurrencyId }) => (
        <Row as="span" gap="xs" nowrap style={{ display: 'inline-flex' }}>
          <Money amount={customPrice} currency={codeOf(customPriceCurrencyId)} precise />
          <PriceExplainer productId={productId} product={name} accountId={accountId} />
        </Row>
      ),
      sort: 'price',
      align: 'right',
      text: ({ customPrice }) => String(customPrice ?? ''),
    },
    {
      id: 'below',
      header: t('priceList.below'),
      cell: (product) => {
        const percent = below(product)
        return <Percentage ratio={percent === null ? null : percent / 100} />
      },
      sort: 'below',
      align: 'right',
      text: (product) => String(below(product) ?? ''),
    },
  ]
  if (data === undefined && error !== null) {
    return (
      <Panel title={t('priceList.prices')}>
        <ErrorBlock error={error} title={t('priceList.pricesError')} retry={() => void refetch()} />
      </Panel>
    )
  }
  return (
    <DataTable
      list={list}
      columns={columns}
      rowKey={({ productId }) => productId}
      label={t('priceList.prices')}
      exportAs="prices"
      toolbar={
        <Row gap="xl">
          <Text as="h2" kind="title">
            {t('priceList.prices')}
          </Text>
          <TextInput
            type="search"
            aria-label={t('priceList.pricesSearch')}
            placeholder={t('priceList.pricesSearch')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={typed}
            onChange={({ currentTarget }) => search(currentTarget.value)}
          />
        </Row>
      }
      empty={<Empty title={t('priceList.pricesNone')}>{t('priceList.pricesNoneText')}</Empty>}
    />
  )
}
