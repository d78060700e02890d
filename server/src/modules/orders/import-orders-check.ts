import { maximumMoney } from '@trellis/contract/values'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { sqlName } from '../../platform/import/cells.ts'
import { report, reportFuture, reportRepeated, sound } from '../../platform/import/stage.ts'
import { accountNamed, isReached } from '../accounts/index.ts'
import { productNamed } from '../catalogue/index.ts'
import { checkExternalIds } from '../tenants/index.ts'

/**
 * Facts of the order itself, which every row of it repeats: the column of the file, and the staged column by which rows
 * are compared.
 */
const headings = [
  ['externalIds', 'external_ids'],
  ['buyerAccountCode', 'buyer_id'],
  ['vendorAccountCode', 'vendor_id'],
  ['status', 'status'],
  ['creationDate', 'creation_date'],
  ['approvalDate', 'approval_date'],
  ['currencyCode', 'currency_id'],
  ['invoiced', 'invoiced'],
  ['paid', 'paid'],
  ['invoiceId', 'invoice_id'],
  ['invoiceProvider', 'invoice_provider'],
  ['orderNote', 'order_note'],
] as const

export async function checkOrders(tx: Tx): Promise<void> {
  await resolve(tx)
  await leaveOwnOrders(tx)
  await reportRepeated(tx, 'stage_orders', 'line', 'ref_id, line')
  const rows = sql`from stage_orders s where ${sound}`
  await report(tx, 'buyerAccountCode', 'noAccount', sql`${rows} and s.buyer_id is null`)
  await report(tx, 'vendorAccountCode', 'noAccount', sql`${rows} and s.vendor_id is null`)
  await report(tx, 'sku', 'noProduct', sql`${rows} and s.product_id is null`)
  await report(tx, 'currencyCode', 'noCurrency', sql`${rows} and s.currency_id is null`)
  await checkParties(tx)
  await checkDates(tx)
  await checkWholeOrders(tx)
  await compareWithImported(tx)
  await checkExternalIds(tx, {
    table: 'stage_orders',
    kind: 'order',
    recordId: 'imported_id',
    record: 'ref_id',
    states: ['new'],
    isReached,
  })
  await report(
    tx,
    'orderRefCode',
    'anotherLineRefused',
    sql`from stage_orders s
        where s.ref_id in (select o.ref_id from stage_orders o join import_problems p on p.at_line = o.at_line)
        and ${sound}`,
  )
}

/**
 * Replaces the staging table by one with the ids for the codes in each row, null for unknown codes, so that each check is
 * a single scan of one table. Thousands of rows repeat the same codes; each code is looked up once.
 */
async function resolve(tx: Tx): Promise<void> {
  await tx.run(
    sql`drop table if exists order_refs, order_accounts, order_skus, order_currencies, stage_orders_resolved`,
  )
  await tx.run(sql`
    create temporary table order_refs as
    select order_ref_code, key_of(order_ref_code) as key, dense_rank() over (order by key_of(order_ref_code))::int as ref_id
    from (select distinct order_ref_code from stage_orders) r`)
  await tx.run(sql`analyze order_refs`)
  await findImported(tx)
  await tx.run(sql`
    create temporary table order_accounts as
    select c.code, a.account_id
    from (select buyer_account_code as code from stage_orders union select vendor_account_code from stage_orders) c
    join offered.accounts a on ${accountNamed(sql`c.code`)}`)
  await tx.run(sql`
    create temporary table order_skus as
    select c.sku, p.product_id from (select distinct sku from stage_orders) c join offered.products p on ${productNamed(sql`c.sku`)}`)
  await tx.run(sql`
    create temporary table order_currencies as
    select s.code, c.currency_id from (select distinct coalesce(currency_code, '') as code from stage_orders) s
    join offered.currencies c on case when s.code = ''
      then c.currency_id = (select currency_id from offered.tenants where tenant_id = (select current_tenant())) else c.code = upper(s.code) end`)
  await tx.run(sql`
    create temporary table stage_orders_resolved as
    select s.*, r.ref_id, b.account_id as buyer_id, v.account_id as vendor_id, p.product_id, c.currency_id,
           i.order_id as imported_id, case when i.order_id is null then 'new' else 'same' end as state
    from stage_orders s
    left join order_refs r on r.order_ref_code = s.order_ref_code
    left join imported_orders i on i.ref_id = r.ref_id
    left join order_accounts b on b.code = s.buyer_account_code
    left join order_accounts v on v.code = s.vendor_account_code
    left join order_skus p on p.sku = s.sku
    left join order_currencies c on c.code = coalesce(s.currency_code, '')`)
  await tx.run(sql`drop table stage_orders`)
  await tx.run(sql`alter table stage_orders_resolved rename to stage_orders`)
  await tx.run(sql`analyze stage_orders (at_line, ref_id, buyer_id, vendor_id, imported_id, state)`)
}

async function checkParties(tx: Tx): Promise<void> {
  await report(
    tx,
    'vendorAccountCode',
    'notAboveBuyer',
    sql`from stage_orders s
        where ${sound}
          and (s.buyer_id, s.vendor_id) in (
            select d.buyer_id, d.vendor_id from (select distinct buyer_id, vendor_id from stage_orders) d
            where not exists (
              select from accounts_at_or_above(d.buyer_id) t where t.account_id = d.vendor_id and t.depth > 0)
            -- The root is its own vendor, because stock is issued by its orders.
            and not exists (
              select from offered.accounts a
              where a.tenant_id = (select current_tenant()) and a.account_id = d.buyer_id and a.account_id = d.vendor_id and a.parent_id is null))`,
  )
}

