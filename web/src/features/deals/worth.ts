import type { Deal } from '@trellis/contract/deal-answers'

/** What a deal counts for: the approved price, else what its vendor pays without it (rules J15). */
export const worthOf = ({ eBidStatus, eBidApprovedValue, itemsTotal }: Deal): number =>
  eBidStatus === 'Approved' ? eBidApprovedValue : itemsTotal

/** The MSRP of all products in the deal's currency, or null where a product has it in another one. */
export function msrpOf({ items, currencyId }: Deal): number | null {
  if (items === undefined || items.some(({ priceMSRPCurrencyId }) => priceMSRPCurrencyId !== currencyId)) return null
  return items.reduce((sum, { qt, priceMSRP }) => sum + qt * priceMSRP, 0)
}
