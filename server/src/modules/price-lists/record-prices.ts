import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { recordRows } from '../audit/index.ts'

/** Prices in one event of the audit log, so that no row grows with the list (decision 056). */
export const pricesOfEvent = 50

type PriceAction = 'price_list.product_added' | 'price_list.product_changed' | 'price_list.product_removed'

/**
 * What each price is and what it will be, only of those that change. Called before the prices are written, with the list
 * locked.
 * @param wanted a query for list, product, price, type and amount of the discount, breaks; a price of null removes the product
 */
const changesTo = (wanted: Sql): Sql => sql`
  select w.price_list_id, w.product_id, coalesce(p.name, '') as name,
    ${fact(sql`i.custom_price`, sql`i.discount_type`, sql`i.discount_amount`, sql`i.quantity_breaks`)} as before,
    ${fact(sql`w.price`, sql`w.kind`, sql`w.amount`, sql`w.breaks`)} as after
  from (${wanted}) as w (price_list_id, product_id, price, kind, amount, breaks)
  left join price_list_items i
    on i.tenant_id = (select current_tenant()) and i.price_list_id = w.price_list_id and i.product_id = w.product_id
  left join offered.product_publications b on b.tenant_id = (select current_tenant()) and b.product_id = w.product_id
  left join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
  where (i.custom_price, i.discount_type, i.discount_amount, i.quantity_breaks) is distinct from (w.price, w.kind, w.amount, w.breaks)`

/** A price as the audit log keeps it: with the product's name, because products are deleted. Amounts are numbers. */
const fact = (price: Sql, kind: Sql, amount: Sql, breaks: Sql): Sql => sql`
  case when ${price} is not null then jsonb_strip_nulls(jsonb_build_object(
    'productId', w.product_id, 'sku', p.sku, 'productName', p.name, 'customPrice', trim_scale(${price}),
    'customPriceDiscountType', ${kind}, 'customPriceDiscountAmount', trim_scale(${amount}),
    'quantityBreaks', breaks_text(${breaks}))) end`

/** Records the change of one price. */
export const recordPrice = (tx: Tx, action: PriceAction, wanted: Sql): Promise<void> =>
  recordRows(tx, action, 'price_list', sql`select c.price_list_id, c.before, c.after from (${changesTo(wanted)}) c`)

/**
 * Records the changes of many prices: for each list an event for every 50 products, by name. The first names have the
 * newest event, because a history begins with the newest.
 * @param source recorded if given
 */
export const recordPrices = (tx: Tx, wanted: Sql, source: string | null = null): Promise<void> =>
  recordRows(
    tx,
    'price_list.products_set',
    'price_list',
    sql`
      select n.price_list_id, ${side(sql`before`, null)}, ${side(sql`after`, source)}
      from (
        select c.*, (row_number() over (partition by c.price_list_id order by c.name, c.product_id) - 1) / ${sql.lit(pricesOfEvent)} as part
        from (${changesTo(wanted)}) c
      ) n
      group by n.price_list_id, n.part order by n.price_list_id, n.part desc`,
  )

const side = (facts: Sql, source: string | null): Sql => sql`
  case when count(n.${facts}) > 0 or ${source}::text is not null then jsonb_strip_nulls(jsonb_build_object(
    'items', jsonb_agg(n.${facts} order by n.name, n.product_id) filter (where n.${facts} is not null),
    'source', ${source}::text)) end`
