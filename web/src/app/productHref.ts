import { useQuery } from '@tanstack/react-query'
import { catalogue } from '@trellis/contract/catalogue'
import { useCan } from './me.ts'
import { queryOf } from './queries.ts'

/** Returns the page of a product; null for readers who may not read products, so its name is no link. */
export function useProductHref(): (productId: string | null | undefined) => string | null {
  const may = useCan('Products', 'r')
  return (productId) => (may && productId ? `/products/${productId}` : null)
}

/** The same for data that has a product's SKU and not its id. Until the names are loaded no name is a link. */
export function useProductHrefOfSku(): (sku: string) => string | null {
  const hrefOf = useProductHref()
  const may = useCan('Products', 'r')
  const { data } = useQuery({ ...queryOf(catalogue.list), staleTime: 60_000, enabled: may })
  return (sku) => hrefOf(data?.find((product) => product.sku === sku)?.productId)
}
