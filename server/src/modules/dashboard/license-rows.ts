import type { DashboardQuery } from '@trellis/contract/dashboard'
import { only, type Sql, sql } from '../../platform/database/sql.ts'
import { isEverything, type Scope, tenant } from './relations.ts'

/** How the answer about licenses gets its figures: CTEs that come between those of `license-statistics.ts`. */
export interface LicenseParts {
  /** `first_license` (at): the instant of the first license in scope; null when the request gives a start. */
  first: Sql
  /**
   * `bucket_sums` (which, key, qt, amount), `states` (which, activated, expired, unmaintained, near; made: the seats of all
   * keys; lost: those of expired keys) and `seats` (current, previous: held on keys that have not expired). Reads `buckets`
   * and `ends`.
   */
  figures: Sql
  /** SQL condition: the CTEs hold the whole truth. */
  isComplete: Sql
}

/**
 * Looks at each license in scope, in indexes alone.
 *
 *   owned ─┬─> bucket_sums
 *          ├─> counted ─┬─> states
 *   renewed (dates before renewals) ─> corrected
 *          └─> overdue ─> seats
 */
export function partsFromRows(scope: Scope, query: DashboardQuery): LicenseParts {
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
  const first = sql`
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
    ),`
  const figures = sql`
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
    renewed as materialized (
      -- Licenses renewed after an end had other dates then: those before the first renewal after it.
      select distinct on (e.which, r.license_id) e.which, r.license_id, x.created_at, x.seats, x.activated_at, x.expires_at,
             x.maintenance_expires_at, r.expires_before, r.maintenance_before,
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
        select created_at, seats, activated_at, expires_at, maintenance_expires_at,
               product_id = any(array(select product_id from never_expiring)) as is_lasting
        from owned
      ) s
      cross join (select to_at, near_until from ends where which = 'current') current
      cross join (select to_at, near_until from ends where which = 'previous') previous
    ),
    corrected as materialized (
      select e.which, ${statesOf(sql`e`, sql`s.sign`)}
      from ends e
      join lateral (
        select -1 as sign, created_at, seats, activated_at, expires_at, maintenance_expires_at, is_lasting
        from renewed r where r.which = e.which
        union all
        select 1, created_at, seats, activated_at, expires_before, maintenance_before, is_lasting
        from renewed r where r.which = e.which
      ) s on true
      group by e.which
    ),
    states as materialized (
      select p.which, p.activated + coalesce(c.activated, 0) as activated, p.expired + coalesce(c.expired, 0) as expired,
             p.unmaintained + coalesce(c.unmaintained, 0) as unmaintained, p.near + coalesce(c.near, 0) as near,
             coalesce(p.made, 0) as made, coalesce(p.lost, 0) + coalesce(c.lost, 0) as lost
      from counted n
      cross join lateral (values
        ('current', ${ofEnd('current')}), ('previous', ${ofEnd('previous')})
      ) p (which, activated, expired, unmaintained, near, made, lost)
      left join corrected c on c.which = p.which
    ),
    overdue as materialized (
      -- Seats that devices hold on keys that have expired.
      select s.which, sum(s.sign * h.held) as held
      from (
        select e.which, e.to_at, 1 as sign, o.license_id, o.activated_at, o.expires_at,
               o.product_id = any(array(select product_id from never_expiring)) as is_lasting
        from ends e join owned o on o.expires_at < e.to_at
        union all
        select e.which, e.to_at, w.sign, r.license_id, r.activated_at, w.expires_at, r.is_lasting
        from ends e
        join renewed r on r.which = e.which
        cross join lateral (values (-1, r.expires_at), (1, r.expires_before)) w (sign, expires_at)
      ) s
      cross join lateral (
        select count(*) as held from offered.license_seats x
        where x.tenant_id = ${tenant} and x.license_id = s.license_id
          and x.created_at < s.to_at and (x.revoked_at is null or x.revoked_at >= s.to_at)
      ) h
      where s.activated_at < s.to_at and s.expires_at < s.to_at and not s.is_lasting
      group by s.which
    ),
    seats as materialized (
      select count(*) filter (where t.created_at < c.to_at and (t.revoked_at is null or t.revoked_at >= c.to_at))
               - coalesce((select held from overdue where which = 'current'), 0) as current,
             count(*) filter (where t.created_at < p.to_at and (t.revoked_at is null or t.revoked_at >= p.to_at))
               - coalesce((select held from overdue where which = 'previous'), 0) as previous
      from ends c
      join ends p on p.which = 'previous'
      left join (
        ${seatsInScope}
      ) t on true
      where c.which = 'current'
    ),`
  return { first, figures, isComplete: sql`true` }
}

/**
 * The states of a license `s` (created_at, seats, activated_at, expires_at, maintenance_expires_at, is_lasting) at an end
 * (to_at, near_until).
 */
const conditions = (end: Sql) => ({
  activated: sql`s.activated_at < ${end}.to_at`,
  expired: sql`s.activated_at < ${end}.to_at and s.expires_at < ${end}.to_at and not s.is_lasting`,
  unmaintained: sql`s.activated_at < ${end}.to_at and s.maintenance_expires_at < ${end}.to_at and not s.is_lasting`,
  near: sql`s.activated_at < ${end}.to_at and s.maintenance_expires_at >= ${end}.to_at
    and s.maintenance_expires_at < ${end}.near_until and not s.is_lasting`,
})

/** Columns: the licenses `s` in each state at an end, each counted by its sign; and their seats. */
function statesOf(end: Sql, sign: Sql, prefix = ''): Sql {
  const states = conditions(end)
  const sumOf = (name: string, measure: Sql, condition: Sql) =>
    sql`sum(${measure}) filter (where ${condition}) as ${sql.ref(`${prefix}${name}`)}`
  return sql.join([
    ...Object.entries(states).map(([name, condition]) => sumOf(name, sign, condition)),
    sumOf('made', sql`${sign} * s.seats`, sql`s.created_at < ${end}.to_at`),
    sumOf('lost', sql`${sign} * s.seats`, states.expired),
  ])
}
const statesAt = (which: 'current' | 'previous'): Sql => statesOf(sql.ref(which), sql`1`, `${which}_`)

/** The counted states at one end, as a row. */
const ofEnd = (which: 'current' | 'previous'): Sql =>
  sql.join(
    ['activated', 'expired', 'unmaintained', 'near', 'made', 'lost'].map(
      (name) => sql`coalesce(${sql.ref(`n.${which}_${name}`)}, 0)`,
    ),
  )
