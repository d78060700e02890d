import { useQuery } from '@tanstack/react-query'
import type { Product } from '@trellis/contract/catalogue'
import { type Currency, tenants } from '@trellis/contract/tenants'
import { useCallback, useMemo } from 'react'
import { queryOf } from '../../app/queries.ts'

export const currenciesQuery = { ...queryOf(tenants.currencies), staleTime: 5 * 60_000 }

type Priced = Pick<Product, 'currency' | 'customPriceCurrencyId'>

const inMsrpCurrency = ({ currency, customPriceCurrencyId }: Priced) =>
  customPriceCurrencyId === null || customPriceCurrencyId === currency.currencyId

/**
 * Returns the currency code of the reader's price. A price list has its own currency, which may differ from
 * the MSRP's.
 */
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

/** Currency codes by id; empty while loading. */
export function useCurrencyCodes(): Record<string, string> {
  const { data } = useQuery(currenciesQuery)
  return useMemo(
    () => Object.fromEntries((data ?? []).map(({ currencyId, currencyCode }) => [currencyId, currencyCode])),
    [data],
  )
}
