import type { PricePlan, PricePlanSummary } from '@trellis/contract/price-plans'
import { named } from '../../../platform/database/search.ts'
import { dayText, type Sql, sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import { modifiedAt } from '../../audit/index.ts'
import type { PriceOf } from '../effects.ts'

const tenant = sql`(select current_tenant())`

/** Applied plans that a list of plans shows. */
const shownApplied = 20

export interface StoredPlan {
  planId: string
  priceListId: string
  day: string
  note: string | null
  isApplied: boolean
}

/** A plan of the tenant; the caller checks that its list is seen. */
export const findPlan = (tx: Reader, planId: string) =>
  tx.row<StoredPlan>(sql`
    select plan_id as "planId", price_list_id as "priceListId", ${dayText(sql`day`)} as day, note,
           applied_at is not null as "isApplied"
    from price_plans where tenant_id = ${tenant} and plan_id = ${planId}`)

/** Today in the tenant's time zone. */
export const todayOfTenant = sql`(
  select (clock() at time zone t.time_zone)::date from offered.tenants t where t.tenant_id = (select current_tenant()))`

/** The wire's summary, from a row `p` of price_plans and its list `l`. */
const summary: Sql = sql`
  'planId', p.plan_id, 'priceList', json_build_object('id', l.price_list_id, 'name', l.name),
  'day', ${dayText(sql`p.day`)}, 'note', p.note,
  'state', case when p.applied_at is null then 'planned' else 'applied' end,
  'itemCount', (select count(custom_price) from price_plan_items i where i.tenant_id = p.tenant_id and i.plan_id = p.plan_id),
  'removedCount', (
    select count(*) from price_plan_items i
    where i.tenant_id = p.tenant_id and i.plan_id = p.plan_id and i.custom_price is null),
  'creationDate', iso(p.created_at),
  'modifiedDate', iso(${modifiedAt(sql`p.plan_id`, sql`p.created_at`)}),
  'createdBy', (
    select json_build_object('userId', u.user_id, 'firstName', u.first_name, 'lastName', u.last_name) from offered.users u
    where u.tenant_id = p.tenant_id and u.user_id = p.created_by
      and u.account_id in (select account_id from reachable_accounts())),
  'appliedDate', iso(p.applied_at), 'skippedCount', p.skipped`

/** The plans of a list by day, then the last applied ones. */
export const listPlans = (tx: Reader, priceListId: string) =>
  tx.json<{ items: PricePlanSummary[] }>(sql`
    with plans as (
      (select * from price_plans where tenant_id = ${tenant} and price_list_id = ${priceListId} and applied_at is null)
      union all
      (select * from price_plans where tenant_id = ${tenant} and price_list_id = ${priceListId} and applied_at is not null
       order by day desc limit ${sql.lit(shownApplied)})
    )
    select json_build_object('items', coalesce(json_agg(json_build_object(${summary})
      order by p.applied_at is not null, case when p.applied_at is null then p.day end, p.day desc), '[]'))::text
    from plans p join price_lists l using (tenant_id, price_list_id)`)

/** A plan with its prices, without what it means and what the reader may do. */
export const presentPlan = (tx: Reader, planId: string) =>
  tx.row<{ plan: Omit<PricePlan, 'effect' | 'mayChange'> }>(sql`
    select json_build_object(${summary},
      'currencyCode', (select c.code from offered.currencies c where c.currency_id = l.currency_id),
      'items', (
        select coalesce(json_agg(json_build_object(
          'productId', i.product_id, 'sku', d.sku, 'productName', d.name, 'status', d.status,
          'priceMsrp', d.price_msrp, 'msrpCurrencyId', d.currency_id,
          'currentPrice', o.custom_price, 'customPrice', i.custom_price,
          'customPriceDiscountType', i.discount_type, 'customPriceDiscountAmount', i.discount_amount,
          'quantityBreaks', coalesce(i.quantity_breaks, '[]'), 'currentBreaks', coalesce(o.quantity_breaks, '[]'))
          order by ${named(sql`d.name`)}, i.product_id), '[]')
        from price_plan_items i
        join offered.product_publications b on b.tenant_id = i.tenant_id and b.product_id = i.product_id
        join offered.products d on d.tenant_id = b.owner_tenant_id and d.product_id = b.product_id
        left join price_list_items o
          on o.tenant_id = i.tenant_id and o.price_list_id = p.price_list_id and o.product_id = i.product_id
        where i.tenant_id = p.tenant_id and i.plan_id = p.plan_id)) as plan
    from price_plans p join price_lists l using (tenant_id, price_list_id)
    where p.tenant_id = ${tenant} and p.plan_id = ${planId}`)

/**
 * The prices of a list's Active products on a day, with all plans up to it: those of a product by the latest plan that names it.
 * A product that was deleted comes on no list.
 */
export const listPricesOn = (tx: Reader, priceListId: string, day: string) =>
  tx.rows<PriceOf>(sql`
    with planned as (
      select distinct on (i.product_id) i.product_id, i.custom_price, i.quantity_breaks
      from price_plans p join price_plan_items i using (tenant_id, plan_id)
      where p.tenant_id = ${tenant} and p.price_list_id = ${priceListId} and p.applied_at is null and p.day <= ${day}::date
      order by i.product_id, p.day desc
    ), now as (
      select i.product_id, i.custom_price, i.quantity_breaks from price_list_items i
      where i.tenant_id = ${tenant} and i.price_list_id = ${priceListId}
    )
    select b.product_id as "productId", (case when n.product_id is null then o.custom_price else n.custom_price end)::text as price,
           case when n.product_id is null then o.quantity_breaks else n.quantity_breaks end as breaks
    from now o full join planned n on n.product_id = o.product_id
    join offered.product_publications b on b.tenant_id = ${tenant} and b.product_id = coalesce(n.product_id, o.product_id)
    join offered.products d on d.tenant_id = b.owner_tenant_id and d.product_id = b.product_id and d.status = 'Active'
    where case when n.product_id is null then o.custom_price else n.custom_price end is not null`)
