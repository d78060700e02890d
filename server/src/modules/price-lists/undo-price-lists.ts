import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { dropGone, free, stands, type UndoPart } from '../../platform/import/undo.ts'
import { isReached } from '../accounts/index.ts'
import { recordRows } from '../audit/index.ts'
import { recordPrices } from './record-prices.ts'

const tenant = sql`(select current_tenant())`
const list = sql`l.tenant_id = ${tenant} and l.price_list_id = u.entity_id::uuid`
const lists = sql`from undo_rows u join price_lists l on ${list} where u.action = 'price_list.created'`
const isPrice = sql`u.action = 'price_list.products_set'`
const item = sql`i.tenant_id = ${tenant} and i.price_list_id = u.entity_id::uuid and i.product_id = (u.after ->> 'productId')::uuid`
const actions = ['price_list.created', 'price_list.products_set']

/** SQL: the price of a list is as the import left it: its amount, discount and breaks. */
const isAsImported = sql`exists (
  select from price_list_items i
  where ${item} and i.custom_price = (u.after ->> 'customPrice')::numeric
    and i.discount_type is not distinct from u.after ->> 'customPriceDiscountType'
    and i.discount_amount is not distinct from (u.after ->> 'customPriceDiscountAmount')::numeric
    and breaks_text(i.quantity_breaks) is not distinct from u.after ->> 'quantityBreaks')`

/** SQL: breaks as they are stored, from the text of the audit log. */
const breaksOf = (text: Sql): Sql => sql`(
  select jsonb_agg(jsonb_build_object('from', split_part(b, ':', 1)::int, 'price', split_part(b, ':', 2)::numeric) order by split_part(b, ':', 1)::int)
  from unnest(string_to_array(${text}, '|')) b)`

/** New lists go if nobody uses them, new prices if they are as the import left them; changed prices take back what they were. */
export const priceListsUndo: UndoPart = {
  actions,

  async check(tx, by) {
    await dropGone(tx, sql`u.action = any(${actions}) and not exists (select from price_lists l where ${list})`)
    await tx.run(sql`
      select from price_lists where tenant_id = ${tenant} and price_list_id in (select entity_id::uuid from undo_rows where action = any(${actions}))
      order by price_list_id for update`)
    if (by !== null)
      await stands(
        tx,
        'mayNot',
        sql`from undo_rows u join price_lists l on ${list} where u.action = any(${actions}) and not ${isReached(sql`l.account_id`)}`,
      )
    await dropGone(
      tx,
      sql`${isPrice} and u.before is null and not exists (select from price_list_items i where ${item})`,
    )
    await stands(
      tx,
      'removedSince',
      sql`from undo_rows u where ${isPrice} and not exists (select from price_list_items i where ${item})`,
    )
    await stands(tx, 'changedSince', sql`from undo_rows u where ${isPrice} and not ${isAsImported}`)
    await stands(
      tx,
      'listInUse',
      sql`${lists} and (
      exists (select from price_list_accounts h where h.tenant_id = ${tenant} and h.price_list_id = l.price_list_id)
      or exists (select from offered.order_items o where o.tenant_id = ${tenant} and o.price_list_id = l.price_list_id))`,
    )
    await stands(
      tx,
      'changedSince',
      sql`${lists} and exists (
      select from price_plans n where n.tenant_id = ${tenant} and n.price_list_id = l.price_list_id)`,
    )
    // Somebody put another product on it.
    await stands(
      tx,
      'changedSince',
      sql`${lists} and exists (
      select from price_list_items i
      where i.tenant_id = ${tenant} and i.price_list_id = l.price_list_id and not exists (
        select from undo_rows w
        where w.action = 'price_list.products_set' and w.entity_id = u.entity_id and w.after ->> 'productId' = i.product_id::text
          and not exists (select from undo_obstacles o where o.n = w.n)))`,
    )
    // A new list that stays keeps the prices that it came with.
    await stands(
      tx,
      'listInUse',
      sql`from undo_rows u where ${isPrice} and exists (
      select from undo_rows w join undo_obstacles o on o.n = w.n
      where w.action = 'price_list.created' and w.entity_id = u.entity_id)`,
    )
  },

  async undo(tx) {
    const prices = sql`undo_rows u where ${isPrice} and ${free}`
    await recordPrices(
      tx,
      sql`select u.entity_id::uuid, (u.after ->> 'productId')::uuid, (u.before ->> 'customPrice')::numeric,
            u.before ->> 'customPriceDiscountType', (u.before ->> 'customPriceDiscountAmount')::numeric, ${breaksOf(sql`u.before ->> 'quantityBreaks'`)}
          from ${prices}`,
      'undo',
    )
    const restored = await tx.run(sql`
      update price_list_items i set custom_price = (u.before ->> 'customPrice')::numeric, discount_type = u.before ->> 'customPriceDiscountType',
        discount_amount = (u.before ->> 'customPriceDiscountAmount')::numeric, quantity_breaks = ${breaksOf(sql`u.before ->> 'quantityBreaks'`)}
      from ${prices} and u.before is not null and ${item}`)
    const removed = await tx.run(sql`delete from price_list_items i using ${prices} and u.before is null and ${item}`)
    return { removed: removed + (await removeLists(tx)), restored }
  },
}

async function removeLists(tx: Tx): Promise<number> {
  const ids = sql`select u.entity_id::uuid from undo_rows u where u.action = 'price_list.created' and ${free}`
  await recordRows(
    tx,
    'price_list.removed',
    'price_list',
    sql`select l.price_list_id, jsonb_build_object('name', l.name, 'currencyId', l.currency_id), null::jsonb
        from price_lists l where l.tenant_id = ${tenant} and l.price_list_id in (${ids})`,
  )
  return tx.run(sql`delete from price_lists where tenant_id = ${tenant} and price_list_id in (${ids})`)
}
