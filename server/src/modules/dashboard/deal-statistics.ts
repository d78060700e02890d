import type { DashboardQuery, DealStatistics } from '@trellis/contract/dashboard'
import { dealStatuses, protectionStatuses } from '@trellis/contract/deal-states'
import { only, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { forecastRows } from '../deals/index.ts'
import { bucketsOf, periodsOf, requestOf, samplingOf } from './periods.ts'
import {
  accountInReach,
  accountsIn,
  isEverything,
  type Scope,
  spansOf,
  sumsIn,
  tenant,
  windowsOf,
} from './relations.ts'
import { bothPeriods, seriesOf, seriesOfSides, trend, trendOf } from './statistics-json.ts'

const forecastMonths = 12

/**
 * Deals registered in a period by their present state, compared with the previous period, and the forecast of open deals
 * (rules D14 to D16). Undefined when the account is out of reach.
 *
 *   first_deal ─> request ─> periods, sampling ─> buckets ─> spans ─┬─> sums, unfolded ──────────────┐
 *                                                                   └─> windows ─> window_sums ────┴─> registered
 *   registered ─┬─> samples ─> series ─> sides ─┐
 *               └─> closed, in_state ───────────┴─> answer
 *
 * Of chosen products there are no sums: all is read from the deals.
 */
export function dealStatistics(tx: Reader, actor: Actor, scope: Scope, query: DashboardQuery) {
  const { timeZone } = actor
  const products = query.products ?? []
  const isChosen = only(products.length > 0)`and exists (
    select from offered.deal_items i
    where i.tenant_id = d.tenant_id and i.deal_id = d.deal_id and i.product_id = any(${products}::uuid[]))`
  const bucket = ['which', 'key']
  const isMine = sql`d.tenant_id = ${tenant}
    ${only(!isEverything(scope))`and d.vendor_id in (select account_id from scope)`}`
  const inState = (column: Sql, states: readonly string[], name: string) => sql`(
    select json_agg(json_build_object(${name}::text, s.state, 'deals', coalesce(f.deals, 0),
                                      'amount', trim_scale(coalesce(f.amount, 0))) order by s.place)
    from unnest(${states}::text[]) with ordinality s (state, place)
    left join (
      select ${column} as state, sum(r.deals) as deals, sum(r.amount) filter (where r.currency_id = a.currency_id) as amount
      from registered r where r.which = 'current' group by 1
    ) f using (state))`
  return tx.json<DealStatistics>(sql`
    with account as materialized (${accountInReach(scope.accountId)}),
    scope as materialized (${accountsIn(scope)}),
    first_deal as materialized (
      select min(d.created_at) as at from offered.deals d
      where ${isMine} ${isChosen} and not ${sql.lit(Boolean(query.currentFrom))}
    ),
    request as materialized (${requestOf(query, timeZone, 'first_deal')}),
    sampling as materialized (${samplingOf}),
    periods as materialized (${periodsOf(timeZone)}),
    buckets as materialized (${bucketsOf(timeZone)}),
    spans as materialized (${spansOf('buckets', bucket, products.length > 0 ? '' : 'dm')}),
    windows as materialized (${windowsOf('spans')}),
    window_sums as materialized (
      select w.since, w.until, deal_state(d.status, d.protection_status) as state_id, d.currency_id, d.qt, d.amount
      from windows w
      cross join lateral (
        select d.status, d.protection_status, d.currency_id, count(*) as qt, sum(d.amount) as amount from offered.deals d
        where ${isMine} and d.created_at >= w.since and d.created_at < w.until ${isChosen}
        group by d.status, d.protection_status, d.currency_id
        offset 0
      ) d
    ),
    unfolded as materialized (
      select d.at, d.state_id, d.currency_id, d.qt, d.amount from (select n.*, n.account_id as vendor_id from sum_notes n) d
      where ${isMine} and d.kind = 'd'
    ),
    states as materialized (
      select s.status, p.protection_status, deal_state(s.status, p.protection_status) as state_id
      from unnest(${dealStatuses}::text[]) s (status) cross join unnest(${protectionStatuses}::text[]) p (protection_status)
    ),
    registered as materialized (
      select p.which, p.key, s.status, s.protection_status, p.currency_id, sum(p.qt) as deals, sum(p.amount) as amount
      from (
        select s.which, s.key, s.part_id, s.currency_id, s.qt, s.amount
        from (${sumsIn(scope, 'spans', bucket, sql`m.measure = 'd'`)}) s
        union all
        select u.which, u.key, n.state_id, n.currency_id, u.sign * n.qt, u.sign * n.amount
        from spans u join unfolded n on n.at >= u.since and n.at < u.until
        where u.grain <> 'i'
        union all
        select u.which, u.key, w.state_id, w.currency_id, u.sign * w.qt, u.sign * w.amount
        from spans u join window_sums w on w.since = u.since and w.until = u.until
        where u.grain = 'i'
      ) p
      join states s on s.state_id = p.part_id
      group by 1, 2, 3, 4, 5
      having sum(p.qt) <> 0 or sum(p.amount) <> 0
    ),
    samples as materialized (
      select b.which, 'd'::"char" as side, b.key, coalesce(r.qt, 0) as qt, coalesce(r.amount, 0) as amount
      from buckets b
      left join (
        select which, key, sum(deals) as qt, sum(amount) filter (where currency_id = (select currency_id from account)) as amount
        from registered group by which, key
      ) r on r.which = b.which and r.key = b.key
    ),
    series as materialized (${seriesOfSides(sql`('d'::"char")`)}),
    sides as materialized (${bothPeriods}),
    closed as materialized (
      select c.*, round(won * 100.0 / nullif(won + lost, 0), 1) as rate,
             round(previous_won * 100.0 / nullif(previous_won + previous_lost, 0), 1) as previous_rate
      from (
        select coalesce(sum(deals) filter (where which = 'current' and status = 'Won'), 0) as won,
               coalesce(sum(deals) filter (where which = 'current' and status = 'Lost'), 0) as lost,
               coalesce(sum(deals) filter (where which = 'previous' and status = 'Won'), 0) as previous_won,
               coalesce(sum(deals) filter (where which = 'previous' and status = 'Lost'), 0) as previous_lost
        from registered
      ) c
    )
    select json_build_object(
      'totalDealsRegistration', ${trendOf('i.qt', 'i.previous_qt')},
      'totalWon', ${trendOf('w.won', 'w.previous_won')},
      'totalLost', ${trendOf('w.lost', 'w.previous_lost')},
      'winRate', json_build_object('current', trim_scale(w.rate), 'previous', trim_scale(w.previous_rate),
                                   'trend', trim_scale(${trend('w.rate', 'w.previous_rate')})),
      'statisticsResponse', ${seriesOf('i', 'qt')},
      'byStatus', ${inState(sql`r.status`, dealStatuses, 'status')},
      'byProtection', ${inState(sql`r.protection_status`, protectionStatuses, 'protectionStatus')},
      'currencyId', c.currency_id,
      'currencyCode', c.code,
      'currencySymbol', c.symbol,
      'otherCurrencies', (
        select coalesce(json_agg(json_build_object(
          'currencyId', k.currency_id, 'currencyCode', k.code, 'amount', trim_scale(f.amount)) order by k.code), '[]')
        from (select currency_id, sum(amount) as amount from registered where which = 'current' group by currency_id) f
        join offered.currencies k using (currency_id)
        where k.currency_id <> c.currency_id),
      'forecast', (
        select coalesce(json_agg(f), '[]')
        from (${forecastRows(actor, { accountId: scope.accountId, withChildren: scope.includeChildren, months: forecastMonths, products })}) f)
      )::text
    from account a
    join offered.currencies c on c.currency_id = a.currency_id
    cross join sides i cross join closed w`)
}
