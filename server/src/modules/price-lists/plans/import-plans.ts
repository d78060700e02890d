import { discountTypes } from '@trellis/contract/catalogue'
import { hasPermission } from '@trellis/contract/permissions'
import { maximumPlans } from '@trellis/contract/price-plans'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { Fault, type Kind, money, oneOf, optional, required, text } from '../../../platform/import/cells.ts'
import type { ImportFile } from '../../../platform/import/file.ts'
import { key } from '../../../platform/import/keys.ts'
import { report, reportRepeated, sound } from '../../../platform/import/stage.ts'
import { accountNamed, codeInReach, inReach } from '../../accounts/index.ts'
import { productNamed } from '../../catalogue/index.ts'
import { breaksCell, checkDiscounts, hideUnseen } from '../import-price-lists.ts'
import { priceListNamed } from '../named.ts'
import { todayOfTenant } from './queries.ts'
import { insertPlan, pricesWithout, recordPlan } from './save-plan.ts'

const table = 'stage_price_plans'
const tenant = sql`(select current_tenant())`

/** A day, of which the time of a spreadsheet is left out. */
const day: Kind = {
  sqlType: 'date',
  read: (value) => {
    const [, date] = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(value) ?? []
    if (date === undefined) return new Fault('notDate')
    const at = new Date(`${date}T00:00:00Z`)
    return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(date) ? new Fault('noSuchDate') : date
  },
}

/**
 * Prices that apply from a day on (rules R12 to R16), one row a price. An empty price takes the product off the list. A plan that exists
 * already stays as it is; those that were applied are history, and in no file.
 */
export const pricePlansImport: ImportFile = {
  name: 'price-plans.csv',
  columns: {
    priceListName: required(key()),
    ownerAccountCode: required(key()),
    day: required(day),
    sku: required(key(64)),
    customPrice: optional(money),
    quantityBreaks: optional(breaksCell),
    discountType: optional(oneOf(...discountTypes)),
    discountAmount: optional(money),
    note: optional(text(500)),
    until: optional(day),
  },
  workedOut: 'price_list_id uuid, currency_id int, product_id uuid, plan_id uuid, state text',
  isLeaf: false,

  async check(tx, importer) {
    await reportRepeated(tx, table, 'sku', 'key_of(price_list_name), key_of(owner_account_code), day, key_of(sku)')
    await tx.run(sql`
      update stage_price_plans s set price_list_id = l.price_list_id, currency_id = l.currency_id, product_id = p.product_id,
        plan_id = n.plan_id
      from stage_price_plans o
      left join offered.accounts a on ${accountNamed(sql`o.owner_account_code`)} and a.deleted_at is null and ${inReach(sql`a.account_id`)}
      left join price_lists l on ${priceListNamed(sql`a.account_id`, sql`o.price_list_name`)}
      left join offered.products p on ${productNamed(sql`o.sku`)} and p.status <> 'Deleted'
      left join price_plans n on n.tenant_id = ${tenant} and n.price_list_id = l.price_list_id and n.day = o.day
      where o.at_line = s.at_line`)
    if (importer) await hideUnseen(tx, importer, table)
    const rows = sql`from stage_price_plans s where ${sound}`
    await report(tx, 'priceListName', 'noPriceListOfOwner', sql`${rows} and s.price_list_id is null`)
    await report(tx, 'sku', 'noProduct', sql`${rows} and s.product_id is null`)
    await checkDiscounts(tx, importer, table)
    const hasNone = sql`s.custom_price is null and num_nonnulls(s.quantity_breaks, s.discount_type) > 0`
    await report(tx, 'customPrice', 'required', sql`${rows} and ${hasNone}`)
    await report(
      tx,
      'customPrice',
      { reason: 'breaksNotLower', detail: sql`s.quantity_breaks -> 0 ->> 'price'` },
      sql`${rows} and s.custom_price <= (s.quantity_breaks -> 0 ->> 'price')::numeric`,
    )
    await tx.run(sql`update stage_price_plans set state = case when plan_id is null then 'new' else 'same' end`)
    await checkKnown(tx)
    await checkPlans(tx)
    if (importer && !hasPermission(importer.actor.permissions, 'PriceLists', 'u'))
      await report(tx, 'priceListName', 'mayNotChange', sql`${rows} and s.state = 'new'`)
    // Prices of one day are one plan: with a refused row it would be another.
    await report(
      tx,
      'day',
      'anotherLineRefused',
      sql`${rows} and exists (
        select from stage_price_plans o join import_problems bad on bad.at_line = o.at_line
        where o.price_list_id = s.price_list_id and o.day = s.day)`,
    )
  },

  async write(tx, step) {
    const plans = await tx.rows<{ priceListId: string; day: string; note: string | null; until: string | null }>(sql`
      select price_list_id as "priceListId", day::text, min(note) as note, min(until)::text as until
      from stage_price_plans where state = 'new' group by price_list_id, day order by day, price_list_id`)
    // Of people who edit them; a plan is of its list.
    await tx.run(sql`
      select from price_lists where tenant_id = ${tenant} and price_list_id = any(${plans.map(({ priceListId }) => priceListId)}::uuid[])
      order by price_list_id for no key update`)
    for (const [index, { priceListId, day: from, note, until }] of plans.entries()) {
      const those = sql`s.state = 'new' and s.price_list_id = ${priceListId} and s.day = ${from}::date`
      const back =
        until === null ? null : await pricesWithout(tx, priceListId, until, await idsOf(tx, priceListId, from))
      const planId = await insertPlan(
        tx,
        { priceListId, day: from, note, path: 'day' },
        sql`
        select s.product_id, s.custom_price, s.discount_type, s.discount_amount, s.quantity_breaks from stage_price_plans s where ${those}`,
      )
      await recordPlan(tx, planId)
      if (until !== null && back !== null) {
        const second = await insertPlan(tx, { priceListId, day: until, note, path: 'until' }, back)
        await recordPlan(tx, second)
      }
      step(index + 1, plans.length)
    }
  },

  present: (among) => sql`
    select n.plan_id::text as id, l.name as "priceListName", ${codeInReach(sql`l.account_id`)} as "ownerAccountCode", n.day::text, p.sku,
           trim_scale(i.custom_price)::text as "customPrice", breaks_text(i.quantity_breaks) as "quantityBreaks",
           i.discount_type as "discountType", trim_scale(i.discount_amount)::text as "discountAmount", n.note, null::text as until
    from price_plans n
    join price_lists l on l.tenant_id = n.tenant_id and l.price_list_id = n.price_list_id
    join price_plan_items i on i.tenant_id = n.tenant_id and i.plan_id = n.plan_id
    join offered.products p on p.tenant_id = i.tenant_id and p.product_id = i.product_id and p.status <> 'Deleted'
    where n.tenant_id = ${tenant} and n.applied_at is null and ${inReach(sql`l.account_id`)} and ${among(sql`l.price_list_id`)}
    order by l.name, l.price_list_id, n.day, p.sku`,

  leavesOut: [
    {
      what: 'plans that were applied: their prices are on the lists',
      count: sql`select count(*) from price_plans n where n.tenant_id = ${tenant} and n.applied_at is not null`,
    },
  ],

  async sums(tx) {
    const row = await tx.row<{ plans: number; removed: number }>(sql`
      select count(distinct (price_list_id, day))::int as plans, count(*) filter (where custom_price is null)::int as removed
      from stage_price_plans`)
    return { plans: row?.plans ?? 0, removed: row?.removed ?? 0 }
  },
}

