import { sql } from '../../platform/database/sql.ts'
import { free, stands, type UndoPart } from '../../platform/import/undo.ts'
import { isReached } from '../accounts/index.ts'
import { recordRows } from '../audit/index.ts'
import { productNamed } from '../catalogue/index.ts'
import { insertMovements } from './insert-movements.ts'

const tenant = sql`(select current_tenant())`
const isOpening = sql`u.action = 'stock.imported'`
const balance = sql`offered.products p
  join stock_balances b on b.tenant_id = ${tenant} and b.product_id = p.product_id
  where ${productNamed(sql`u.after ->> 'sku'`)} and b.account_id = u.entity_id::uuid`
const opened = sql`from undo_rows u cross join lateral (select b.* from ${balance}) b where ${isOpening}`
const quantity = sql`(u.after ->> 'quantity')::int`

/** An opening balance is taken back by a movement of the opposite quantity: the ledger forgets nothing. */
export const stockUndo: UndoPart = {
  actions: ['stock.imported'],

  async check(tx, by) {
    await tx.run(sql`
      select from stock_balances where tenant_id = ${tenant} and (account_id, product_id) in (select b.account_id, b.product_id ${opened})
      order by product_id, account_id for update`)
    if (by !== null) await stands(tx, 'mayNot', sql`${opened} and not ${isReached(sql`b.account_id`)}`)
    await stands(tx, 'removedSince', sql`from undo_rows u where ${isOpening} and not exists (select from ${balance})`)
    // Nobody but the root has less than nothing, or than it has promised.
    await stands(tx, 'soldSince', sql`${opened} and not b.is_root and b.quantity - ${quantity} < b.held`)
    await stands(
      tx,
      'soldSince',
      sql`${opened} and exists (
      select from stock_movements m
      where m.tenant_id = ${tenant} and m.account_id = b.account_id and m.product_id = b.product_id and m.reason <> 'import')`,
    )
  },

  async undo(tx) {
    const rows = sql`select u.n, u.entity_id, u.after, b.account_id, b.product_id, ${quantity} as quantity ${opened} and ${free}`
    await tx.run(
      insertMovements(sql`
        select id_at(clock()), r.account_id, r.product_id, -r.quantity, 'import', null::uuid, null::uuid from (${rows}) r`),
    )
    await recordRows(
      tx,
      'stock.imported',
      'account',
      sql`select r.account_id, null::jsonb, jsonb_build_object('sku', r.after ->> 'sku', 'quantity', -r.quantity, 'source', 'undo') from (${rows}) r`,
    )
    const removed = await tx.run(sql`
      update stock_balances b set quantity = b.quantity - r.quantity, movements = b.movements + 1
      from (${rows}) r where b.tenant_id = ${tenant} and b.account_id = r.account_id and b.product_id = r.product_id`)
    return { removed, restored: 0 }
  },
}
