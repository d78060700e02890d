import { hasPermission } from '@trellis/contract/permissions'
import {
  type RenewableKey,
  type RenewalSearch,
  type RenewalWindow,
  renewalList,
  renewalWindows,
} from '@trellis/contract/renewals'
import { columnsOf, equals, flag, named, notNull, paging, type Value } from '../../../platform/database/search.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { areFewFound, isAccountNamed, isOfScope, keysInScope, scopeOf } from '../../accounts/index.ts'
import {
  areKeysNamed,
  byWords,
  type Found,
  isNarrow,
  lookUpLicenses,
  productNames,
  serialKeys,
  skus,
} from '../named-licenses.ts'
import { isToRenew } from './needs.ts'
import { due, isRenewable, orderOf } from './queries.ts'

/** The licenses `l` that have ended, or end within so many days. */
export const isIn = (window: RenewalWindow): Sql =>
  window === 'expired'
    ? sql`${due} <= (select clock())`
    : sql`(${due} > (select clock()) and ${due} <= (select clock() + ${sql.lit(Number(window))} * interval '1 day'))`

/** SQL: the owner of `l` is the actor's account or below it. Prices of others are not shown to who reads them (rules R9). */
export const isBelow = (actor: Actor, owner: Sql): Sql =>
  sql`exists (select from accounts_at_or_above(${owner}) t where t.account_id = ${actor.accountId})`

/** A row of a license `l`, with `a`, `p`, `r` (what renews it) and `v` (its value). */
const keyJson = (actor: Actor): Sql => {
  const code = hasPermission(actor.permissions, 'Licenses', 'c') ? null : 'RQ403'
  return sql`json_build_object(
    'licenseId', l.license_id,
    'serialKey', l.serial_key,
    'seats', l.seats,
    'dueDate', iso(${due}),
    'isMaintenance', l.license_is_perpetual,
    'product', json_build_object('productId', p.product_id, 'sku', p.sku, 'name', p.name),
    'ownerAccount', json_build_object('accountId', a.account_id, 'accountCode', a.code, 'accountName', a.name),
    'renewal', case when r.product_id is not null
      then json_build_object('productId', r.renewal_product_id, 'sku', r.sku, 'name', r.name) end,
    'value', v.amount,
    'currencyCode', v.currency_code,
    'order', (${orderOf(sql`json_build_object('orderId', o.order_id, 'orderCode', o.code)`)}),
    'blocked', json_build_object('renew', case when ${isBelow(actor, sql`l.owner_id`)} then ${code}::text else 'RQ404' end))`
}

/** Keys that have an end. Prices are read for the rows of the page only. */
export async function listRenewals(tx: Reader, actor: Actor, search: RenewalSearch, accountId: string) {
  const found = await lookUpLicenses(tx, search)
  const columns = columnsAfter(found)
  const scope = scopeOf(accountId, search.includeChildren, actor)
  const matching = sql`l.tenant_id = (select current_tenant()) and ${isOfScope(scope, sql`l.owner_id`, areKeysNamed(found))} and ${isRenewable}
    and ${columns.matching(search, actor.timeZone)}`
  const page = isNarrow(search)
    ? keysInScope({
        search,
        scope,
        keys: sql`l.license_id`,
        table: 'licenses',
        alias: 'l',
        account: sql`l.owner_id`,
        joins: sortJoins(search),
        matching,
        order: columns.order(search),
        areFew: areFewFound(sql`(select n from counted)`),
      })
    : sql`select l.license_id from licenses l ${sortJoins(search)} where ${matching} ${columns.order(search)} ${paging(search)}`
  return tx.json<{ items: RenewableKey[]; count: number }>(sql`
    with counted as materialized (select count(*) as n from licenses l where ${matching}),
    page as (select p.license_id, row_number() over () as row_no from (${page}) p)
    select json_build_object(
      'items', (
        select coalesce(json_agg(${keyJson(actor)} order by page.row_no), '[]')
        from page
        join licenses l on l.tenant_id = (select current_tenant()) and l.license_id = page.license_id
        join offered.accounts a on a.tenant_id = l.tenant_id and a.account_id = l.owner_id
        join offered.product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
        join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
        -- Looked up for the rows of the page, not worked out for the whole catalogue.
        left join lateral (
          select * from renewing_products() r
          where r.product_id = l.product_id and r.of_perpetual = l.license_is_perpetual and r.place = 1
          offset 0
        ) r on true
        left join lateral (
          select line_amount(l.seats, price_at(e.price, e.quantity_breaks, l.seats), c.minor_units) as amount, c.code as currency_code
          from effective_prices(l.owner_id) e
          join offered.currencies c on c.currency_id = e.currency_id
          where e.product_id = r.renewal_product_id and ${isBelow(actor, sql`l.owner_id`)}
          -- The price of one product is looked up: joined freely, all that the owner's list has would be read for each row.
          offset 0
        ) v on true),
      'count', (select n from counted))::text`)
}

/** Only what is sorted by is joined before the limit. */
function sortJoins({ sortBy }: RenewalSearch): Sql {
  const fields = sortBy.map(({ field }) => field)
  const products = sql`
    join offered.product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id`
  const accounts = sql`join offered.accounts a on a.tenant_id = l.tenant_id and a.account_id = l.owner_id`
  return sql`${fields.includes('productName') || fields.includes('sku') ? products : sql``}
    ${fields.includes('ownerAccountName') ? accounts : sql``}`
}

const windows = (values: Value[]): Sql => {
  const known = renewalWindows.filter((window) => values.map(String).includes(window))
  return known.length === 0 ? sql`false` : sql`(${sql.join(known.map(isIn), sql` or `)})`
}

/** The words of the search must have been looked up before. */
const columnsAfter = (found: Found) =>
  columnsOf(renewalList, sql`l.license_id`, {
    anything: { filter: byWords(found) },
    // Its index has empty values first, as that of the list of licenses.
    serialKey: { sort: sql`l.serial_key`, filter: serialKeys(found) },
    dueDate: { sort: notNull(due), between: due },
    window: { filter: windows },
    productName: { sort: notNull(named(sql`p.name`)), filter: productNames(found) },
    sku: { sort: notNull(sql`p.sku`), filter: skus(found) },
    ownerAccountName: { sort: notNull(named(sql`a.name`)), filter: isAccountNamed(found.owners, sql`l.owner_id`) },
    seats: { sort: notNull(sql`l.seats`) },
    productId: { filter: equals(sql`l.product_id`, 'uuid') },
    ownerAccountId: { filter: equals(sql`l.owner_id`, 'uuid') },
    needsMe: { filter: flag(isToRenew) },
  })
