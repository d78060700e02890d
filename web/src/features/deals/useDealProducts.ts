import { useQuery } from '@tanstack/react-query'
import type { DealProduct } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { useMemo } from 'react'
import type { Offer, Offers } from '../../app/lines/lines.ts'
import { queryOf } from '../../app/queries.ts'

/** A product at what the deal's vendor pays, with the MSRP beside it. */
export interface DealOffer extends Offer {
  msrp: number
  msrpCurrency: string
}

const offerOf = (product: DealProduct): DealOffer => ({
  productId: product.productId,
  name: product.productName,
  sku: product.sku,
  price: product.price,
  quantityBreaks: product.quantityBreaks,
  msrp: product.priceMSRP,
  msrpCurrency: product.priceMSRPCurrencyCode,
})

/** The products that a deal of this account can have. Nothing is loaded without an account. */
export function useDealProducts(accountId: string | null): Offers<DealOffer> & { currency: string | null } {
  const { data, error, refetch } = useQuery({
    ...queryOf(deals.products, { query: { parentAccountId: accountId ?? '' } }),
    enabled: accountId !== null,
  })
  return {
    offers: useMemo(() => data?.map(offerOf), [data]),
    currency: data?.[0]?.currencyCode ?? null,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}
