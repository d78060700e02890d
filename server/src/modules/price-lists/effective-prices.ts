import type { discountTypes } from '@trellis/contract/catalogue'
import { breakAt, type QuantityBreak } from '@trellis/contract/quantity-breaks'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'

export interface EffectivePrice {
  productId: string
  /** Decimal text, never a floating-point number. */
  price: string
  currencyId: number
  /** Null for the MSRP, which the root pays when it has no list. */
  priceListId: string | null
  priceListName: string | null
  discountType: (typeof discountTypes)[number] | null
  discountAmount: string | null
  /** Null: none. */
  breaks: QuantityBreak[] | null
}

/**
 * What an account pays for these products. Products missing from the map cannot be bought by it: they are not Active or
 * not on its effective price list. There is no fallback to another list or to the MSRP (rules R3).
 */
export async function effectivePrices(
  tx: Reader,
  accountId: string,
  productIds: string[],
): Promise<Map<string, EffectivePrice>> {
  const rows = await tx.rows<EffectivePrice>(sql`
    select product_id as "productId", price, currency_id as "currencyId", price_list_id as "priceListId",
           price_list_name as "priceListName", discount_type as "discountType", discount_amount as "discountAmount",
           quantity_breaks as breaks
    from effective_prices(${accountId}::uuid)
    where product_id = any(${[...new Set(productIds)]}::uuid[])`)
  return new Map(rows.map((row) => [row.productId, row]))
}

/**
 * The price of one piece when so many are bought (rules R22). The discount says how the price without breaks was made, so a break has
 * none.
 */
export function atQuantity<P extends Pick<EffectivePrice, 'price' | 'breaks'>>(price: P, quantity: number): P {
  const found = breakAt(price.breaks ?? [], quantity)
  return found === null ? price : { ...price, price: String(found.price), discountType: null, discountAmount: null }
}

/** How many pieces of each product there are in lines: breaks look at all of an order (rules R22). */
export function piecesByProduct(lines: readonly { productId: string; quantity: number }[]): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const { productId, quantity } of lines) pieces.set(productId, (pieces.get(productId) ?? 0) + quantity)
  return pieces
}

export interface OwnPrice extends Pick<EffectivePrice, 'productId' | 'price' | 'currencyId' | 'breaks'> {
  accountId: string
}

/** What each of these accounts pays for the products, in one call. */
export const effectivePricesOf = (tx: Reader, accountIds: string[], productIds: string[]): Promise<OwnPrice[]> =>
  tx.rows<OwnPrice>(sql`
    select a.account_id as "accountId", e.product_id as "productId", e.price, e.currency_id as "currencyId",
           e.quantity_breaks as breaks
    from unnest(${[...new Set(accountIds)]}::uuid[]) as a(account_id)
    cross join lateral effective_prices(a.account_id) e
    where e.product_id = any(${[...new Set(productIds)]}::uuid[])`)
