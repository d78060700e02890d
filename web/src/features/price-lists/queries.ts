import { useQuery } from '@tanstack/react-query'
import { catalogue, type Product } from '@trellis/contract/catalogue'
import { minorUnitsOf } from '@trellis/contract/currencies'
import { priceLists } from '@trellis/contract/price-lists'
import { maximumLimit } from '@trellis/contract/search'
import { tenants } from '@trellis/contract/tenants'
import { useCallback, useMemo } from 'react'
import { queryOf } from '../../app/queries.ts'
import type { Priced } from './discount.ts'
import type { Article } from './grid.ts'

export const priceListQuery = (id: string) => queryOf(priceLists.read, { params: { id } })

export const currenciesQuery = { ...queryOf(tenants.currencies), staleTime: Number.POSITIVE_INFINITY }

/** Returns the code of a currency by its id. */
export function useCurrencyCode(): (currencyId: number | null | undefined) => string | null {
  const { data } = useQuery(currenciesQuery)
  return useCallback(
    (currencyId) => data?.find((currency) => currency.currencyId === currencyId)?.currencyCode ?? null,
    [data],
  )
}

export const articleOf = ({ productId, sku, name, status, priceMsrp, currency }: Product): Article => ({
  productId,
  sku,
  name,
  status,
  priceMsrp,
  currencyId: currency.currencyId,
})

const catalogueQuery = queryOf(catalogue.search, { body: { limit: maximumLimit, sortBy: [{ field: 'name' }] } })

/** All products that the reader sees, sorted by name. */
export function useArticles(enabled = true) {
  const { data, error, refetch } = useQuery({
    ...catalogueQuery,
    enabled,
    select: useCallback(({ items }: { items: Product[] }) => items.map(articleOf), []),
  })
  return { articles: data, error: data === undefined ? error : null, retry: () => void refetch() }
}

/** The price calculation for a list's currency; the MSRP is used only if it has the same currency. */
export function usePricing(currencyId: number | null | undefined) {
  const { isPending } = useQuery(currenciesQuery)
  const codeOf = useCurrencyCode()
  const currency = codeOf(currencyId)
  return useMemo(
    () => ({
      currency,
      codeOf,
      /** True until the currencies are loaded, so that columns do not become wider when currency codes appear. */
      isPending,
      pricedOf: ({ priceMsrp, currencyId: own }: Pick<Article, 'priceMsrp' | 'currencyId'>): Priced => ({
        msrp: own === currencyId ? priceMsrp : null,
        units: minorUnitsOf(currency),
      }),
    }),
    [currency, codeOf, currencyId, isPending],
  )
}

export type Pricing = ReturnType<typeof usePricing>
