import type { Out } from '@trellis/contract/endpoint'
import { type Association, type PriceList, type PriceListSearch, priceListList } from '@trellis/contract/price-lists'
import { columnsOf, contains, equals, following, named, notNull, paging } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { hasWords } from '../../platform/database/words.ts'
import { found, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isOfScope, isReached, keysInScope, scopeOf } from '../accounts/index.ts'
import { modifiedAt, modifiedWithin } from '../audit/index.ts'
import { type ListFacts, whyNot } from './rules.ts'

type Search = Out<typeof PriceListSearch>

const tenant = sql`(select current_tenant())`
const inReach = isReached(sql`l.account_id`)

/** The list that comes from above to accounts below the actor's, where the actor's own list is not propagated to them. */
const passingBy = ({ accountId }: Actor): Sql => sql`(
  select x.price_list_id
  from price_list_accounts o
  join offered.accounts p on p.tenant_id = o.tenant_id and p.account_id = o.account_id
  cross join lateral nearest_price_list(p.parent_id, true, null) x
  where o.tenant_id = (select current_tenant()) and o.account_id = ${accountId} and not o.can_propagate
    and exists (
      select from accounts_at_or_below(o.account_id) b cross join lateral effective_price_list(b.account_id) e
      where b.depth > 0 and e.price_list_id = x.price_list_id))`

/**
 * The lists that the actor sees: owned in reach, assigned to an account in reach, serving the actor's own account, or
 * passing by.
 */
export const seen = (actor: Actor): Sql => seenBy(isReached, actor)

/** The same with these accounts in reach. */
export const seenIn = (accounts: Sql, actor: Actor): Sql => seenBy((account) => sql`${account} in ${accounts}`, actor)

const seenBy = (reaches: (account: Sql) => Sql, actor: Actor): Sql => sql`
  l.tenant_id = (select current_tenant()) and (${reaches(sql`l.account_id`)}
    or exists (
      select from price_list_accounts x
      where x.tenant_id = l.tenant_id and x.price_list_id = l.price_list_id and ${reaches(sql`x.account_id`)})
    or l.price_list_id = (select price_list_id from effective_price_list(${actor.accountId}::uuid))
    or l.price_list_id = ${passingBy(actor)})`

/** Whether the list `l` is owned in the actor's own sub-tree, so that the actor may write it: `ra` extends reading only. */
export const own = (actor: Actor): Sql => sql`exists (
  select from accounts_at_or_above(l.account_id) t where t.account_id = ${actor.accountId})`

/**
 * Whether an account or an order line has the list `l`. The next line at or after it in the index is compared: with `exists`, the
 * planner expects a line of any list soon and reads all lines for a list that no order has.
 */
const used = sql`(
  exists (select from price_list_accounts x where x.tenant_id = l.tenant_id and x.price_list_id = l.price_list_id)
  or l.price_list_id = (
    select x.price_list_id from offered.order_items x
    where x.tenant_id = l.tenant_id and x.price_list_id >= l.price_list_id
    order by x.tenant_id, x.price_list_id limit 1))`

/** The items of list `l` that the reader sees: all for readers who reach its owner; only Active products for others. */
const items = sql`
  from price_list_items i
  join offered.product_publications b on b.tenant_id = i.tenant_id and b.product_id = i.product_id
  join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
  where i.tenant_id = l.tenant_id and i.price_list_id = l.price_list_id and (p.status = 'Active' or ${inReach})`

const itemsJson = sql`(
  select coalesce(json_agg(json_build_object(
    'priceListId', i.price_list_id, 'productId', i.product_id, 'sku', p.sku, 'name', p.name, 'description', p.description,
    'extendedDescription', p.description, 'status', p.status, 'priceMsrp', p.price_msrp, 'currencyId', p.currency_id, 'customPrice', i.custom_price,
    'customPriceCurrencyId', l.currency_id, 'customPriceDiscountType', i.discount_type,
    'customPriceDiscountAmount', i.discount_amount,
    'quantityBreaks', coalesce(i.quantity_breaks, '[]')) order by ${named(sql`p.name`)}, i.product_id), '[]')
  ${items})`

