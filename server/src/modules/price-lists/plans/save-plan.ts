import type { Out } from '@trellis/contract/endpoint'
import { maximumPlans, type PricePlanChange, type PricePlanDraft } from '@trellis/contract/price-plans'
import type { QuantityBreak } from '@trellis/contract/quantity-breaks'
import { violates } from '../../../platform/database/database.ts'
import { json, type Sql, sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { found, invalid, refuse } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { record, recordAll } from '../../audit/index.ts'
import { storedBreaks } from '../items.ts'
import { lockForUpdate } from '../lock-price-list.ts'
import type { SeenList } from '../queries.ts'
import { breakSentences } from '../rules.ts'
import { productsOf } from '../set-products.ts'
import { findPlan, type StoredPlan, todayOfTenant } from './queries.ts'

type Values = Out<typeof PricePlanChange>
type Draft = Out<typeof PricePlanDraft>

const tenant = sql`(select current_tenant())`

/** Prices that an event of a plan names; the others are only counted. */
const pricesOfEvent = 50

const sentences = {
  unknown: 'There is no such product',
  twice: 'The product stands here twice',
  deleted: 'The product was deleted',
  required: 'The discount needs a type and an amount',
  too_big: 'The discount is too large',
  ...breakSentences,
} as const

/**
 * Plans new prices of a list, and with `until` the way back from them, as a second plan. Refuses an unknown or doubled product, a day
 * that is not later than today, or has a plan.
 */
export async function createPlan(tx: Tx, actor: Actor, draft: Draft): Promise<string> {
  const { priceListId, until = null, ...values } = draft
  const list = await lockForUpdate(tx, actor, priceListId)
  const { waiting } = found(
    await tx.row<{ waiting: number }>(sql`
      select count(*)::int as waiting from price_plans
      where tenant_id = ${tenant} and price_list_id = ${priceListId} and applied_at is null`),
  )
  refuse(
    waiting + (until === null ? 1 : 2) <= maximumPlans ? null : 'RQ409',
    { maximum: maximumPlans },
    'The list has as many plans as it can have',
  )
  const ids = await check(tx, actor, list, values)
  if (until !== null && until <= values.day)
    throw invalid(['until'], 'too_early', 'The prices before come back on a later day')
  // Read before the plan is written: it is what the list would have without it.
  const back = until === null ? null : await pricesWithout(tx, priceListId, until, [...ids, ...values.remove])
  const { day, note } = values
  const planId = await insertPlan(tx, { priceListId, day, note, path: 'day' }, rowsOf(values, ids))
  await recordPlan(tx, planId)
  if (until !== null && back !== null)
    await recordPlan(tx, await insertPlan(tx, { priceListId, day: until, note, path: 'until' }, back))
  return planId
}

/** What the list has of these products on a day, with what is planned until then; read before the plan is written. */
export const pricesWithout = async (tx: Tx, priceListId: string, day: string, ids: string[]): Promise<Sql> =>
  asRows(
    await tx.rows<PlannedRow>(sql`
    with planned as (
      select distinct on (i.product_id) i.product_id, i.custom_price, i.discount_type, i.discount_amount, i.quantity_breaks
      from price_plans p join price_plan_items i using (tenant_id, plan_id)
      where p.tenant_id = ${tenant} and p.price_list_id = ${priceListId} and p.applied_at is null and p.day <= ${day}::date
      order by i.product_id, p.day desc
    )
    select x.id, (case when n.product_id is null then o.custom_price else n.custom_price end)::text as price,
           case when n.product_id is null then o.discount_type else n.discount_type end as kind,
           (case when n.product_id is null then o.discount_amount else n.discount_amount end)::text as amount,
           case when n.product_id is null then o.quantity_breaks else n.quantity_breaks end as breaks
    from unnest(${ids}::uuid[]) as x (id)
    left join planned n on n.product_id = x.id
    left join price_list_items o
      on o.tenant_id = ${tenant} and o.price_list_id = ${priceListId} and o.product_id = x.id`),
  )

interface NewPlan {
  priceListId: string
  day: string
  note: Values['note']
  path: 'day' | 'until'
}

/** @param rows a query for product, price, type and amount of the discount, and breaks; a price of null takes it off the list */
export async function insertPlan(tx: Tx, { priceListId, day, note, path }: NewPlan, rows: Sql): Promise<string> {
  const planId = newId()
  await orDayTaken(
    tx.run(sql`
      insert into price_plans (plan_id, price_list_id, day, note)
      values (${planId}, ${priceListId}, ${day}, ${note || null})`),
    path,
  )
  await writePrices(tx, planId, rows)
  return planId
}

export const recordPlan = async (tx: Tx, planId: string) =>
  record(tx, 'price_plan.created', 'price_plan', planId, { after: await factsOf(tx, planId) })

/** Changes a plan that was not applied (else RQ409). */
export async function changePlan(tx: Tx, actor: Actor, planId: string, values: Values): Promise<void> {
  const { list } = await lockPlan(tx, actor, planId)
  const before = await factsOf(tx, planId)
  const ids = await check(tx, actor, list, values)
  await orDayTaken(
    tx.run(sql`
      update price_plans set day = ${values.day}, note = ${values.note || null}
      where tenant_id = ${tenant} and plan_id = ${planId}`),
  )
  await tx.run(sql`delete from price_plan_items where tenant_id = ${tenant} and plan_id = ${planId}`)
  await writePrices(tx, planId, rowsOf(values, ids))
  await record(tx, 'price_plan.changed', 'price_plan', planId, { before, after: await factsOf(tx, planId) })
}

/** Cancels a plan that was not applied (else RQ409). */
export async function cancelPlan(tx: Tx, actor: Actor, planId: string): Promise<void> {
  await lockPlan(tx, actor, planId)
  await record(tx, 'price_plan.canceled', 'price_plan', planId, { before: await factsOf(tx, planId) })
  await tx.run(sql`delete from price_plans where tenant_id = ${tenant} and plan_id = ${planId}`)
}

/** Cancels what is planned for a list that is deleted. */
export async function cancelPlansOf(tx: Tx, priceListId: string): Promise<void> {
  const plans = await tx.rows<{ planId: string; day: string }>(sql`
    delete from price_plans where tenant_id = ${tenant} and price_list_id = ${priceListId} returning plan_id as "planId", day::text`)
  const changes = plans.map(({ planId, day }) => ({ entityId: planId, before: { priceListId, day } }))
  if (changes.length > 0) await recordAll(tx, 'price_plan.canceled', 'price_plan', changes)
}

/** The plan and its list, locked; RQ409 for one that was applied. */
async function lockPlan(tx: Tx, actor: Actor, planId: string): Promise<{ plan: StoredPlan; list: SeenList }> {
  const { priceListId } = found(await findPlan(tx, planId))
  const list = await lockForUpdate(tx, actor, priceListId)
  // Read again: the job applies plans with the list locked.
  const plan = found(await findPlan(tx, planId))
  refuse(plan.isApplied ? 'RQ409' : null, { reason: 'applied' }, 'These prices were applied')
  return { plan, list }
}

/** The products of the rows, by their ids; refuses what cannot be planned. */
async function check(tx: Tx, actor: Actor, list: SeenList, { day, items, remove }: Values): Promise<string[]> {
  const { isLater } = found(
    await tx.row<{ isLater: boolean }>(sql`select ${day}::date > ${todayOfTenant} as "isLater"`),
  )
  if (!isLater) throw invalid(['day'], 'too_early', 'Prices are planned for a day later than today')
  if (items.length + remove.length === 0) throw invalid(['items'], 'required', 'Nothing is planned')
  const { ids, faults } = await productsOf(tx, actor, list, items)
  for (const { index, field, code } of faults)
    throw invalid(['items', index, ...field.split('.')], code, sentences[code])
  const taken = new Set(ids)
  const known = new Set(
    (
      await tx.rows<{ productId: string }>(sql`
        select product_id as "productId" from price_list_items
        where tenant_id = ${tenant} and price_list_id = ${list.priceListId} and product_id = any(${remove}::uuid[])
        union
        select i.product_id from price_plans p join price_plan_items i using (tenant_id, plan_id)
        where p.tenant_id = ${tenant} and p.price_list_id = ${list.priceListId} and p.applied_at is null and p.day < ${day}::date
          and i.product_id = any(${remove}::uuid[])`)
    ).map(({ productId }) => productId),
  )
  for (const [index, productId] of remove.entries()) {
    if (taken.has(productId)) throw invalid(['remove', index], 'twice', sentences.twice)
    if (!known.has(productId)) throw invalid(['remove', index], 'unknown', 'The product is not on the list by then')
  }
  return ids
}

/** A price of a plan; null: the product leaves the list. */
interface PlannedRow {
  id: string
  price: string | number | null
  kind: string | null
  amount: string | number | null
  breaks: QuantityBreak[] | null
}

const asRows = (rows: PlannedRow[]): Sql => sql`
  select d.id, d.price, d.kind, d.amount, d.breaks
  from jsonb_to_recordset(${json(rows)}) as d (id uuid, price numeric(19, 4), kind text, amount numeric(19, 4), breaks jsonb)`

const rowsOf = ({ items, remove }: Values, ids: string[]): Sql =>
  asRows([
    ...items.map((item, index) => ({
      // `check` found one id for each item.
      id: ids[index] as string,
      price: item.customPrice,
      kind: item.customPriceDiscountType ?? null,
      amount: item.customPriceDiscountAmount ?? null,
      breaks: storedBreaks(item),
    })),
    ...remove.map((id) => ({ id, price: null, kind: null, amount: null, breaks: null })),
  ])

const writePrices = (tx: Tx, planId: string, rows: Sql): Promise<number> =>
  tx.run(sql`
    insert into price_plan_items (plan_id, product_id, custom_price, discount_type, discount_amount, quantity_breaks)
    select ${planId}::uuid, d.* from (${rows}) d`)

/** A plan as the audit log keeps it. */
const factsOf = async (tx: Tx, planId: string): Promise<object> => {
  const row = await tx.row<{ facts: object }>(sql`
    select json_strip_nulls(json_build_object(
      'priceListId', p.price_list_id, 'day', p.day, 'note', p.note,
      'itemCount', (select count(*) from price_plan_items i where i.tenant_id = p.tenant_id and i.plan_id = p.plan_id),
      'items', (
        select json_agg(json_build_object(
          'productId', d.product_id, 'sku', d.sku, 'productName', d.name, 'customPrice', trim_scale(d.custom_price),
          'customPriceDiscountType', d.discount_type, 'customPriceDiscountAmount', trim_scale(d.discount_amount),
          'quantityBreaks', breaks_text(d.quantity_breaks)) order by d.sku)
        from (
          select i.*, o.sku, o.name from price_plan_items i
          join offered.product_publications b on b.tenant_id = i.tenant_id and b.product_id = i.product_id
          join offered.products o on o.tenant_id = b.owner_tenant_id and o.product_id = b.product_id
          where i.tenant_id = p.tenant_id and i.plan_id = p.plan_id
          order by o.sku limit ${sql.lit(pricesOfEvent)}
        ) d))) as facts
    from price_plans p where p.tenant_id = ${tenant} and p.plan_id = ${planId}`)
  return found(row).facts
}

async function orDayTaken(writing: Promise<number>, path: 'day' | 'until' = 'day'): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (!violates(error, 'price_plans_of_list')) throw error
    throw invalid([path], 'taken', 'The list has a plan for this day')
  }
}
