import { type PriceOnDay, shownOfDay } from '@trellis/contract/past-prices'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { todayOfTenant } from './plans/queries.ts'
import { type PastFacts, pricesOfDay } from './price-timeline.ts'
import { seen } from './queries.ts'

const tenant = sql`(select current_tenant())`

type Known = Omit<PriceOnDay, 'orders' | 'prices' | 'omittedCount' | 'isProductRecorded' | 'day'> & { facts: PastFacts }

/**
 * What an account in reach paid for a product on a day, and why (rules R18). Undefined for a product that is not published in the
 * tenant.
 */
export async function pastPricesOf(
  tx: Reader,
  actor: Actor,
  { accountId, productId, day }: { accountId: string; productId: string; day: string },
): Promise<Omit<PriceOnDay, 'orders'> | undefined> {
  const row = await tx.row<{ known: Known }>(knownOf(actor, accountId, productId, day))
  if (row === undefined) return undefined
  const { facts, ...names } = row.known
  const all = pricesOfDay(facts, accountId)
  const omittedCount = Math.max(0, all.length - shownOfDay)
  const prices = all.filter((_, index) => index === 0 || index > omittedCount)
  return { ...names, day, isProductRecorded: facts.product.isOwn, prices, omittedCount }
}

const micros = (at: Sql): Sql => sql`(extract(epoch from ${at}) * 1000000)::bigint`

/** Whether a day has not begun in the tenant's time zone. */
export const isAfterToday = async (tx: Reader, day: string): Promise<boolean> =>
  (await tx.row<{ is: boolean }>(sql`select ${day}::date > ${todayOfTenant} as is`))?.is ?? true

/** A JSON array of what changes since the beginning of the day replaced, in the order of time; from rows `e` of the audit log. */
const undone = (before: Sql, of: Sql, actions: Sql): Sql => sql`(
  select coalesce(json_agg(json_build_object('at', ${micros(sql`e.at`)}, 'before', ${before}) order by e.at, e.audit_id), '[]')
  from offered.audit_events e, day
  where e.tenant_id = ${tenant} and e.entity_id = ${of}::text and e.action in (${actions}) and e.at > day.start)`

const associating = sql`'price_list.associated', 'price_list.dissociated'`

/** How a price came on its list: the change of the list in the same transaction says its source, which editing has none of. */
const wayOf = sql`coalesce((
  select e.after ->> 'source' from offered.audit_events e
  cross join lateral (select jsonb_build_object('items', jsonb_build_array(jsonb_build_object('productId', h.product_id))) as it) named
  where e.tenant_id = h.tenant_id and e.at = h.changed_at and e.entity_id = h.price_list_id::text
    and e.action = 'price_list.products_set' and (e.after @> named.it or e.before @> named.it)
  order by e.audit_id desc limit 1), 'edit')`

const planOf = sql`(
  select p.plan_id from price_plans p join price_plan_items i using (tenant_id, plan_id)
  join price_lists l using (tenant_id, price_list_id)
  where p.tenant_id = h.tenant_id and p.price_list_id = h.price_list_id and p.applied_at = h.changed_at
    and i.product_id = h.product_id and i.custom_price is not distinct from h.price_after
    and i.quantity_breaks is not distinct from h.quantity_breaks and is_reached(l.account_id)
  order by p.day desc limit 1)`

/** The last price of each list before the day, and those of the day. */
const pricesJson = (productId: string): Sql => sql`(
  select coalesce(json_agg(json_build_object(
    'at', ${micros(sql`h.changed_at`)}, 'price', h.price_after,
    'discountType', h.discount_type, 'discountAmount', h.discount_amount, 'quantityBreaks', coalesce(h.quantity_breaks, '[]'),
    'by', (select u.first_name || ' ' || u.last_name from offered.users u
           where u.tenant_id = h.tenant_id and u.user_id = h.changed_by and is_reached(u.account_id)),
    'how', ${wayOf}, 'planId', ${planOf}) order by h.number), '[]')
  from (
    (select c.* from price_changes c, day
     where c.tenant_id = ${tenant} and c.price_list_id = x.price_list_id and c.product_id = ${productId}
       and c.changed_at <= day.start
     order by c.number desc limit 1)
    union all
    select c.* from price_changes c, day
    where c.tenant_id = ${tenant} and c.price_list_id = x.price_list_id and c.product_id = ${productId}
      and c.changed_at > day.start and c.changed_at < day.finish
  ) h)`

/**
 * What is known of a day, in one statement. The tree, the associations, the catalogue and the names of lists are those of now, with
 * what each later change in the audit log replaced; prices have a history of their own.
 */