async function checkDates(tx: Tx): Promise<void> {
  const rows = sql`from stage_orders s where ${sound}`
  await reportFuture(tx, 'stage_orders')
  await reportFuture(tx, 'stage_orders', 'approvalDate')
  await report(tx, 'approvalDate', 'beforeCreation', sql`${rows} and s.approval_date < s.creation_date`)
  await report(
    tx,
    'approvalDate',
    { reason: 'givenForStatus', detail: sql`s.status` },
    sql`${rows} and s.approval_date is not null and s.status in ('pending', 'canceled')`,
  )
}

/** All rows of an order must have the same order facts, and the total must not exceed the largest amount. */
async function checkWholeOrders(tx: Tx): Promise<void> {
  const facts = sql.join(headings.map(([, column]) => sql.ref(`s.${column}`)))
  await tx.run(sql`drop table if exists order_faults`)
  // Comparing hashes finds the orders that differ in one scan; only those are then compared row by row.
  await tx.run(sql`
    create temporary table order_faults as
    select ref_id, min(h) <> max(h) as differ, sum(amount) > ${maximumMoney}::numeric as too_large
    from (select s.ref_id, hash_record_extended(row(${facts}), 0) as h, s.quantity * s.price as amount
          from stage_orders s where ${sound}) s
    group by ref_id having min(h) <> max(h) or sum(amount) > ${maximumMoney}::numeric`)
  await compareWithFirstLine(tx)
  await report(
    tx,
    'price',
    { reason: 'totalTooLarge', detail: sql`${String(maximumMoney)}` },
    sql`from stage_orders s join order_faults f on f.ref_id = s.ref_id and f.too_large where ${sound}`,
  )
}

async function compareWithFirstLine(tx: Tx): Promise<void> {
  const each = sql.join(
    headings.map(
      ([name, column]) =>
        sql`(${name}, s.${sql.ref(sqlName(name))}::text, s.${sql.ref(column)} is distinct from f.${sql.ref(column)})`,
    ),
  )
  await reportEach(
    tx,
    'unlikeFirstLine',
    sql`from stage_orders s
        join (select distinct on (s.ref_id) s.* from stage_orders s join order_faults o on o.ref_id = s.ref_id and o.differ
              where ${sound} order by s.ref_id, s.line) f on f.ref_id = s.ref_id
        cross join lateral (values ${each}) h (name, value, differs)
        where h.differs and ${sound}`,
  )
}

/**
 * Finds orders that were imported before, by reference. Only what never changes is compared: changes that people have
 * made since, such as marking an order paid, are kept. Status and prices are compared with what the import wrote.
 */
async function findImported(tx: Tx): Promise<void> {
  await tx.run(sql`drop table if exists imported_orders`)
  await tx.run(sql`
    create temporary table imported_orders as
    select r.ref_id, o.order_id, o.buyer_id, o.vendor_id, o.currency_id, o.created_at,
           (select h.status from order_history h
            where h.tenant_id = o.tenant_id and h.order_id = o.order_id and h.source = 'import' order by h.history_id desc limit 1) as status,
           (select max(h.created_at) from order_history h
            where h.tenant_id = o.tenant_id and h.order_id = o.order_id and h.source = 'import' and h.status = 'approved') as approved_at
    from (select distinct ref_id, key from order_refs) r
    join orders o on o.tenant_id = (select current_tenant()) and o.origin = 'import'
                 and key_of(o.ref_code) = r.key`)
  await tx.run(sql`analyze imported_orders`)
}

/**
 * Finds orders that were created in the portal itself and are in its export, by reference, or by code when they have
 * none. Importing an export into its own tenant therefore adds none of them again.
 */
async function leaveOwnOrders(tx: Tx): Promise<void> {
  for (const name of [sql`o.code`, sql`o.ref_code`])
    await tx.run(sql`
      update stage_orders s set state = 'same'
      from orders o
      where o.tenant_id = (select current_tenant()) and o.origin <> 'import' and ${name} = s.order_ref_code
        and o.created_at = s.creation_date and o.buyer_id = s.buyer_id and s.state = 'new'`)
}

async function compareWithImported(tx: Tx): Promise<void> {
  const differs: [column: string, when: Sql][] = [
    ['buyerAccountCode', sql`o.buyer_id <> s.buyer_id`],
    ['vendorAccountCode', sql`o.vendor_id <> s.vendor_id`],
    ['creationDate', sql`o.created_at <> s.creation_date`],
    ['currencyCode', sql`o.currency_id <> s.currency_id`],
    ['status', sql`o.status is distinct from s.status`],
    ['approvalDate', sql`s.approval_date <> o.approved_at`],
    ['line', sql`i.line is null`],
    ['sku', sql`i.product_id <> s.product_id`],
    ['quantity', sql`i.qt <> s.quantity`],
    ['price', sql`i.price <> s.price and s.status <> 'pending'`],
  ]
  const each = sql.join(differs.map(([name, when]) => sql`(${name}, s.${sql.ref(sqlName(name))}::text, ${when})`))
  await reportEach(
    tx,
    'unlikeImported',
    sql`from stage_orders s
        join imported_orders o on o.order_id = s.imported_id
        left join order_items i on i.tenant_id = (select current_tenant()) and i.order_id = o.order_id and i.line = s.line
        cross join lateral (values ${each}) h (name, value, differs)
        where (${sql.join(
          differs.map(([, when]) => sql`(${when})`),
          sql` or `,
        )}) and h.differs and ${sound}`,
  )
}

/** Reports several columns of a row in one statement: `h` has their names and values. */
const reportEach = (tx: Tx, reason: 'unlikeFirstLine' | 'unlikeImported', rows: Sql) =>
  tx.run(sql`
    insert into import_problems (at_line, column_name, value, reason) select s.at_line, h.name, h.value, ${reason}::text ${rows}`)
