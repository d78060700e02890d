import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { insertPrices } from './insert-prices.ts'

/**
 * Writes prices to a list that the caller has locked, after they were recorded.
 * @param drafts a table `d` with id, price, kind, amount and breaks
 * @param leaving `price_list_items` with the condition of those that are removed
 */
export async function writeItems(tx: Tx, priceListId: string, drafts: Sql, leaving: Sql) {
  const removed = await tx.run(sql`delete from ${leaving}`)
  const changed = await tx.run(sql`
    update price_list_items i
    set custom_price = d.price, discount_type = d.kind, discount_amount = d.amount, quantity_breaks = d.breaks
    from ${drafts}
    where i.tenant_id = (select current_tenant()) and i.price_list_id = ${priceListId} and i.product_id = d.id
      and (i.custom_price, i.discount_type, i.discount_amount, i.quantity_breaks) is distinct from (d.price, d.kind, d.amount, d.breaks)`)
  const added = await tx.run(sql`
    ${insertPrices(sql`select ${priceListId}, d.id, d.price, d.kind, d.amount, d.breaks from ${drafts}`)}
    on conflict do nothing`)
  return { added, changed, removed }
}
