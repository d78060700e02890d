import { sql } from '../../../../platform/database/sql.ts'
import type { Tx } from '../../../../platform/database/tx.ts'
import { report, reportRepeated, sound } from '../stage.ts'

/** The largest order total that the portal holds. */
const maximumTotal = '999999999999999'

/** Facts of the order itself, which all its rows repeat. */
const headings = [
  ['buyerAccountCode', 'buyer_account_code'],
  ['vendorAccountCode', 'vendor_account_code'],
  ['status', 'status'],
  ['creationDate', 'creation_date'],
  ['approvalDate', 'approval_date'],
  ['currencyCode', 'currency_code'],
  ['invoiced', 'invoiced'],
  ['paid', 'paid'],
  ['orderNote', 'order_note'],
] as const

export async function checkOrders(tx: Tx): Promise<void> {
  await tx.run(sql`analyze stage_orders`)
  await reportRepeated(tx, 'stage_orders', 'line', 'order_ref_code, line')
  await resolve(tx)
  const rows = sql`from stage_orders s join order_rows r using (at_line) where ${sound}`
  await report(tx, 'buyerAccountCode', 'noAccount', sql`${rows} and r.buyer_id is null`)
  await report(tx, 'vendorAccountCode', 'noAccount', sql`${rows} and r.vendor_id is null`)
  await report(tx, 'sku', 'noProduct', sql`${rows} and r.product_id is null`)
  await report(tx, 'currencyCode', 'noCurrency', sql`${rows} and r.currency_id is null`)
  await checkParties(tx)
  await checkDates(tx)
  await checkHeadings(tx)
  await checkAmounts(tx)
  await compareWithImported(tx)
  await report(
    tx,
    'orderRefCode',
    'anotherLineRefused',
    sql`from stage_orders s
        where s.order_ref_code in (
          select o.order_ref_code from stage_orders o join import_problems p on p.at_line = o.at_line)
        and ${sound}`,
  )
}

/** What the codes of a row stand for; null where they stand for nothing. */
async function resolve(tx: Tx): Promise<void> {
  await tx.run(sql`drop table if exists order_rows`)
  await tx.run(sql`
    create temporary table order_rows as
    select s.at_line, b.account_id as buyer_id, v.account_id as vendor_id, p.product_id, c.currency_id
    from stage_orders s
    left join accounts b on b.tenant_id = (select current_tenant()) and b.code = s.buyer_account_code
    left join accounts v on v.tenant_id = (select current_tenant()) and v.code = s.vendor_account_code
    left join products p on p.tenant_id = (select current_tenant()) and p.sku = s.sku
    left join currencies c on c.code = coalesce(s.currency_code, (
      select d.code from tenants t join currencies d using (currency_id) where t.tenant_id = (select current_tenant())))`)
  await tx.run(sql`analyze order_rows`)
}

async function checkParties(tx: Tx): Promise<void> {
  await report(
    tx,
    'vendorAccountCode',
    'notAboveBuyer',
    sql`from stage_orders s join order_rows r using (at_line)
        where ${sound}
          and (r.buyer_id, r.vendor_id) in (
            select d.buyer_id, d.vendor_id from (select distinct buyer_id, vendor_id from order_rows) d
            where not exists (
              select from account_tree t
              where t.tenant_id = (select current_tenant()) and t.ancestor_id = d.vendor_id and t.descendant_id = d.buyer_id and t.depth > 0)
            -- The root is its own vendor: its orders are how stock was issued.
            and not exists (
              select from accounts a
              where a.tenant_id = (select current_tenant()) and a.account_id = d.buyer_id and a.account_id = d.vendor_id and a.parent_id is null))`,
  )
}

async function checkDates(tx: Tx): Promise<void> {
  const rows = sql`from stage_orders s where ${sound}`
  await report(tx, 'creationDate', 'inFuture', sql`${rows} and s.creation_date > clock() + interval '1 day'`)
  await report(tx, 'approvalDate', 'inFuture', sql`${rows} and s.approval_date > clock() + interval '1 day'`)
  await report(tx, 'approvalDate', 'beforeCreation', sql`${rows} and s.approval_date < s.creation_date`)
  await report(
    tx,
    'approvalDate',
    { reason: 'givenForStatus', detail: sql`s.status` },
    sql`${rows} and s.approval_date is not null and s.status in ('pending', 'canceled')`,
  )
}

