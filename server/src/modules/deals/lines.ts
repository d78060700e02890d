import type { DealProduct } from '@trellis/contract/deal-answers'
import type { DealDraft } from '@trellis/contract/deal-changes'
import { breakAt } from '@trellis/contract/quantity-breaks'
import { maximumLimit } from '@trellis/contract/search'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { findProducts } from '../catalogue/index.ts'
import { isTooMuch } from '../orders/index.ts'
import { piecesByProduct } from '../price-lists/index.ts'

/** A product of a deal, at what its vendor pays. */
type Line = DealProduct & {
  dealItemId: string
  line: number
  qt: number
  /** Since when the deal has the product; now for a new one. */
  since: string | null
}

/**
 * The lines of a deal of an account, at its effective prices. Refuses RQ404 for a product that the tenant does not have, and
 * RQ422 at the item for one that the account cannot buy.
 * @param since instants by product
 */
export async function readLines(
  tx: Tx,
  vendorId: string,
  items: DealDraft['items'],
  since: ReadonlyMap<string, string> = new Map(),
): Promise<Line[]> {
  const products = await pricesOf(tx, vendorId, items)
  const pieces = piecesByProduct(items.map(({ productId, qt }) => ({ productId, quantity: qt })))
  const lines = items.map(({ productId, qt }, index) => ({
    ...productAt(products.get(productId) as DealProduct, pieces.get(productId) ?? qt),
    dealItemId: newId(),
    line: index + 1,
    qt,
    since: since.get(productId) ?? null,
  }))
  if (isTooMuch(lines.map(({ qt, price }) => ({ quantity: qt, price }))))
    throw invalid(['items'], 'too_big', 'The total is too large')
  return lines
}

/** A product at the price of so many pieces. */
const productAt = (product: DealProduct, pieces: number): DealProduct => ({
  ...product,
  price: breakAt(product.quantityBreaks, pieces)?.price ?? product.price,
})

/** SQL: the lines with their amounts. */
export const rowsOf = (lines: readonly Line[]): Sql => sql`
  select l.*, line_amount(l.qt, l.price, c.minor_units) as amount
  from jsonb_to_recordset(${json(lines)}) as l ("dealItemId" uuid, line int, "productId" uuid, qt int, price numeric,
    "priceCurrencyId" int, "priceMSRP" numeric, "priceMSRPCurrencyId" int, "priceListId" uuid, "priceListName" text,
    since timestamptz)
  join offered.currencies c on c.currency_id = l."priceCurrencyId"`

/** SQL: inserts the rows of `lines` for the deals of `made`. */
export const insertedLines: Sql = sql`
  insert into deal_items (deal_item_id, deal_id, line, product_id, qt, price, amount, price_msrp, price_msrp_currency_id,
                          price_list_id, price_list_name, since)
  select "dealItemId", deal_id, line, "productId", qt, price, amount, "priceMSRP", "priceMSRPCurrencyId", "priceListId",
         "priceListName", coalesce(since, clock())
  from lines cross join made`

/** The products that a deal of an account can have: those that it can buy, at its effective prices (rules J13). */
export async function listDealProducts(tx: Reader, accountId: string, productIds?: string[]): Promise<DealProduct[]> {
  const wanted = productIds === undefined ? sql`true` : sql`e.product_id = any(${productIds}::uuid[])`
  return tx.rows<DealProduct>(sql`
    select e.product_id as "productId", r.sku, r.name as "productName", e.price::float8 as price,
           e.currency_id as "priceCurrencyId", c.code as "currencyCode", r.price_msrp::float8 as "priceMSRP",
           r.currency_id as "priceMSRPCurrencyId", m.code as "priceMSRPCurrencyCode", e.price_list_id as "priceListId",
           e.price_list_name as "priceListName", coalesce(e.quantity_breaks, '[]') as "quantityBreaks"
    from effective_prices(${accountId}::uuid) e
    join offered.product_publications f on f.tenant_id = (select current_tenant()) and f.product_id = e.product_id
    join offered.products r on r.tenant_id = f.owner_tenant_id and r.product_id = f.product_id
    join offered.currencies c on c.currency_id = e.currency_id
    join offered.currencies m on m.currency_id = r.currency_id
    where ${wanted}
    order by r.sku limit ${sql.lit(maximumLimit)}`)
}

async function pricesOf(tx: Tx, accountId: string, items: DealDraft['items']): Promise<Map<string, DealProduct>> {
  const ids = [...new Set(items.map(({ productId }) => productId))]
  const products = new Map((await listDealProducts(tx, accountId, ids)).map((product) => [product.productId, product]))
  const missing = ids.filter((id) => !products.has(id))
  if (missing.length > 0 && (await findProducts(tx, missing)).size < missing.length) throw new Refusal('RQ404')
  const issues = items.flatMap(({ productId }, index) =>
    products.has(productId)
      ? []
      : [{ path: `items.${index}.productId`, code: 'not_on_price_list', message: "Not on the owner's price list" }],
  )
  if (issues.length > 0) throw new Refusal('RQ422', { issues })
  return products
}
