/**
 * The products that can be ordered: for a sale, what the buyer can be sold; for a purchase, what the buying
 * account can buy.
 */
import { useQuery } from '@tanstack/react-query'
import { catalogue } from '@trellis/contract/catalogue'
import { maximumLimit } from '@trellis/contract/search'
import { stock } from '@trellis/contract/stock'
import { tenants } from '@trellis/contract/tenants'
import type { Offer as AnyOffer, Offers as OffersOf } from '../../app/lines/lines.ts'
import { queryOf } from '../../app/queries.ts'

/** A product, at the price that applies to the buyer. */
export interface Offer extends AnyOffer {
  currencyId: number
  /** For a sale, the vendor's available pieces; for a purchase, the pieces that the buyer has. */
  pieces: number
  /** The account whose stock a sale would use. */
  vendorAccountId: string | null
}

export type Offers = OffersOf<Offer>

const none: readonly Offer[] = []

/**
 * What a buyer can be sold, from the nearest account above it that has stock. Empty while no buyer is chosen. `isSettled`: an answer
 * came, which a second reader of a refused question asks for anew.
 */
export function useSaleOffers(buyerAccountId: string | null): Offers & { isSettled: boolean } {
  const { data, error, refetch, isFetched } = useQuery({
    ...queryOf(stock.available, { query: { buyerAccountId: buyerAccountId ?? '' } }),
    enabled: buyerAccountId !== null,
    select: (rows) =>
      rows.map(({ productName, available, ...row }): Offer => ({ ...row, name: productName, pieces: available })),
  })
  return {
    offers: buyerAccountId === null ? none : data,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
    isSettled: buyerAccountId === null || isFetched,
  }
}

/** What an account can buy; by default the reader's own account. */
export function usePurchaseOffers(accountId: string | undefined): Offers {
  const body = {
    limit: maximumLimit,
    sortBy: [{ field: 'name' as const }],
    filterBy: [{ field: 'status' as const, values: ['Active'] }],
    ...(accountId === undefined ? {} : { parentAccountId: accountId }),
  }
  const { data, error, refetch } = useQuery({
    ...queryOf(catalogue.search, { body }),
    select: ({ items }) =>
      items.flatMap(
        ({ productId, sku, name, customPrice, customPriceCurrencyId, currency, stock, quantityBreaks }): Offer[] =>
          customPrice === null
            ? []
            : [
                {
                  productId,
                  sku,
                  name,
                  price: customPrice,
                  quantityBreaks,
                  currencyId: customPriceCurrencyId ?? currency.currencyId,
                  pieces: stock,
                  vendorAccountId: null,
                },
              ],
      ),
  })
  return { offers: data, error: data === undefined ? error : null, retry: () => void refetch() }
}

/** Returns the code of a currency by its id. */
export function useCurrencyCode(): (currencyId: number | null | undefined) => string | null {
  const { data } = useQuery({ ...queryOf(tenants.currencies), staleTime: Number.POSITIVE_INFINITY })
  return (currencyId) => data?.find((currency) => currency.currencyId === currencyId)?.currencyCode ?? null
}
