import type { discountTypes } from '@trellis/contract/catalogue'
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
           price_list_name as "priceListName", discount_type as "discountType", discount_amount as "discountAmount"
    from effective_prices(${accountId}::uuid)
    where product_id = any(${[...new Set(productIds)]}::uuid[])`)
  return new Map(rows.map((row) => [row.productId, row]))
}

export interface OwnPrice extends Pick<EffectivePrice, 'productId' | 'price' | 'currencyId'> {
  accountId: string
}

/** What each of these accounts pays for the products, in one call. */
export const effectivePricesOf = (tx: Reader, accountIds: string[], productIds: string[]): Promise<OwnPrice[]> =>
  tx.rows<OwnPrice>(sql`
    select a.account_id as "accountId", e.product_id as "productId", e.price, e.currency_id as "currencyId"
    from unnest(${[...new Set(accountIds)]}::uuid[]) as a(account_id)
    cross join lateral effective_prices(a.account_id) e
    where e.product_id = any(${[...new Set(productIds)]}::uuid[])`)
