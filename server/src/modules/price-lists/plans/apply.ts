import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Job } from '../../../platform/jobs.ts'
import { record } from '../../audit/index.ts'
import { jobInPieces } from '../../tenants/index.ts'
import { recordPrices } from '../record-prices.ts'
import { writeItems } from '../write-items.ts'
import { todayOfTenant } from './queries.ts'

const tenant = sql`(select current_tenant())`

/** Scheduled job: applies planned prices on their day (rules R14). Days begin at a quarter of an hour of UTC in every time zone. */
export const pricePlansJobs = (db: Database): Job[] => [
  jobInPieces(db, { name: 'price-lists:apply', byClock: true, cron: '*/15 * * * *', size: 20, piece: applyPlans }),
]

/** Applies the plans of one list after the other, those of a list by day; late ones too. */
async function applyPlans(tx: Tx, most: number): Promise<number> {
  // The lists first: who changes a list or a plan of it locks the list too.
  const lists = await tx.rows<{ id: string }>(sql`
    select price_list_id as id from price_lists
    where tenant_id = ${tenant} and price_list_id in (
      select price_list_id from price_plans
      where tenant_id = ${tenant} and applied_at is null and day <= ${todayOfTenant}
      order by day, price_list_id limit ${most})
    order by price_list_id for no key update`)
  const plans = await tx.rows<{ planId: string; priceListId: string }>(sql`
    select plan_id as "planId", price_list_id as "priceListId" from price_plans
    where tenant_id = ${tenant} and price_list_id = any(${lists.map(({ id }) => id)}::uuid[]) and applied_at is null
      and day <= ${todayOfTenant}
    order by day, price_list_id limit ${most}`)
  for (const { planId, priceListId } of plans) await apply(tx, planId, priceListId)
  return plans.length
}

async function apply(tx: Tx, planId: string, priceListId: string): Promise<void> {
  const prices = sql`
    select i.product_id as id, i.custom_price as price, i.discount_type as kind, i.discount_amount as amount,
           i.quantity_breaks as breaks,
           d.status = 'Deleted' and o.product_id is null as is_gone
    from price_plan_items i
    join offered.product_publications b on b.tenant_id = i.tenant_id and b.product_id = i.product_id
    join offered.products d on d.tenant_id = b.owner_tenant_id and d.product_id = b.product_id
    left join price_list_items o
      on o.tenant_id = i.tenant_id and o.price_list_id = ${priceListId} and o.product_id = i.product_id
    where i.tenant_id = ${tenant} and i.plan_id = ${planId} and i.custom_price is not null`
  const drafts = sql`(select * from (${prices}) p where not p.is_gone) d`
  const leaving = sql`price_list_items
    where tenant_id = ${tenant} and price_list_id = ${priceListId} and product_id in (
      select product_id from price_plan_items where tenant_id = ${tenant} and plan_id = ${planId} and custom_price is null)`
  const gone = await tx.rows<{ id: string }>(sql`select id from (${prices}) p where p.is_gone`)
  await recordPrices(
    tx,
    sql`select ${priceListId}::uuid, d.id, d.price, d.kind, d.amount, d.breaks from ${drafts}
        union all select price_list_id, product_id, null, null, null, null from ${leaving}`,
    'plan',
  )
  const counts = await writeItems(tx, priceListId, drafts, leaving)
  await tx.run(sql`
    update price_plans set applied_at = clock(), skipped = ${gone.length}
    where tenant_id = ${tenant} and plan_id = ${planId}`)
  await record(tx, 'price_plan.applied', 'price_plan', planId, {
    after: { priceListId, ...counts, skipped: gone.length },
  })
}
