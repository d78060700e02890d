import { orderStatuses } from '@trellis/contract/orders'
import { maximumQuantity } from '@trellis/contract/values'
import { type Sql, sql } from '../../platform/database/sql.ts'
import {
  instant,
  money,
  oneOf,
  optional,
  present,
  required,
  text,
  wholeNumber,
  yesOrNo,
} from '../../platform/import/cells.ts'
import type { ImportFile, Sums } from '../../platform/import/file.ts'
import { key } from '../../platform/import/keys.ts'
import { exactInstant } from '../../platform/import/present.ts'
import { otherCurrency } from '../../platform/import/warn.ts'
import { codeInReach, inReach } from '../accounts/index.ts'
import { externalIdsCell, externalIdsInFiles } from '../tenants/index.ts'
import { checkOrders } from './import-orders-check.ts'
import { writeOrders } from './import-orders-write.ts'

const ownOrders = (condition: Sql): Sql => sql`
  select count(*) from orders o
  where o.tenant_id = (select current_tenant()) and (${inReach(sql`o.buyer_id`)} or ${inReach(sql`o.vendor_id`)}) and ${condition}`

/** Orders made before the portal existed, one row per line. They keep their dates and move no stock. */
export const ordersImport: ImportFile = {
  name: 'orders.csv',
  columns: {
    orderRefCode: required(key()),
    line: required(wholeNumber(1, 1_000_000)),
    buyerAccountCode: required(key()),
    vendorAccountCode: required(key()),
    status: required(oneOf(...orderStatuses)),
    creationDate: required(instant),
    approvalDate: optional(instant),
    sku: required(key(64)),
    quantity: required(wholeNumber(1, maximumQuantity)),
    price: required(money),
    currencyCode: present(key(3)),
    invoiced: optional(yesOrNo),
    paid: optional(yesOrNo),
    invoiceId: optional(text()),
    invoiceProvider: optional(text()),
    orderNote: optional(text(2000)),
    externalIds: optional(externalIdsCell),
  },
  // `check` replaces the table by one that also has the ids for the codes and the state.
  workedOut: '',
  isLeaf: true,

  check: checkOrders,

  async write(tx, step, aside) {
    await writeOrders(tx, step, aside)
  },

  warn: (tx) => otherCurrency(tx, 'stage_orders', 'currencyCode'),

  present: (among) => sql`
    select o.order_id::text as id, coalesce(nullif(o.ref_code, ''), o.code) as "orderRefCode", ${externalIdsInFiles(sql`o.order_id`)} as "externalIds", i.line::text,
           ${codeInReach(sql`o.buyer_id`)} as "buyerAccountCode", ${codeInReach(sql`o.vendor_id`)} as "vendorAccountCode", o.status,
           ${exactInstant(sql`o.created_at`)} as "creationDate",
           case when o.status in ('approved', 'revoked') then ${exactInstant(sql`o.approved_at`)} end as "approvalDate", p.sku,
           i.qt::text as quantity, trim_scale(i.price)::text as price, c.code as "currencyCode", o.invoiced::text, o.paid::text,
           nullif(o.invoice_id, '') as "invoiceId", nullif(o.invoice_provider, '') as "invoiceProvider", o.note as "orderNote"
    from orders o
    join order_items i on i.tenant_id = o.tenant_id and i.order_id = o.order_id
    join offered.products p on p.tenant_id = i.tenant_id and p.product_id = i.product_id
    join offered.currencies c on c.currency_id = o.currency_id
    where o.tenant_id = (select current_tenant()) and (${inReach(sql`o.buyer_id`)} or ${inReach(sql`o.vendor_id`)}) and ${among(sql`o.order_id`)}
    order by o.created_at, o.code, i.line`,

  leavesOut: [
    { what: 'their codes: the portal that imports them gives new ones, by date', count: ownOrders(sql`true`) },
    { what: 'from which order they were made, and as what', count: ownOrders(sql`o.derived_order_id is not null`) },
    { what: 'from which deal they were made', count: ownOrders(sql`o.deal_id is not null`) },
    { what: 'the delivery address', count: ownOrders(sql`o.address_id is not null`) },
    {
      what: 'list price and discount beside the price, on lines',
      count: sql`select count(*) from order_items i
        where i.tenant_id = (select current_tenant()) and i.price_list_id is not null`,
    },
  ],

  async sums(tx) {
    const row = await tx.row<{ orders: number; lines: number; quantity: number }>(sql`
      select count(distinct ref_id) as orders, count(*) as lines, coalesce(sum(quantity), 0) as quantity from stage_orders`)
    const amounts = await tx.rows<{ code: string; amount: string }>(sql`
      select c.code, sum(line_amount(s.quantity, s.price, c.minor_units))::text as amount
      from stage_orders s join offered.currencies c using (currency_id) group by 1 order by 1`)
    const sums: Sums = { orders: row?.orders ?? 0, lines: row?.lines ?? 0, quantity: row?.quantity ?? 0 }
    for (const { code, amount } of amounts) sums[`amount ${code}`] = amount
    return sums
  },
}