async function checkHeadings(tx: Tx): Promise<void> {
  const all = (row: string) => sql`(${sql.join(headings.map(([, column]) => sql.ref(`${row}.${column}`)))})`
  const each = sql.join(
    headings.map(([name, column]) => sql`(${name}, s.${sql.ref(column)}::text, f.${sql.ref(column)}::text)`),
  )
  await tx.run(sql`
    insert into import_problems (at_line, column_name, value, reason)
    select s.at_line, h.name, h.value, 'unlikeFirstLine'
    from stage_orders s
    join (select distinct on (order_ref_code) * from stage_orders s where ${sound} order by order_ref_code, line) f
      on f.order_ref_code = s.order_ref_code and ${all('s')} is distinct from ${all('f')}
    cross join lateral (values ${each}) h (name, value, first)
    where h.value is distinct from h.first and ${sound}`)
}

async function checkAmounts(tx: Tx): Promise<void> {
  await report(
    tx,
    'price',
    { reason: 'totalTooLarge', detail: sql`${maximumTotal}` },
    sql`from (
      select s.*, sum(s.quantity * s.price) over (partition by s.order_ref_code) as total from stage_orders s where ${sound}
    ) s where s.total > ${maximumTotal}::numeric`,
  )
}

/**
 * An order that was imported before is compared by what never changes; what people have done with it since, such as
 * marking it paid, stays. Status and prices are compared with what the import left behind.
 */
async function compareWithImported(tx: Tx): Promise<void> {
  await tx.run(sql`drop table if exists imported_orders`)
  await tx.run(sql`
    create temporary table imported_orders as
    select o.order_id, o.ref_code, o.buyer_id, o.vendor_id, o.currency_id, o.created_at,
           (select h.status from order_history h
            where h.tenant_id = o.tenant_id and h.order_id = o.order_id and h.source = 'import' order by h.history_id desc limit 1) as status,
           (select max(h.created_at) from order_history h
            where h.tenant_id = o.tenant_id and h.order_id = o.order_id and h.source = 'import' and h.status = 'approved') as approved_at
    from orders o
    where o.tenant_id = (select current_tenant()) and o.origin = 'import'
      and o.ref_code in (select distinct order_ref_code from stage_orders)`)
  await tx.run(sql`create index on imported_orders (ref_code)`)
  await tx.run(sql`analyze imported_orders`)
  await tx.run(sql`
    update stage_orders s set state = 'same' from imported_orders o where o.ref_code = s.order_ref_code`)
  const known = sql`from stage_orders s
    join order_rows r using (at_line)
    join imported_orders o on o.ref_code = s.order_ref_code
    left join order_items i on i.tenant_id = (select current_tenant()) and i.order_id = o.order_id and i.line = s.line
    where s.state = 'same' and ${sound}`
  const differs: [column: string, when: ReturnType<typeof sql>][] = [
    ['buyerAccountCode', sql`o.buyer_id <> r.buyer_id`],
    ['vendorAccountCode', sql`o.vendor_id <> r.vendor_id`],
    ['creationDate', sql`o.created_at <> s.creation_date`],
    ['currencyCode', sql`o.currency_id <> r.currency_id`],
    ['status', sql`o.status is distinct from s.status`],
    ['approvalDate', sql`s.approval_date <> o.approved_at`],
    ['line', sql`i.line is null`],
    ['sku', sql`i.product_id <> r.product_id`],
    ['quantity', sql`i.qt <> s.quantity`],
    ['price', sql`i.price <> s.price and s.status <> 'pending'`],
  ]
  for (const [column, when] of differs) {
    await report(tx, column, 'unlikeImported', sql`${known} and ${when}`)
  }
}
