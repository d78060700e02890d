import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs.ts'
import { jobInPieces } from '../tenants/index.ts'
import { cancelStalePendingSellOuts } from './cancel-order.ts'
import { tellOfDelay } from './news.ts'

/** Cancels sell-outs that nobody decided on, which releases their stock (rules O8); reminds of promises (rules G42). */
export const ordersJobs = (db: Database): Job[] => [
  jobInPieces(db, {
    name: 'orders:cancel-stale',
    byClock: true,
    cron: '7 * * * *',
    size: 200,
    piece: cancelStalePendingSellOuts,
  }),
  jobInPieces(db, { name: 'orders:promises', byClock: true, cron: '*/5 * * * *', size: 50, piece: remindOfPromises }),
]

const tenant = sql`(select current_tenant())`

/** Tells once of each order that waits whose promise is about to break, late after an outage too. */
async function remindOfPromises(tx: Tx, most: number): Promise<number> {
  const rows = await tx.rows<{ orderId: string }>(sql`
    insert into order_reminders (order_id)
    select o.order_id
    from orders o cross join lateral (select promise_hours('order', o.vendor_id) as hours) p
    where o.tenant_id = ${tenant} and o.status = 'pending' and p.hours is not null
      and promise_told_at(o.created_at, p.hours) <= clock()
      and not exists (select from order_reminders r where r.tenant_id = o.tenant_id and r.order_id = o.order_id)
    order by o.created_at limit ${most}
    on conflict do nothing
    returning order_id as "orderId"`)
  if (rows.length > 0)
    await tellOfDelay(
      tx,
      rows.map(({ orderId }) => orderId),
    )
  return rows.length
}
