import type { Session } from '../../../../platform/database/session.ts'
import { sql } from '../../../../platform/database/sql.ts'
import type { Tx } from '../../../../platform/database/tx.ts'
import { auditRows, uuidAt } from '../stage.ts'

/**
 * Gathers the new lines into orders, numbered in `seq` in the order of their dates, with a code each. Returns how many.
 * The codes are taken for the whole file at once, because they rise with the dates.
 */
export async function numberOrders(tx: Tx): Promise<number> {
  await tx.run(sql`drop table if exists new_orders`)
  await tx.run(sql`drop table if exists new_order_lines`)
  await tx.run(sql`
    create temporary table new_orders as
    select row_number() over (order by o.created_at, o.ref_code) as seq, ${uuidAt(sql`o.created_at`)} as order_id, o.*,
           extract(year from o.created_at at time zone 'UTC')::int as year,
           row_number() over (partition by extract(year from o.created_at at time zone 'UTC') order by o.created_at, o.ref_code) as nth,
           null::text as code
    from (
      select s.order_ref_code as ref_code, (array_agg(r.buyer_id))[1] as buyer_id, (array_agg(r.vendor_id))[1] as vendor_id,
             (array_agg(r.currency_id))[1] as currency_id, min(s.status) as status, min(s.creation_date) as created_at,
             case when min(s.status) in ('approved', 'revoked') then coalesce(min(s.approval_date), min(s.creation_date)) end as approved_at,
             bool_or(coalesce(s.invoiced, false)) as invoiced, bool_or(coalesce(s.paid, false)) as paid, min(s.order_note) as note,
             sum(round(s.quantity * s.price, c.minor_units)) as total
      from stage_orders s join order_rows r using (at_line) join currencies c using (currency_id)
      where s.state = 'new' group by 1
    ) o`)
  const years = await tx.rows<{ year: number; count: number }>(
    sql`select year, count(*) as count from new_orders group by 1`,
  )
  for (const { year, count } of years) {
    await tx.run(sql`
      with block as materialized (select next_order_number(${year}, ${count}) as start)
      update new_orders set code = 'SO-' || year || '-' || lpad(n::text, greatest(6, length(n::text)), '0')
      from (select o.seq as of_seq, block.start + o.nth - 1 as n from new_orders o, block where o.year = ${year}) b
      where seq = of_seq`)
  }
  await tx.run(sql`create unique index on new_orders (seq)`)
  await tx.run(sql`
    create temporary table new_order_lines as
    select o.seq, o.order_id, o.created_at, s.line, r.product_id, s.quantity, s.price,
           round(s.quantity * s.price, c.minor_units) as amount, o.currency_id
    from stage_orders s join order_rows r using (at_line)
    join new_orders o on o.ref_code = s.order_ref_code join currencies c on c.currency_id = o.currency_id
    where s.state = 'new' order by o.seq, s.line`)
  await tx.run(sql`create index on new_order_lines (seq)`)
  await tx.run(sql`analyze new_orders`)
  await tx.run(sql`analyze new_order_lines`)
  const counted = await tx.row<{ count: number }>(sql`select count(*) as count from new_orders`)
  return counted?.count ?? 0
}

/** About 5,000 lines of an ordinary vendor's: long enough for speed, short enough that nobody waits for the counters. */
const ordersPerBatch = 2000
/** Nearly all the work is PostgreSQL's, a process per connection; more of them than cores gain nothing. */
const writers = 2

/** Writes the numbered orders through several connections at once, each batch in a transaction of its own. */
export async function writeOrders(
  session: Session,
  count: number,
  step: (done: number, total: number) => void,
): Promise<void> {
  let next = 1
  let done = 0
  // The staging tables are this session's alone, and it can do one thing at a time.
  let reading: Promise<unknown> = Promise.resolve()
  const read = (from: number): Promise<Batch> => {
    const batch = reading.then(() => session.transaction((tx) => readBatch(tx, from, from + ordersPerBatch - 1)))
    reading = batch.catch(() => undefined)
    return batch
  }
  const write = async (writer: Session): Promise<void> => {
    for (let from = next; from <= count; from = next) {
      next += ordersPerBatch
      const batch = await read(from)
      await writer.transaction((tx) => insertOrders(tx, batch))
      done += Math.min(ordersPerBatch, count - from + 1)
      step(done, count)
    }
  }
  const sessions = await Promise.all(
    Array.from({ length: Math.min(writers, Math.ceil(count / ordersPerBatch)) }, session.fork),
  )
  try {
    await Promise.all(sessions.map(write))
  } finally {
    for (const writer of sessions) await writer.close()
  }
}

/** Orders and lines as JSON text, which goes from one connection to another unread. */
interface Batch {
  orders: string
  lines: string
}

async function readBatch(tx: Tx, from: number, to: number): Promise<Batch> {
  const orders = await tx.json(
    sql`select json_agg(o order by o.seq)::text from new_orders o where o.seq between ${from} and ${to}`,
  )
  const lines = await tx.json(sql`
    select json_agg(l order by l.seq, l.line)::text from new_order_lines l where l.seq between ${from} and ${to}`)
  return { orders: orders?.text ?? '[]', lines: lines?.text ?? '[]' }
}

async function insertOrders(tx: Tx, batch: Batch): Promise<void> {
  const rows = sql`json_to_recordset(${batch.orders}::json) as o (
    order_id uuid, code text, ref_code text, buyer_id uuid, vendor_id uuid, currency_id int, status text, created_at timestamptz,
    approved_at timestamptz, invoiced boolean, paid boolean, note text, total numeric)`
  await tx.run(sql`
    insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, invoiced, paid, ref_code, note,
                        currency_id, total, created_at, approved_at, updated_at)
    select order_id, code, order_id, buyer_id, vendor_id, 'import', status, invoiced, paid, ref_code, note,
           currency_id, total, created_at, approved_at, coalesce(approved_at, created_at)
    from ${rows}`)
  // What was agreed is the only price that is known of an order of before.
  await tx.run(sql`
    insert into order_items (order_item_id, order_id, line, product_id, qt, price, amount, currency_id, list_price)
    select ${uuidAt(sql`created_at`)}, order_id, line, product_id, quantity, price, amount, currency_id, price
    from json_to_recordset(${batch.lines}::json) as l (
      order_id uuid, created_at timestamptz, line int, product_id uuid, quantity int, price numeric, amount numeric, currency_id int)`)
  // The second entry's id is a millisecond later, so that it sorts after the first where both have the same date.
  await tx.run(sql`
    insert into order_history (order_id, history_id, status, source, created_at)
    select o.order_id, ${uuidAt(sql`e.at + e.step * interval '1 millisecond'`)}, e.status, 'import', e.at
    from ${rows}
    cross join lateral (
      select 'pending' as status, o.created_at as at, 0 as step
      union all select 'approved', o.approved_at, 1 where o.status in ('approved', 'revoked')
      union all select o.status, coalesce(o.approved_at, o.created_at), 2 where o.status in ('canceled', 'revoked')
    ) e`)
  await auditRows(
    tx,
    'order.imported',
    'order',
    sql`select o.order_id, null::jsonb,
          jsonb_build_object('orderCode', o.code, 'orderRefCode', o.ref_code, 'status', o.status, 'orderTotal', o.total)
        from ${rows}`,
  )
}