const knownOf = (actor: Actor, accountId: string, productId: string, day: string): Sql => sql`
  with recursive day as materialized (
    select (${day}::date::timestamp at time zone t.time_zone) as start,
           ((${day}::date + 1)::timestamp at time zone t.time_zone) as finish, t.time_zone, t.currency_id,
           (select e.at from offered.audit_events e where e.tenant_id = t.tenant_id order by e.audit_id limit 1) as recorded_since
    from offered.tenants t where t.tenant_id = ${tenant}
  ), above (account_id) as (
    select ${accountId}::uuid
    union
    select p.account_id from above a
    cross join lateral (
      select x.parent_id from offered.accounts x where x.tenant_id = ${tenant} and x.account_id = a.account_id
      union all
      select (e.before ->> 'parentId')::uuid from offered.audit_events e, day
      where e.tenant_id = ${tenant} and e.entity_id = a.account_id::text and e.action = 'account.moved' and e.at > day.start
    ) p (account_id)
    where p.account_id is not null
  ), lists as materialized (
    select g.price_list_id from above a join price_list_accounts g on g.tenant_id = ${tenant} and g.account_id = a.account_id
    union
    select (e.before ->> 'priceListId')::uuid from above a, day, offered.audit_events e
    where e.tenant_id = ${tenant} and e.entity_id = a.account_id::text and e.action in (${associating}) and e.at > day.start
      and e.before is not null
  )
  select json_build_object(
    'productId', p.product_id, 'sku', p.sku, 'productName', p.name,
    'accountId', o.account_id, 'accountName', o.name, 'timeZone', day.time_zone,
    'facts', json_build_object(
      'start', ${micros(sql`day.start`)}, 'end', ${micros(sql`day.finish`)},
      'currencyId', day.currency_id,
      'currencyCode', (select c.code from offered.currencies c where c.currency_id = day.currency_id),
      'product', json_build_object(
        'isOwn', b.owner_tenant_id = b.tenant_id, 'createdAt', ${micros(sql`p.created_at`)},
        'now', json_build_object('status', p.status, 'priceMsrp', p.price_msrp, 'currencyId', p.currency_id),
        'changes', ${undone(
          sql`jsonb_strip_nulls(jsonb_build_object('status', e.before -> 'status', 'priceMsrp', e.before -> 'price_msrp',
                'currencyId', e.before -> 'currency_id'))`,
          sql`p.product_id`,
          sql`'product.updated', 'product.deleted'`,
        )}),
      'accounts', (
        select json_agg(json_build_object(
          'accountId', a.account_id, 'name', a.name, 'isReached', is_reached(a.account_id),
          'recordedSince', ${micros(sql`greatest(day.recorded_since, coalesce((
            select e.at from offered.audit_events e
            where e.tenant_id = a.tenant_id and e.entity_id = a.account_id::text order by e.audit_id limit 1), a.created_at))`)},
          'parentId', a.parent_id,
          'moves', ${undone(sql`e.before -> 'parentId'`, sql`a.account_id`, sql`'account.moved'`)},
          'given', (
            select json_build_object('priceListId', g.price_list_id, 'canPropagate', g.can_propagate, 'at', ${micros(sql`g.created_at`)})
            from price_list_accounts g where g.tenant_id = a.tenant_id and g.account_id = a.account_id),
          'associations', ${undone(sql`e.before`, sql`a.account_id`, associating)}))
        from above join offered.accounts a on a.tenant_id = ${tenant} and a.account_id = above.account_id),
      'lists', (
        select coalesce(json_agg(json_build_object(
          'priceListId', x.price_list_id,
          'isSeen', exists (select from price_lists l where l.price_list_id = x.price_list_id and ${seen(actor)}),
          'now', (
            select json_build_object('name', l.name, 'currencyCode', c.code)
            from price_lists l join offered.currencies c using (currency_id)
            where l.tenant_id = ${tenant} and l.price_list_id = x.price_list_id),
          'changes', ${undone(
            sql`json_build_object('name', e.before ->> 'name', 'currencyCode', (
                  select c.code from offered.currencies c where c.currency_id = (e.before ->> 'currencyId')::int))`,
            sql`x.price_list_id`,
            sql`'price_list.updated', 'price_list.removed'`,
          )},
          'prices', ${pricesJson(productId)})), '[]')
        from lists x))) as known
  from day
  join offered.accounts o on o.tenant_id = ${tenant} and o.account_id = ${accountId}
  join offered.product_publications b on b.tenant_id = ${tenant} and b.product_id = ${productId}
  join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id`