/** The wire's PriceList as JSON, from a row `l` of price_lists. The owner is named only to readers who reach it. */
function listJson(actor: Actor, withItems: boolean): Sql {
  const blocked = (facts: ListFacts) =>
    sql`${JSON.stringify({ update: whyNot('update', facts, actor), delete: whyNot('delete', facts, actor) })}::json`
  return sql`json_build_object(
    'priceListId', l.price_list_id,
    'accountId', case when ${inReach} then l.account_id end,
    'accountName', (select a.name from offered.accounts a where a.tenant_id = l.tenant_id and a.account_id = l.account_id and ${inReach}),
    'name', l.name,
    'currencyId', l.currency_id,
    'currencyCode', (select c.code from offered.currencies c where c.currency_id = l.currency_id),
    'status', l.status,
    'creationDate', iso(l.created_at),
    'modifiedDate', iso(${modifiedAt(sql`l.price_list_id`, sql`l.created_at`)}),
    'createdBy', (
      select u.first_name || ' ' || u.last_name from offered.users u
      where u.tenant_id = l.tenant_id and u.user_id = l.created_by
        and ${isReached(sql`u.account_id`)}),
    'productCount', case when ${inReach}
      then (select count(*) from price_list_items i where i.tenant_id = l.tenant_id and i.price_list_id = l.price_list_id)
      else (select count(*) ${items}) end,
    ${withItems ? sql`'products', ${itemsJson},` : sql``}
    'blocked', case
      when not ${own(actor)} then ${blocked({ own: false, used: false })}
      when ${used} then ${blocked({ own: true, used: true })}
      else ${blocked({ own: true, used: false })} end)`
}

/** The lists of an account (with `includeChildren` also of the accounts below it) and the list that serves it. */
export function listPriceLists(tx: Reader, search: Search, accountId: string, actor: Actor) {
  const scope = scopeOf(accountId, search.includeChildren, actor)
  const matching = columns.matching(search, actor.timeZone)
  // Who lists those of the whole tenant reaches every owner.
  const lists = scope.isWhole
    ? sql`price_lists l`
    : sql`(
        select l.* from price_lists l where l.tenant_id = ${tenant} and ${isOfScope(scope, sql`l.account_id`)}
        union
        select l.* from price_lists l
        where l.price_list_id = (select price_list_id from effective_price_list(${accountId}::uuid)) and ${seen(actor)}
      ) l`
  const joined = sql`${lists}
    join offered.currencies c on c.currency_id = l.currency_id
    left join offered.accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id
      and ${scope.isWhole ? sql`true` : inReach}`
  const page = scope.isWhole
    ? keysInScope({
        search,
        scope,
        keys: sql`l.price_list_id`,
        table: 'price_lists',
        alias: 'l',
        account: sql`l.account_id`,
        joins: sql`
          join offered.currencies c on c.currency_id = l.currency_id
          join offered.accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id`,
        matching,
        order: columns.order(search),
      })
    : sql`select l.price_list_id from ${joined} where ${matching} ${columns.order(search)} ${paging(search)}`
  return tx.json<{ items: PriceList[]; count: number }>(sql`
    with page as (select price_list_id, row_number() over () as row_no from (${page}) k)
    select json_build_object(
      'items', (select coalesce(json_agg(${listJson(actor, false)} order by page.row_no), '[]')
                from page join price_lists l on l.tenant_id = ${tenant} and l.price_list_id = page.price_list_id),
      'count', (select count(*) from ${joined} where l.tenant_id = ${tenant} and ${matching}))::text`)
}

