import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { giveCodes } from '../../platform/import/codes.ts'
import { type Aside, inBatches } from '../../platform/import/file.ts'
import { recordRows } from '../audit/index.ts'
import { factsOfNewExternalIds, writeExternalIds } from '../tenants/index.ts'

/**
 * Orders per statement. Fewer statements update the tallies of an account less often; the number is limited because
 * PostgreSQL keeps pending foreign key checks in memory.
 */
const ordersPerBatch = 10_000

/** Writes the new orders and their lines, ordered by date, in the transaction of the whole file. */
export async function writeOrders(tx: Tx, step: (done: number, total: number) => void, aside: Aside): Promise<void> {
  const count = await gatherOrders(tx)
  if (count === 0) return
  // The codes of the whole file at once, because they must rise with the dates.
  await giveCodes(tx, aside, 'SO', sql`select seq, year from new_orders`)
  await gatherLines(tx)
  await rememberTree(tx)
  await tx.run(sql`select set_config('app.import', 'on', true)`)
  await inBatches(count, ordersPerBatch, step, (from, to) => insertOrders(tx, from, to))
  await tx.run(sql`select set_config('app.import', '', true)`)
  await confirmTree(tx)
}

/** Groups the new lines into orders and numbers them in `seq` by date. Returns how many. */
async function gatherOrders(tx: Tx): Promise<number> {
  await tx.run(sql`drop table if exists new_orders, new_order_lines, tree_before`)
  await tx.run(sql`
    create temporary table new_orders as
    select row_number() over (order by o.created_at, o.ref_code) as seq, id_at(o.created_at) as order_id, o.*,
           extract(year from o.created_at at time zone 'UTC')::int as year
    from (
      select s.ref_id, min(s.order_ref_code) as ref_code, (array_agg(s.buyer_id))[1] as buyer_id,
             (array_agg(s.vendor_id))[1] as vendor_id, min(s.currency_id) as currency_id, min(s.status) as status,
             min(s.creation_date) as created_at,
             case when min(s.status) in ('approved', 'revoked') then coalesce(min(s.approval_date), min(s.creation_date)) end as approved_at,
             bool_or(coalesce(s.invoiced, false)) as invoiced, bool_or(coalesce(s.paid, false)) as paid, min(s.invoice_id) as invoice_id, min(s.invoice_provider) as invoice_provider, min(s.order_note) as note, min(s.external_ids) as external_ids,
             sum(line_amount(s.quantity, s.price, c.minor_units)) as total
      from stage_orders s join offered.currencies c using (currency_id)
      where s.state = 'new' group by s.ref_id
    ) o`)
  await tx.run(sql`create unique index on new_orders (seq)`)
  await tx.run(sql`analyze new_orders`)
  const counted = await tx.row<{ count: number }>(sql`select count(*) as count from new_orders`)
  return counted?.count ?? 0
}

async function gatherLines(tx: Tx): Promise<void> {
  await tx.run(sql`
    create temporary table new_order_lines as
    select o.seq, o.order_id, o.created_at, s.line, s.product_id, s.quantity, s.price,
           line_amount(s.quantity, s.price, c.minor_units) as amount, o.currency_id
    from stage_orders s
    join new_orders o on o.ref_id = s.ref_id join offered.currencies c on c.currency_id = o.currency_id
    where s.state = 'new' order by o.seq, s.line`)
  await tx.run(sql`create index on new_order_lines (seq)`)
  await tx.run(sql`analyze new_order_lines`)
}

async function insertOrders(tx: Tx, from: number, to: number): Promise<void> {
  const rows = sql`new_orders o join new_codes n using (seq) where o.seq between ${from} and ${to}`
  await tx.run(sql`
    insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, invoiced, paid, invoice_id, invoice_provider, ref_code, note,
                        currency_id, total, created_at, approved_at, updated_at)
    select o.order_id, n.code, o.order_id, o.buyer_id, o.vendor_id, 'import', o.status, o.invoiced, o.paid, o.invoice_id, o.invoice_provider, o.ref_code, o.note,
           o.currency_id, o.total, o.created_at, o.approved_at, coalesce(o.approved_at, o.created_at)
    from ${rows} order by o.seq`)
  // The agreed price is the only one known for an imported order.
  await tx.run(sql`
    insert into order_items (order_item_id, order_id, line, product_id, qt, price, amount, currency_id, list_price)
    select id_at(l.created_at), l.order_id, l.line, l.product_id, l.quantity, l.price, l.amount, l.currency_id, l.price
    from new_order_lines l where l.seq between ${from} and ${to}`)
  // The id of the second entry is one millisecond later, so that it sorts after the first when both have the same date.
  await tx.run(sql`
    insert into order_history (order_id, history_id, status, source, created_at)
    select o.order_id, id_at(e.at + e.step * interval '1 millisecond'), e.status, 'import', e.at
    from new_orders o
    cross join lateral (
      select 'pending' as status, o.created_at as at, 0 as step
      union all select 'approved', o.approved_at, 1 where o.status in ('approved', 'revoked')
      union all select o.status, coalesce(o.approved_at, o.created_at), 2 where o.status in ('canceled', 'revoked')
    ) e
    where o.seq between ${from} and ${to}`)
  await recordRows(
    tx,
    'order.imported',
    'order',
    sql`select o.order_id, null::jsonb,
          jsonb_build_object('orderCode', n.code, 'orderRefCode', o.ref_code, 'status', o.status, 'orderTotal', o.total)
          || jsonb_strip_nulls(jsonb_build_object('invoiceId', o.invoice_id, 'invoiceProvider', o.invoice_provider))
          || ${factsOfNewExternalIds(sql`o.external_ids`)}
        from ${rows}`,
  )
  await writeExternalIds(tx, 'order', sql`select o.order_id, o.external_ids from ${rows}`)
}

/** The ancestors of the parties of the new orders. */
const treeOfParties = sql`
  select t.ancestor_id, t.descendant_id, t.depth from offered.account_tree t
  where t.tenant_id = (select current_tenant())
    and t.descendant_id in (select buyer_id from new_orders union select vendor_id from new_orders)`

const rememberTree = (tx: Tx) => tx.run(sql`create temporary table tree_before as ${treeOfParties}`)

/**
 * The scope rows for the ancestors were written without a lock on the tree, because such a lock would block moves of
 * accounts for the whole import. Now the tree is locked until the commit and compared; when an account has been moved in
 * the meantime, the file is written again from the start.
 */
async function confirmTree(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(tree_lock())`)
  const moved = await tx.row(sql`
    (${treeOfParties} except select * from tree_before) union all (select * from tree_before except ${treeOfParties}) limit 1`)
  if (moved) throw Object.assign(new Error('An account was moved during the import'), { code: '40001' })
}
