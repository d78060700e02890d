import { orderStatuses } from '@trellis/contract/orders'
import { sql } from '../../../../platform/database/sql.ts'
import { instant, money, oneOf, optional, present, required, text, wholeNumber, yesOrNo } from '../cells.ts'
import type { ImportFile, Sums } from '../file.ts'
import { checkOrders } from './orders-check.ts'
import { numberOrders, writeOrders } from './orders-write.ts'

/** Orders that were made before the portal ran: history, that keeps its dates and moves no stock. One row a line. */
export const orders: ImportFile = {
  name: 'orders.csv',
  columns: {
    orderRefCode: required(text()),
    line: required(wholeNumber(1, 1_000_000)),
    buyerAccountCode: required(text()),
    vendorAccountCode: required(text()),
    status: required(oneOf(...orderStatuses)),
    creationDate: required(instant),
    approvalDate: optional(instant),
    sku: required(text(64)),
    quantity: required(wholeNumber(1, 1_000_000)),
    price: required(money),
    currencyCode: present(text(3)),
    invoiced: optional(yesOrNo),
    paid: optional(yesOrNo),
    orderNote: optional(text(2000)),
  },
  workedOut: "state text not null default 'new'",
  isLeaf: true,

  check: checkOrders,

  async write(session, step) {
    await writeOrders(session, await session.transaction(numberOrders), step)
  },

  async sums(tx) {
    const row = await tx.row<{ orders: number; lines: number; quantity: number }>(sql`
      select count(distinct order_ref_code) as orders, count(*) as lines, coalesce(sum(quantity), 0) as quantity from stage_orders`)
    const amounts = await tx.rows<{ code: string; amount: string }>(sql`
      select c.code, sum(round(s.quantity * s.price, c.minor_units))::text as amount
      from stage_orders s join order_rows r using (at_line) join currencies c using (currency_id) group by 1 order by 1`)
    const sums: Sums = { orders: row?.orders ?? 0, lines: row?.lines ?? 0, quantity: row?.quantity ?? 0 }
    for (const { code, amount } of amounts) sums[`amount ${code}`] = amount
    return sums
  },
}