const columns = columnsOf(priceListList, sql`l.price_list_id`, {
  anything: { filter: hasWords(sql`l.name_folded`, sql`a.name_folded`, sql`fold(c.code)`) },
  priceListId: { sort: notNull(sql`l.price_list_id`), filter: equals(sql`l.price_list_id`, 'uuid') },
  after: { filter: following(sql`l.price_list_id`) },
  name: { sort: notNull(named(sql`l.name`)), filter: contains(sql`l.name_folded`) },
  creationDate: { sort: notNull(sql`l.created_at`), between: sql`l.created_at` },
  modifiedDate: {
    sort: notNull(modifiedAt(sql`l.price_list_id`, sql`l.created_at`)),
    between: modifiedWithin('price_list', sql`l.price_list_id`),
  },
  currencyCode: { sort: notNull(sql`c.code`), filter: equals(sql`c.code`, 'text') },
  accountName: { sort: named(sql`a.name`), filter: contains(sql`a.name_folded`) },
  status: { filter: equals(sql`l.status`, 'text') },
})

export const presentPriceList = (tx: Reader, priceListId: string, actor: Actor) =>
  tx.json<PriceList>(sql`
    select ${listJson(actor, true)}::text from price_lists l where ${seen(actor)} and l.price_list_id = ${priceListId}`)

export interface SeenList extends ListFacts {
  priceListId: string
  name: string
  currencyId: number
  /** True when the list serves the actor's own account through an association that propagates. */
  propagates: boolean
  /** True when the list's owner is in the reader's reach. */
  readable: boolean
}

/** A price list that the actor sees. */
export const findSeen = (tx: Reader, priceListId: string, actor: Actor) =>
  tx.row<SeenList>(sql`
    select l.price_list_id as "priceListId", l.name, l.currency_id as "currencyId", ${own(actor)} as own, ${used} as used,
           ${inReach} as readable,
           exists (select from effective_price_list(${actor.accountId}::uuid) e
                   where e.price_list_id = l.price_list_id and e.can_propagate) as propagates
    from price_lists l where ${seen(actor)} and l.price_list_id = ${priceListId}`)

/**
 * A list whose owner is in reach. Accounts that a list only serves see its prices, but not their history, who changed them, what is
 * planned or who else uses the list: RQ403.
 */
export async function findReadable(tx: Reader, priceListId: string, actor: Actor): Promise<SeenList> {
  const list = found(await findSeen(tx, priceListId, actor))
  refuse(list.readable ? null : 'RQ403', { reason: 'side' })
  return list
}

/** The list that serves an account. The account an inherited one comes from is named only to readers who reach it. */
export const presentAssociation = (tx: Reader, accountId: string) =>
  tx.json<Out<typeof Association>>(sql`
    select json_build_object(
      'priceListId', e.price_list_id,
      'priceListName', l.name,
      'canPropagate', e.can_propagate,
      'inherited', e.depth > 0,
      'inheritedFrom', case when a.account_id is not null then json_build_object('id', a.account_id, 'name', a.name) end)::text
    from (select) as always
    left join effective_price_list(${accountId}::uuid) e on true
    left join price_lists l on l.tenant_id = (select current_tenant()) and l.price_list_id = e.price_list_id
    left join offered.accounts a on a.tenant_id = l.tenant_id and a.account_id = e.from_account_id and e.depth > 0
                        and a.account_id in (select account_id from reachable_accounts())`)

export interface Uses {
  /** Only the accounts in the actor's reach. */
  accounts: { id: string; name: string; canPropagate: boolean }[]
  /** The number of all associated accounts, including those not named. */
  accountCount: number
  orders: number
}

/** The accounts and orders that use a price list. */
export const findUses = (tx: Reader, priceListId: string) =>
  tx.row<Uses>(sql`
    select
      (select coalesce(json_agg(json_build_object('id', a.account_id, 'name', a.name, 'canPropagate', x.can_propagate)
                                order by ${named(sql`a.name`)}, a.account_id), '[]')
       from price_list_accounts x join offered.accounts a using (tenant_id, account_id)
       where x.tenant_id = (select current_tenant()) and x.price_list_id = ${priceListId}
         and x.account_id in (select account_id from reachable_accounts())) as accounts,
      (select count(*) from price_list_accounts x
       where x.tenant_id = (select current_tenant()) and x.price_list_id = ${priceListId}) as "accountCount",
      (select count(distinct x.order_id) from offered.order_items x
       where x.tenant_id = (select current_tenant()) and x.price_list_id = ${priceListId}) as orders`)
