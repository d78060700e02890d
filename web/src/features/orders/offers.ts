/** What can be put on an order: for a sale, what the buyer can be sold; for a purchase, what the buying account can buy. */
import { useQuery } from '@tanstack/react-query'
import { catalogue } from '@trellis/contract/catalogue'
import { maximumLimit } from '@trellis/contract/search'
import { stock } from '@trellis/contract/stock'
import { tenants } from '@trellis/contract/tenants'
import { queryOf } from '../../app/queries.ts'

export interface Offer {
  productId: string
  sku: string
  name: string
  /** The buyer's effective price. */
  price: number
  currencyId: number
  /** Pieces that the vendor can still promise, of a sale; pieces that the buyer has, of a purchase. */
  pieces: number
  /** Whose stock a sale would take it from. */
  vendorAccountId: string | null
}

/** Offers once they are there, and what became of them until then. */
export interface Offers {
  offers: readonly Offer[] | undefined
  error: unknown
  retry: () => void
}

const none: readonly Offer[] = []

/** What a buyer can be sold, from the nearest account above it that has any. Nothing while no buyer is chosen. */
export function useSaleOffers(buyerAccountId: string | null): Offers {
  const { data, error, refetch } = useQuery({
    ...queryOf(stock.available, { query: { buyerAccountId: buyerAccountId ?? '' } }),
    enabled: buyerAccountId !== null,
    select: (rows) =>
      rows.map(({ productName, available, ...row }): Offer => ({ ...row, name: productName, pieces: available })),
  })
  return {
    offers: buyerAccountId === null ? none : data,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}

/** What an account, by itself the reader's own, can buy. */
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
      items.flatMap(({ productId, sku, name, customPrice, customPriceCurrencyId, currency, stock }): Offer[] =>
        customPrice === null
          ? []
          : [
              {
                productId,
                sku,
                name,
                price: customPrice,
                currencyId: customPriceCurrencyId ?? currency.currencyId,
                pieces: stock,
                vendorAccountId: null,
              },
            ],
      ),
  })
  return { offers: data, error: data === undefined ? error : null, retry: () => void refetch() }
}

/** The letters of a currency that an answer names by its number. */
export function useCurrencyCode(): (currencyId: number | null | undefined) => string | null {
  const { data } = useQuery({ ...queryOf(tenants.currencies), staleTime: Number.POSITIVE_INFINITY })
  return (currencyId) => data?.find((currency) => currency.currencyId === currencyId)?.currencyCode ?? null
}
