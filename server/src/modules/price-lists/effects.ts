import { type EffectGroup, namedInEffect, type PriceEffect, strongChange } from '@trellis/contract/pricing'
import type { QuantityBreak } from '@trellis/contract/quantity-breaks'
import { named } from '../../platform/database/search.ts'
import { json, only, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'

/*
 * What a change of prices means for accounts. The previews of it (the change itself is made in a dry run; the prices of a plan are
 * computed):
 *
 *   assigning a list:    listServed (before) ─> change ─> listServed (after) ─> effectOfMove ──┐
 *   prices of a list:    listPrices (before) ─> change ─> listServedBy, effectOfPrices ────────┼─> effectOn
 *   prices of a plan:    listPrices, listPricesOn ─> listServedBy, effectOfPrices ─────────────┘
 *
 * `effectOn` is one query. For each group (accounts with the same list before and the same list after):
 *
 *   former prices, later prices (full join) ─> differing rows with their share ─> numbered, price rises and lost prices first
 *                                             ─> differences: the first of them; differenceCount, lost, drops, rises
 *   accountIds of the group ─> accounts: the first of them; accountCount
 */

interface Served {
  accountId: string
  priceListId: string | null
}

/**
 * The price list that serves each account of a branch; null for an account without one. The nearest association upwards
 * wins; those of ancestors count only if they propagate.
 */
export const listServed = (tx: Reader, branchId: string) =>
  tx.rows<Served>(sql`
    select b.account_id as "accountId", e.price_list_id as "priceListId"
    from accounts_at_or_below(${branchId}) b
    join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = b.account_id and a.deleted_at is null
    left join lateral effective_price_list(b.account_id) e on true
    order by b.account_id`)

/**
 * The accounts in reach that this list serves. They are searched only at and below the accounts that it is associated
 * with, because it cannot serve others.
 */
export const listServedBy = async (tx: Reader, priceListId: string): Promise<string[]> => {
  const rows = await tx.rows<{ accountId: string }>(sql`
    select a.account_id as "accountId"
    from (
      select distinct t.account_id
      from price_list_accounts x cross join lateral accounts_at_or_below(x.account_id) t
      where x.tenant_id = (select current_tenant()) and x.price_list_id = ${priceListId}
    ) c
    join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = c.account_id and a.deleted_at is null
    cross join lateral effective_price_list(a.account_id) e
    where e.price_list_id = ${priceListId} and a.account_id in (select account_id from reachable_accounts())`)
  return rows.map(({ accountId }) => accountId)
}

export interface PriceOf {
  productId: string
  /** Decimal text. */
  price: string
  breaks: QuantityBreak[] | null
}

/** The prices of a list's Active products. */
export const listPrices = (tx: Reader, priceListId: string) =>
  tx.rows<PriceOf>(sql`
    select i.product_id as "productId", i.custom_price::text as price, i.quantity_breaks as breaks
    from price_list_items i
    join offered.product_publications b on b.tenant_id = i.tenant_id and b.product_id = i.product_id
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id and p.status = 'Active'
    where i.tenant_id = (select current_tenant()) and i.price_list_id = ${priceListId}`)

/**
 * The effect of a change from the lists that served a branch before and after it. Accounts with the same change form one
 * group.
 */
export async function effectOfMove(tx: Reader, before: Served[], after: Served[]): Promise<PriceEffect> {
  const former = new Map(before.map(({ accountId, priceListId }) => [accountId, priceListId]))
  const groups = new Map<string, Group>()
  for (const { accountId, priceListId: to } of after) {
    const from = former.get(accountId) ?? null
    if (from === to) continue
    const key = `${from} ${to}`
    const group = groups.get(key) ?? { from, to, accountIds: [] }
    group.accountIds.push(accountId)
    groups.set(key, group)
  }
  return effectOn(tx, [...groups.values()], null)
}

/**
 * The effect of new prices on one list, given its former prices, for all accounts in reach that it serves.
 * @param later the new prices; those on the list now by default
 */
export async function effectOfPrices(
  tx: Reader,
  priceListId: string,
  former: PriceOf[],
  later?: PriceOf[],
): Promise<PriceEffect> {
  const accountIds = await listServedBy(tx, priceListId)
  const prices = { former, later: later ?? (await listPrices(tx, priceListId)) }
  return effectOn(tx, [{ from: priceListId, to: priceListId, accountIds }], prices)
}

/** Accounts that one list served before the change and one serves now; null: none. */
interface Group {
  from: string | null
  to: string | null
  accountIds: string[]
}

/**
 * SQL: by how many percent the price of `o` falls and rises until it is that of `n`, each for the number of pieces for which it does most
 * (rules R23). What cost nothing rises without end. Null where the currencies differ.
 */
const changes = sql`(
  select min(share) as fall, max(share) as rise
  from (
    select case when a.before > 0 then 100 * (a.after - a.before) / a.before when a.after > 0 then 'Infinity' else 0 end as share
    from (
      select price_at(o.price, o.breaks, q.pieces) as before, price_at(n.price, n.breaks, q.pieces) as after
      from (
        select 1::bigint as pieces
        union
        select (b ->> 'from')::bigint from jsonb_array_elements(coalesce(o.breaks, '[]') || coalesce(n.breaks, '[]')) b
      ) q
    ) a
    where a.before is not null and a.after is not null and o.currency_id = n.currency_id
  ) s
)`

/** SQL: the currency in which an account buys by this list: the tenant's without one. */
const currencyOf = (list: Sql): Sql => sql`coalesce((
  select l.currency_id from price_lists l where l.tenant_id = t.tenant_id and l.price_list_id = ${list}), t.currency_id)`

/** @param prices those of the list before and after the change; null when the groups' lists changed, not their prices */
async function effectOn(
  tx: Reader,
  groups: Group[],
  prices: { former: PriceOf[]; later: PriceOf[] } | null,
): Promise<PriceEffect> {
  const [wherePricesChanged, whereListsChanged] = [only(prices !== null), only(prices === null)]
  const of = (which: 'former' | 'later') => sql`
    select r."productId" as product_id, r.price, r.breaks, l.currency_id
    from price_lists l, jsonb_to_recordset(${json(prices?.[which] ?? [])}) as r ("productId" uuid, price numeric, breaks jsonb)
    where l.tenant_id = (select current_tenant()) and l.price_list_id = g.list_before`
  const rows = await tx.rows<EffectGroup>(sql`
    with groups as (
      select g.row_no, (g.json ->> 'from')::uuid as list_before, (g.json ->> 'to')::uuid as list_after, g.json -> 'accountIds' as account_ids
      from jsonb_array_elements(${json(groups)}) with ordinality as g (json, row_no)
    )
    select
      (select json_build_object('id', l.price_list_id, 'name', l.name) from price_lists l
       where l.tenant_id = (select current_tenant()) and l.price_list_id = g.list_before) as "priceListBefore",
      (select json_build_object('id', l.price_list_id, 'name', l.name) from price_lists l
       where l.tenant_id = (select current_tenant()) and l.price_list_id = g.list_after) as "priceListAfter",
      (select coalesce(json_agg(json_build_object('id', a.account_id, 'name', a.name, 'groupName', a.group_name)
                                order by ${named(sql`a.name`)}, a.account_id), '[]')
       from (select a.account_id, a.name, k.name as group_name
             from jsonb_array_elements_text(g.account_ids) as m (id)
             join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = m.id::uuid
             join offered.account_groups k using (tenant_id, group_id)
             order by ${named(sql`a.name`)}, a.account_id limit ${namedInEffect}) a) as accounts,
      jsonb_array_length(g.account_ids) as "accountCount",
      coalesce(d.differences, '[]') as differences,
      coalesce(d.count, 0)::int as "differenceCount",
      coalesce(d.lost, 0)::int as "lostCount",
      coalesce(d.drops, 0)::int as "dropCount",
      coalesce(d.rises, 0)::int as "riseCount",
      (select count(*)::int
       from offered.tenants t, jsonb_array_elements_text(g.account_ids) as m (id)
       join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = m.id::uuid
       where t.tenant_id = (select current_tenant()) and a.credit_limit is not null
         and ${currencyOf(sql`g.list_before`)} <> ${currencyOf(sql`g.list_after`)}) as "limitCount"
    from groups g
    left join lateral (
      select json_agg(json_build_object(
               'productId', f.product_id, 'sku', f.sku, 'productName', f.name,
               'before', f.before, 'beforeCurrencyCode',
               (select c.code from offered.currencies c where c.currency_id = f.before_currency),
               'beforeBreaks', coalesce(f.before_breaks, '[]'), 'afterBreaks', coalesce(f.after_breaks, '[]'),
               'after', f.after, 'afterCurrencyCode',
               (select c.code from offered.currencies c where c.currency_id = f.after_currency)) order by f.row_no)
               filter (where f.row_no <= ${namedInEffect}) as differences,
             count(*) as count,
             count(*) filter (where f.after is null) as lost,
             count(*) filter (where f.fall <= ${-strongChange}) as drops,
             count(*) filter (where f.rise >= ${strongChange}) as rises
      from (
        select c.*, row_number() over (
                      order by (c.after is null) desc, greatest(abs(c.fall), abs(c.rise)) desc nulls last, ${named(sql`c.name`)}, c.product_id) as row_no
        from (
          select p.product_id, p.sku, p.name, o.price as before, o.currency_id as before_currency, n.price as after,
                 n.currency_id as after_currency,
                 o.breaks as before_breaks, n.breaks as after_breaks, s.fall, s.rise
          from (
            ${wherePricesChanged`${of('former')}`}
            ${whereListsChanged`
            select i.product_id, i.custom_price as price, i.quantity_breaks as breaks, l.currency_id
            from price_list_items i join price_lists l using (tenant_id, price_list_id)
            where i.tenant_id = (select current_tenant()) and i.price_list_id = g.list_before`}
          ) o
          full join (
            ${wherePricesChanged`${of('later')}`}
            ${whereListsChanged`
            select i.product_id, i.custom_price as price, i.quantity_breaks as breaks, l.currency_id
            from price_list_items i join price_lists l using (tenant_id, price_list_id)
            where i.tenant_id = (select current_tenant()) and i.price_list_id = g.list_after`}
          ) n on n.product_id = o.product_id
          join offered.product_publications b on b.tenant_id = (select current_tenant())
                                     and b.product_id = coalesce(o.product_id, n.product_id)
          join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id and p.status = 'Active'
          cross join lateral ${changes} s
          where (o.price, o.currency_id, o.breaks) is distinct from (n.price, n.currency_id, n.breaks)
        ) c
      ) f
    ) d on true
    order by g.row_no`)
  const affected = rows.filter((group) => group.differenceCount > 0 && group.accountCount > 0)
  const groupsByDamage = affected.toSorted((a, b) => b.lostCount - a.lostCount || strong(b) - strong(a))
  return { accountCount: affected.reduce((sum, group) => sum + group.accountCount, 0), groups: groupsByDamage }
}

const strong = ({ dropCount, riseCount }: EffectGroup) => dropCount + riseCount
