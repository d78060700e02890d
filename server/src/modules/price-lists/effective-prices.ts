import type { discountTypes } from '@trellis/contract/catalogue'
import { sql } from '../../platform/database/sql.ts'
import type { Read } from '../../platform/database/tx.ts'

export interface EffectivePrice {
  productId: string
  /** Decimal text, never a binary number. */
  price: string
  currencyId: number
  /** Null for the MSRP that the root pays when it has no list. */
  priceListId: string | null
  priceListName: string | null
  discountType: (typeof discountTypes)[number] | null
  discountAmount: string | null
}

/**
 * What an account pays for these products. One that is not in the map cannot be bought by it: it is not Active, or not on
 * the account's effective price list; there is no other list and no MSRP to fall back to (rules R3).
 */
export async function effectivePrices(
  tx: Read,
  accountId: string,
  productIds: string[],
): Promise<Map<string, EffectivePrice>> {
  const rows = await tx.rows<EffectivePrice>(sql`
    select product_id as "productId", price, currency_id as "currencyId", price_list_id as "priceListId",
           price_list_name as "priceListName", discount_type as "discountType", discount_amount as "discountAmount"
    from effective_prices(${accountId}::uuid)
    where product_id = any(${[...new Set(productIds)]}::uuid[])`)
  return new Map(rows.map((row) => [row.productId, row]))
}
