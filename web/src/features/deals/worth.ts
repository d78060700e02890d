import type { Deal, DealBuyer, DealItem } from '@trellis/contract/deal-answers'

/** What a deal counts for: the approved price, else what its vendor pays without it (rules J15). */
export const worthOf = ({ eBidStatus, eBidApprovedValue, itemsTotal }: Deal): number =>
  eBidStatus === 'Approved' ? eBidApprovedValue : itemsTotal

/** The MSRP of all products in the deal's currency, or null where a product has it in another one. */
export function msrpOf({ items, currencyId }: Deal): number | null {
  if (items === undefined || items.some(({ priceMSRPCurrencyId }) => priceMSRPCurrencyId !== currencyId)) return null
  return items.reduce((sum, { qt, priceMSRP }) => sum + qt * priceMSRP, 0)
}

type SaleItem = Pick<DealItem, 'productId' | 'price' | 'priceMSRP' | 'priceMSRPCurrencyCode'>

/**
 * What a line of the sale is offered at: the MSRP, else what the buyer pays by its price list, else what the vendor pays; of these
 * the first that is in the currency of the sale. Null: it has to be typed.
 */
export function priceOfSale(
  item: SaleItem,
  currency: string,
  deal: Pick<Deal, 'currencyCode'>,
  sale: DealBuyer['sale'],
) {
  if (item.priceMSRPCurrencyCode === currency) return item.priceMSRP
  const own = sale?.items.find(({ productId }) => productId === item.productId)
  if (own !== undefined && sale?.currencyCode === currency) return own.price
  return deal.currencyCode === currency ? item.price : null
}
