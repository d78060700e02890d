import { useQuery } from '@tanstack/react-query'
import type { Product } from '@trellis/contract/catalogue'
import { type Currency, tenants } from '@trellis/contract/tenants'
import { useCallback, useMemo } from 'react'
import { queryOf } from '../../app/queries.ts'

export const currenciesQuery = { ...queryOf(tenants.currencies), staleTime: 5 * 60_000 }

type Priced = Pick<Product, 'currency' | 'customPriceCurrencyId'>

const inMsrpCurrency = ({ currency, customPriceCurrencyId }: Priced) =>
  customPriceCurrencyId === null || customPriceCurrencyId === currency.currencyId

/** The code of the currency that the reader's price is in: a price list has one of its own, which may not be the MSRP's. */
export function usePriceCurrency(products: readonly Priced[]): (product: Priced) => string | null {
  const { data } = useQuery({ ...currenciesQuery, enabled: !products.every(inMsrpCurrency) })
  return useCallback(
    (product: Priced) =>
      inMsrpCurrency(product)
        ? product.currency.currencyCode
        : (data?.find(({ currencyId }: Currency) => currencyId === product.customPriceCurrencyId)?.currencyCode ??
          null),
    [data],
  )
}

/** The codes of all currencies by their ids, as far as they have come. */
export function useCurrencyCodes(): Record<string, string> {
  const { data } = useQuery(currenciesQuery)
  return useMemo(
    () => Object.fromEntries((data ?? []).map(({ currencyId, currencyCode }) => [currencyId, currencyCode])),
    [data],
  )
}