const idsOf = async (tx: Tx, priceListId: string, from: string): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(sql`
      select s.product_id as id from stage_price_plans s where s.price_list_id = ${priceListId} and s.day = ${from}::date`)
  ).map(({ id }) => id)

/** A row of a plan that exists says the same as it. */
const checkKnown = (tx: Tx) =>
  report(
    tx,
    'day',
    'unlikePlan',
    sql`from stage_price_plans s
      left join price_plan_items i on i.tenant_id = ${tenant} and i.plan_id = s.plan_id and i.product_id = s.product_id
      where ${sound} and s.state = 'same' and (
        i.product_id is null or (i.custom_price, i.quantity_breaks, i.discount_type, i.discount_amount)
          is distinct from (s.custom_price, s.quantity_breaks, s.discount_type, s.discount_amount))`,
  )

/** What `createPlan` asks of a plan (rules R12), of each of the file. */
async function checkPlans(tx: Tx): Promise<void> {
  const rows = sql`from stage_price_plans s where ${sound} and s.state = 'new'`
  await report(tx, 'day', 'dayNotLater', sql`${rows} and s.day <= ${todayOfTenant}`)
  await report(tx, 'until', 'beforeDay', sql`${rows} and s.until <= s.day`)
  for (const column of ['note', 'until'] as const)
    await report(
      tx,
      column,
      'unlikeFirstLine',
      sql`from stage_price_plans s
        join (select distinct on (price_list_id, day) * from stage_price_plans order by price_list_id, day, at_line) f
          on f.price_list_id = s.price_list_id and f.day = s.day
        where ${sound} and s.state = 'new' and ${sql.ref(`s.${column}`)} is distinct from ${sql.ref(`f.${column}`)}`,
    )
  await report(
    tx,
    'until',
    'dayPlanned',
    sql`${rows} and s.until is not null and (
      exists (select from price_plans n where n.tenant_id = ${tenant} and n.price_list_id = s.price_list_id and n.day = s.until)
      or exists (select from stage_price_plans o where o.price_list_id = s.price_list_id and (
        o.day = s.until or o.until = s.until and o.day <> s.day)))`,
  )
  await report(
    tx,
    'sku',
    'notOnList',
    sql`${rows} and s.custom_price is null and not exists (
      select from price_list_items i
      where i.tenant_id = ${tenant} and i.price_list_id = s.price_list_id and i.product_id = s.product_id
      union all
      select from price_plans n join price_plan_items i using (tenant_id, plan_id)
      where n.tenant_id = ${tenant} and n.price_list_id = s.price_list_id and n.applied_at is null and n.day < s.day
        and i.product_id = s.product_id
      union all
      select from stage_price_plans o
      where o.price_list_id = s.price_list_id and o.day < s.day and o.product_id = s.product_id)`,
  )
  await report(
    tx,
    'day',
    { reason: 'tooManyPlans', detail: sql.lit(maximumPlans) },
    sql`from stage_price_plans s
      join (
        select o.price_list_id, count(distinct o.day) + count(distinct o.until) + (
          select count(*) from price_plans n
          where n.tenant_id = ${tenant} and n.price_list_id = o.price_list_id and n.applied_at is null) as plans
        from stage_price_plans o where o.state = 'new' group by o.price_list_id
      ) c on c.price_list_id = s.price_list_id and c.plans > ${maximumPlans}
      where ${sound} and s.state = 'new'`,
  )
}
