import type { Deal, ForecastRow, QueuedDecision } from '@trellis/contract/deal-answers'
import { type DealSearch, dealList } from '@trellis/contract/deals'
import type { Prospect } from '@trellis/contract/prospects'
import { limitOf } from '../../platform/database/limits.ts'
import {
  columnsOf,
  contains,
  containsCode,
  equals,
  flag,
  following,
  notNull,
  paging,
  type Value,
} from '../../platform/database/search.ts'
import { only, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import {
  everyRecordNamed,
  everyWord,
  lookUp,
  lookUpParts,
  type Named,
  partOf,
  recordsNamed,
  some,
} from '../../platform/database/words.ts'
import type { Actor } from '../../platform/tenancy.ts'
import {
  accountsByWord,
  areFewFound,
  isAccountByWord,
  isAccountNamed,
  isOfScope,
  isTallyOf,
  keysInScope,
  scopeOf,
} from '../accounts/index.ts'
import { modifiedOf, modifiedWithin, throughChanges } from '../audit/index.ts'
import { byExternalId, hasExternalId, isByExternalId } from '../tenants/index.ts'
import { decisionsOf, isToExtend } from './needs.ts'
import {
  amount,
  dealJson,
  decisionFields,
  isInReach,
  joined,
  presented,
  prospectJson,
  type RawDeal,
} from './queries.ts'
import { reviewDays } from './settings.ts'

const tenant = sql`(select current_tenant())`

/**
 * The condition for deals of an account, or of its branch. For the root there is none: every account is in its branch, and
 * without a condition an index of all deals gives them in their order.
 */
function ofVendors(actor: Actor, accountId: string, withChildren: boolean): Sql {
  if (!withChildren) return sql`d.vendor_id = ${accountId}`
  if (accountId === actor.rootAccountId) return sql`true`
  return sql`d.vendor_id in (select account_id from accounts_at_or_below(${accountId}))`
}

const modified = modifiedOf(sql`d.deal_id`, sql`d.created_at`)

/** Up to so many deals of a branch are collected and sorted; more are read in the list's order. */
const fewDeals = 5000

/** The filters that the counters know. */
const counters = new Set<string>(['status', 'protectionStatus', 'eBidStatus'])
/** Filters by what few deals may have among many, each served by an index. */
const narrow = new Set<string>(['anything', 'id', 'code', 'externalId', 'prospect', 'vatId', 'vendor'])

/** Deals of an account, with those of the accounts below it on request. */
export async function listDeals(tx: Reader, search: DealSearch, accountId: string, actor: Actor) {
  const parts = await lookUpParts(tx, search, ['code', 'prospect', 'vatId'], { deals: sources.deals })
  const vendors = await lookUpParts(tx, search, ['vendor'], { parties: sources.vendors })
  const words = await lookUp(tx, search, sources)
  const columns = columnsIn(actor.timeZone, words, parts, vendors)
  const scope = scopeOf(accountId, search.includeChildren, actor)
  const matching = columns.matching(search, actor.timeZone)
  const isNarrow = search.filterBy.some(({ field, values }) => narrow.has(field) && values.length > 0)
  const page = keysInScope({
    search,
    scope,
    keys: sql`d.deal_id`,
    table: 'deals',
    alias: 'd',
    account: sql`d.vendor_id`,
    joins: only(search.sortBy.some(({ field }) => field === 'modifiedDate'))`${modified}`,
    matching,
    order: columns.order(search),
    through:
      search.sortBy[0]?.field === 'modifiedDate'
        ? throughChanges('deal', sql`d.deal_id`, search.sortBy[0].direction)
        : undefined,
    isFew: sql`(select coalesce(sum(t.deals), 0) <= ${sql.lit(limitOf(fewDeals))} from offered.deal_tallies t
      where t.tenant_id = ${tenant} and ${isTallyOf(scope, sql`t.account_id`)})`,
    areFew: isNarrow ? areFewFound(sql`(select n from counted)`) : undefined,
  })
  const isTallied =
    search.filterBetweenDate.length === 0 &&
    search.filterBy.every(({ field, values }) => counters.has(field) || values.length === 0)
  const count = isTallied
    ? sql`select coalesce(sum(d.deals), 0)::int as n from offered.deal_tallies d
        where d.tenant_id = ${tenant} and ${isTallyOf(scope, sql`d.account_id`)}
          and ${columns.filters(search)}`
    : sql`select count(*)::int as n from deals d
        where d.tenant_id = ${tenant} and ${isOfScope(scope, sql`d.vendor_id`, words.isMany || parts.isMany)} and ${matching}`
  const row = await tx.row<{ items: RawDeal[]; count: number }>(sql`
    with counted as materialized (${count}),
    page as (select deal_id, row_number() over () as row_no from (${page}) k)
    select (select coalesce(json_agg(${dealJson(actor)} order by page.row_no), '[]')
            from page join ${joined} on d.tenant_id = ${tenant} and d.deal_id = page.deal_id) as items,
           (select n from counted) as count`)
  return { items: presentedAll(actor, row?.items), count: row?.count ?? 0 }
}

const presentedAll = (actor: Actor, deals: RawDeal[] = []): Deal[] => deals.map((deal) => presented(actor, deal))

/** The texts and names by which a word finds a deal. */
const sources = { deals: recordsNamed('deal'), vendors: accountsByWord, outside: byExternalId('deal') }

const byWords = (found: Named<keyof typeof sources>) =>
  everyWord((word) =>
    some([
      found('deals', word, sql`d.deal_id`, () => sql`d.deal_id in (${everyRecordNamed('deal', word)})`),
      found('outside', word, sql`d.deal_id`, () => isByExternalId('deal', sql`d.deal_id`, word)),
      found('vendors', word, sql`d.vendor_id`, () => isAccountByWord(sql`d.vendor_id`, word)),
    ]),
  )

/** Months are those of the time zone. The words of the search were looked up. */
const columnsIn = (
  timeZone: string,
  found: Named<keyof typeof sources>,
  parts: Named<'deals'>,
  vendors: Named<'parties'>,
) => {
  const partOfDeal = (compared: (values: Value[]) => Sql) => partOf(parts, 'deals', sql`d.deal_id`, compared)
  const ofProspect = (compared: (values: Value[]) => Sql) => (values: Value[]) =>
    sql`exists (
    select from deal_prospects p where p.tenant_id = d.tenant_id and p.deal_id = d.deal_id and ${compared(values)})`
  return columnsOf(dealList, sql`d.deal_id`, {
    anything: { filter: byWords(found) },
    id: { sort: notNull(sql`d.deal_id`), filter: equals(sql`d.deal_id`, 'uuid') },
    after: { filter: following(sql`d.deal_id`) },
    code: { sort: notNull(sql`d.code`), filter: partOfDeal(containsCode(sql`upper(d.code)`)) },
    externalId: { filter: hasExternalId('deal', sql`d.deal_id`) },
    prospect: { filter: partOfDeal(ofProspect(contains(sql`p.name_folded`))) },
    vatId: { filter: partOfDeal(ofProspect(containsCode(sql`upper(p.vat_id)`))) },
    vendor: { filter: isAccountNamed(vendors, sql`d.vendor_id`) },
    status: { sort: notNull(sql`d.status`), filter: equals(sql`d.status`, 'text') },
    protectionStatus: { sort: notNull(sql`d.protection_status`), filter: equals(sql`d.protection_status`, 'text') },
    eBidValue: { sort: notNull(sql`d.ebid_value`) },
    value: { sort: notNull(amount) },
    eBidStatus: { sort: notNull(sql`d.ebid_status`), filter: equals(sql`d.ebid_status`, 'text') },
    creationDate: { sort: notNull(sql`d.created_at`), between: sql`d.created_at` },
    modifiedDate: { sort: notNull(sql`m.at`), between: modifiedWithin('deal', sql`d.deal_id`) },
    estimatedCloseDate: { between: sql`d.estimated_close_at` },
    productId: {
      filter: (values) => sql`exists (
      select from deal_items i where i.tenant_id = d.tenant_id and i.deal_id = d.deal_id and ${equals(sql`i.product_id`, 'uuid')(values)})`,
    },
    currencyCode: {
      filter: (values) => sql`d.currency_id in (
      select c.currency_id from offered.currencies c where ${equals(sql`c.code`, 'text')(values)})`,
    },
    forecastMonth: { filter: inForecast(timeZone) },
    needsMe: { filter: flag(isToExtend) },
  })
}

/** The forecast counts the deal `d` (rules J15). */
const isForecast = sql`(d.status not in ('Won', 'Lost') and d.expires_at > (select clock())
  and d.protection_status not in ('Refused', 'Duplicated'))`
const closeMonth = (timeZone: string) => sql`date_trunc('month', d.estimated_close_at at time zone ${timeZone})`
const thisMonth = (timeZone: string) => sql`(select date_trunc('month', clock() at time zone ${timeZone}))`

/** A filter by months of the estimated close, from this month on; `none`: no date, or one in the past. */
const inForecast = (timeZone: string) => (values: Value[]) => {
  const months = values.map(String).filter((value) => /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(value))
  const without = values.includes('none')
    ? sql`or d.estimated_close_at is null or ${closeMonth(timeZone)} < ${thisMonth(timeZone)}`
    : sql``
  return sql`(${isForecast} and (${closeMonth(timeZone)} >= ${thisMonth(timeZone)}
    and to_char(${closeMonth(timeZone)}, 'YYYY-MM') = any(${months}::text[]) ${without}))`
}

export interface QueueQuery {
  limit: number
  page: number
  nearestOnly?: 'true' | 'false' | undefined
  kind?: string | undefined
}

/** What waits for the actor's decision, oldest first. */
export async function listQueue(tx: Reader, actor: Actor, query: QueueQuery) {
  const { nearestOnly, kind, ...page } = query
  const row = await tx.row<{
    items: (Omit<QueuedDecision, 'deal'> & { deal: RawDeal })[]
    count: number
    overdue: number
  }>(sql`
    with waiting as materialized (${decisionsOf(actor, { kind, nearestOnly: nearestOnly === 'true' })}), page as (
      select w.*, row_number() over (order by w.since, w.deal_id, w.kind) as row_no
      from waiting w order by row_no ${paging(page)}
    )
    select (select coalesce(json_agg(json_build_object(${decisionFields}, 'deal', ${dealJson(actor)}) order by w.row_no), '[]')
            from page w join ${joined} on d.tenant_id = ${tenant} and d.deal_id = w.deal_id) as items,
           (select count(*)::int from waiting) as count,
           (select count(*)::int from waiting w
            where w.since + make_interval(days => ${reviewDays}) <= (select clock())) as overdue`)
  const items = (row?.items ?? []).map((item) => ({ ...item, deal: presented(actor, item.deal) }))
  return { items, count: row?.count ?? 0, overdue: row?.overdue ?? 0 }
}

interface Forecast {
  accountId: string
  withChildren: boolean
  months: number
  /** Only deals with one of these products; none: all deals. */
  products?: readonly string[]
}

/**
 * Rows of open deals by month of their estimated close in the reader's time zone; null: none, or one that has passed
 * (rules J15).
 */
export const forecastRows = (actor: Actor, { accountId, withChildren, months, products = [] }: Forecast): Sql => sql`
  with now as (
    select ${thisMonth(actor.timeZone)} as month
  ), open as materialized (
    -- Summed before sorting and joining: there are many open deals, but few months.
    select d.currency_id, ${closeMonth(actor.timeZone)} as month, count(*) as deals,
           sum(${amount}) as amount, sum(${amount} * d.chance) as weighted
    from deals d
    where d.tenant_id = ${tenant} and ${ofVendors(actor, accountId, withChildren)} and ${isForecast}
      and ${
        products.length === 0
          ? sql`true`
          : sql`exists (
        select from deal_items i
        where i.tenant_id = d.tenant_id and i.deal_id = d.deal_id and i.product_id = any(${products}::uuid[]))`
      }
    group by 1, 2
  ), dated as (
    select o.currency_id, o.deals, o.amount, o.weighted, case when o.month >= n.month then o.month end as month
    from open o cross join now n
    where o.month is null or o.month < n.month + make_interval(months => ${months})
  )
  select to_char(o.month, 'YYYY-MM-DD') as month, o.currency_id as "currencyId", c.code as "currencyCode",
         sum(o.deals)::int as deals, sum(o.amount)::float8 as amount,
         round(sum(o.weighted) / 100, c.minor_units)::float8 as weighted
  from dated o join offered.currencies c on c.currency_id = o.currency_id
  group by o.month, o.currency_id, c.code, c.minor_units
  order by o.month nulls first, c.code`

/** Those rows as an answer. */
export const forecast = (tx: Reader, actor: Actor, accountId: string, withChildren: boolean, months: number) =>
  tx.rows<ForecastRow>(forecastRows(actor, { accountId, withChildren, months }))

/** Prospects of deals in reach by a part of the name or VAT id, each company once, the latest first. */
export async function listProspects(tx: Reader, actor: Actor, query: string): Promise<Prospect[]> {
  const asked = [query]
  const parts = await lookUpParts(tx, { filterBy: [{ field: 'prospect', values: asked }] }, ['prospect'], {
    deals: sources.deals,
  })
  const rows = await tx.rows<{ prospect: Prospect }>(sql`
    with named as materialized (
      select p.* from deal_prospects p
      where p.tenant_id = ${tenant} and ${parts('deals', query, sql`p.deal_id`, () => sql`true`) ?? sql`false`}
        and (${contains(sql`p.name_folded`)(asked)} or ${containsCode(sql`upper(p.vat_id)`)(asked)})
    ), reached as (
      select distinct on (p.country_code, upper(p.vat_id)) p.*
      from named p
      join deals d on d.tenant_id = p.tenant_id and d.deal_id = p.deal_id
      where ${isInReach}
      order by p.country_code, upper(p.vat_id), p.created_at desc, p.prospect_id desc
    )
    select ${prospectJson(actor)} as prospect from reached p order by p.created_at desc, p.prospect_id desc limit 10`)
  return rows.map(({ prospect }) => prospect)
}
