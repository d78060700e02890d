import { type DashboardQuery, type LicenseStatistics, nearMaintenanceDays } from '@trellis/contract/dashboard'
import { only, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { bucketsOf, periodsOf, requestOf, samplingOf } from './periods.ts'
import { accountInReach, accountsIn, isEverything, type Scope, tenant } from './relations.ts'
import { bothPeriods, seriesOf, seriesOfSides, trendOf } from './statistics-json.ts'

/**
 * Licenses created in a period, and how many are in which state at its end, compared with the previous period (rules
 * D10 to D13). Undefined when the account is out of reach.
 *
 *   first_license ─> request ─> periods, sampling ─> buckets
 *   owned (the licenses in scope, from one index alone) ─┬─> bucket_sums ─> samples ─> series ─> sides ─┐
 *   periods ─> ends ─────────────────────────────────────┼─> counted, corrected ─> states ┬─> figures ──┴─> answer
 *                        renewed (dates before renewals) ┘                         seats ─┘
 */
export function licenseStatistics(tx: Reader, scope: Scope, query: DashboardQuery, timeZone: string) {
  const products = query.products ?? []
  const isChosen = only(products.length > 0)`and x.product_id = any(${products}::uuid[])`
  // With everything in scope the owner is no condition, and a subquery for each account would only take time.
  const inScope = isEverything(scope) ? sql`(select null::uuid as account_id) c` : sql`(select account_id from scope) c`
  const isOwned = only(!isEverything(scope))`and x.owner_id = c.account_id`
  const seatsInScope =
    isEverything(scope) && products.length === 0
      ? sql`select s.created_at, s.revoked_at from offered.license_seats s where s.tenant_id = ${tenant}`
      : sql`
        select s.created_at, s.revoked_at
        from (select o.license_id from owned o where o.activated_at is not null) l
        cross join lateral (
          select x.created_at, x.revoked_at from offered.license_seats x
          where x.tenant_id = ${tenant} and x.license_id = l.license_id
          offset 0
        ) s`
  return tx.json<LicenseStatistics>(sql`
    with account as materialized (${accountInReach(scope.accountId)}),
    scope as materialized (${accountsIn(scope)}),
    owned as not materialized (
      select l.* from ${inScope} cross join lateral (
        select x.license_id, x.product_id, x.created_at, x.seats, x.activated_at, x.expires_at, x.maintenance_expires_at
        from offered.licenses x
        where x.tenant_id = ${tenant} ${isOwned} ${isChosen}
        offset 0
      ) l
    ),
    first_license as materialized (
      select min(created_at) as at from owned where not ${sql.lit(Boolean(query.currentFrom))}
    ),
    request as materialized (${requestOf(query, timeZone, 'first_license')}),
    sampling as materialized (${samplingOf}),
    periods as materialized (${periodsOf(timeZone)}),
    buckets as materialized (${bucketsOf(timeZone)}),

    -- Created licenses

    edges as materialized (
      -- The starts of the samples of one period, and its end.
      select which, array_agg(key order by from_at) as keys, array_agg(from_at order by from_at) || max(to_at) as bounds
      from buckets group by which
    ),
    bucket_sums as materialized (
      select e.which, e.keys[o.place] as key, o.qt, o.amount
      from edges e
      cross join lateral (
        select width_bucket(created_at, e.bounds) as place, count(*) as qt, sum(seats) as amount from owned
        where created_at >= e.bounds[1] and created_at < e.bounds[cardinality(e.bounds)]
        group by 1
        offset 0
      ) o
    ),
    samples as materialized (
      select b.which, 'l'::"char" as side, b.key, coalesce(s.qt, 0) as qt, coalesce(s.amount, 0) as amount
      from buckets b left join bucket_sums s on s.which = b.which and s.key = b.key
    ),
    series as materialized (${seriesOfSides(sql`('l'::"char")`)}),
    sides as materialized (${bothPeriods}),

    -- States at the ends of the periods. An upgrade right never expires (rules D9).

    never_expiring as materialized (
      select b.product_id
      from offered.product_publications b
      join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
      where b.tenant_id = ${tenant} and p.is_upgrade_right
    ),
    ends as materialized (
      select which, to_at,
             ((to_at at time zone ${timeZone}::text) + make_interval(days => ${nearMaintenanceDays}))
               at time zone ${timeZone}::text as near_until
      from periods
    ),
    renewed as materialized (
      -- Licenses renewed after an end had other dates then: those before the first renewal after it.
      select distinct on (e.which, r.license_id) e.which, x.activated_at, x.expires_at, x.maintenance_expires_at,
             r.expires_before, r.maintenance_before,
             x.product_id = any(array(select product_id from never_expiring)) as is_lasting
      from ends e
      join offered.license_renewals r on r.tenant_id = ${tenant} and r.renewed_at >= e.to_at
      join offered.licenses x on x.tenant_id = r.tenant_id and x.license_id = r.license_id
      cross join ${inScope}
      where true ${isOwned} ${isChosen}
      order by e.which, r.license_id, r.renewed_at, r.due_at
    ),
    counted as materialized (
      -- Both ends in one pass over the licenses.
      select ${sql.join((['current', 'previous'] as const).map((which) => statesAt(which)))}
      from (
        select activated_at, expires_at, maintenance_expires_at,
               product_id = any(array(select product_id from never_expiring)) as is_lasting
        from owned where activated_at is not null
      ) s
      cross join (select to_at, near_until from ends where which = 'current') current
      cross join (select to_at, near_until from ends where which = 'previous') previous
    ),
    corrected as materialized (
      select e.which, ${statesOf(sql`e`, sql`sum(s.sign)`)}
      from ends e
      join lateral (
        select -1 as sign, activated_at, expires_at, maintenance_expires_at, is_lasting from renewed r where r.which = e.which
        union all
        select 1, activated_at, expires_before, maintenance_before, is_lasting from renewed r where r.which = e.which
      ) s on true
      group by e.which
    ),
    states as materialized (
      select p.which, p.activated + coalesce(c.activated, 0) as activated, p.expired + coalesce(c.expired, 0) as expired,
             p.unmaintained + coalesce(c.unmaintained, 0) as unmaintained, p.near + coalesce(c.near, 0) as near
      from counted n
      cross join lateral (values
        ('current', n.current_activated, n.current_expired, n.current_unmaintained, n.current_near),
        ('previous', n.previous_activated, n.previous_expired, n.previous_unmaintained, n.previous_near)
      ) p (which, activated, expired, unmaintained, near)
      left join corrected c on c.which = p.which
    ),
    seats as materialized (
      select count(*) filter (where t.created_at < c.to_at and (t.revoked_at is null or t.revoked_at >= c.to_at)) as current,
             count(*) filter (where t.created_at < p.to_at and (t.revoked_at is null or t.revoked_at >= p.to_at)) as previous
      from ends c
      join ends p on p.which = 'previous'
      left join (
        ${seatsInScope}
      ) t on true
      where c.which = 'current'
    ),
    figures as materialized (
      select coalesce(c.activated, 0) - coalesce(c.expired, 0) as active,
             coalesce(p.activated, 0) - coalesce(p.expired, 0) as previous_active,
             coalesce(c.expired, 0) as expired, coalesce(p.expired, 0) as previous_expired,
             coalesce(c.unmaintained, 0) as unmaintained, coalesce(p.unmaintained, 0) as previous_unmaintained,
             coalesce(c.near, 0) as near, coalesce(p.near, 0) as previous_near,
             s.current as used, s.previous as previous_used
      from seats s
      left join states c on c.which = 'current'
      left join states p on p.which = 'previous'
    )
    select json_build_object(
      'totalCreated', ${trendOf('i.qt', 'i.previous_qt')},
      'totalSeats', ${trendOf('i.amount', 'i.previous_amount')},
      'totalActive', ${trendOf('f.active', 'f.previous_active')},
      'totalExpired', ${trendOf('f.expired', 'f.previous_expired')},
      'totalExpiredMaintenance', ${trendOf('f.unmaintained', 'f.previous_unmaintained')},
      'totalNearMaintenanceExpiration', ${trendOf('f.near', 'f.previous_near')},
      'totalSeatActive', ${trendOf('f.used', 'f.previous_used')},
      'statisticsResponse', ${seriesOf('i', 'qt')})::text
    from account cross join sides i cross join figures f`)
}

const conditions = (end: Sql) => ({
  activated: sql`s.activated_at < ${end}.to_at`,
  expired: sql`s.activated_at < ${end}.to_at and s.expires_at < ${end}.to_at and not s.is_lasting`,
  unmaintained: sql`s.activated_at < ${end}.to_at and s.maintenance_expires_at < ${end}.to_at and not s.is_lasting`,
  near: sql`s.activated_at < ${end}.to_at and s.maintenance_expires_at >= ${end}.to_at
    and s.maintenance_expires_at < ${end}.near_until and not s.is_lasting`,
})

/** Columns: the licenses `s` in each state at an end, added up by `sum`. */
const statesOf = (end: Sql, sum: Sql, prefix = ''): Sql =>
  sql.join(
    Object.entries(conditions(end)).map(
      ([name, condition]) => sql`${sum} filter (where ${condition}) as ${sql.ref(`${prefix}${name}`)}`,
    ),
  )
const statesAt = (which: 'current' | 'previous'): Sql => statesOf(sql.ref(which), sql`count(*)`, `${which}_`)
