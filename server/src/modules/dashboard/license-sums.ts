import { type DashboardQuery, nearMaintenanceDays } from '@trellis/contract/dashboard'
import { only, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { MovedBranch } from '../accounts/index.ts'
import { type LicenseParts, statesOf } from './license-rows.ts'
import { isEverything, nearestDay, type Scope, tenant } from './relations.ts'

const summed = ({ accountId, includeChildren }: Scope): Sql => sql`
  license_summed w where w.tenant_id = ${tenant} and w.account_id = ${accountId} and w.own = ${sql.lit(!includeChildren)}`
const hasSums = (scope: Scope): Sql => sql`exists (select from ${summed(scope)})`

/**
 * SQL condition: the sums by hour can be used. They are of all products together, and so of no use where some products in
 * scope are upgrade rights whose licenses have ends.
 */
const hasHours = (scope: Scope): Sql => sql`
  ${hasSums(scope)} and not exists (
    select from offered.product_publications b
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id and p.is_upgrade_right
    join license_sums s on ${sumsOf(scope, 's')} and s.product_id = b.product_id and s.kind in ('e', 'm', 'n', 'x') and s.grain = 'y'
    where b.tenant_id = ${tenant})`

/** Which sums a scope has. */
export type Kept = 'days' | 'hours'

/** Which sums can answer; undefined when the scope has none. Chosen products have no sums by hour. */
export async function keptSums(tx: Reader, scope: Scope, query: DashboardQuery): Promise<Kept | undefined> {
  const hasChosen = (query.products ?? []).length > 0
  const row = await tx.row<{ days: boolean; hours: boolean }>(sql`
    select ${hasSums(scope)} as days, ${hasChosen ? sql`false` : hasHours(scope)} as hours`)
  return row?.hours ? 'hours' : row?.days ? 'days' : undefined
}

const sumsOf = ({ accountId, includeChildren }: Scope, row: string): Sql => sql`
  ${sql.ref(`${row}.tenant_id`)} = ${tenant} and ${sql.ref(`${row}.account_id`)} = ${accountId}
  and ${sql.ref(`${row}.own`)} = ${sql.lit(!includeChildren)}`

/** Adds up to `maximum` noted changes of licenses to the sums that the dashboard reads. Returns the number folded. */
export const foldLicenseChanges = async (tx: Tx, maximum: number): Promise<number> =>
  (await tx.row<{ folded: number }>(sql`select fold_licenses(${maximum}::int) as folded`))?.folded ?? 0

/** Computes the sums of one more scope, the largest that has none. Returns 0 when there is none. */
export async function sumLicenses(tx: Tx, minimum?: number): Promise<number> {
  // A million licenses take seconds, in one statement: a snapshot of the licenses and of the changes not folded yet.
  await tx.run(sql`select set_config('statement_timeout', '600000', true)`)
  return (
    (
      await tx.row<{ summed: number }>(
        sql`select sum_licenses(${minimum === undefined ? sql`` : sql`${minimum}::bigint`}) as summed`,
      )
    )?.summed ?? 0
  )
}

/**
 * After a branch has moved: removes the sums of the accounts that were above it or are above it now. Their licenses are
 * counted one by one until the job has computed the sums again.
 */
export async function dropLicenseSums(tx: Tx, { lost, gained }: MovedBranch): Promise<void> {
  await tx.run(sql`select lock_license_sums()`)
  for (const table of ['license_summed', 'license_sums', 'license_hours'])
    await tx.run(sql`
      delete from ${sql.ref(table)} where tenant_id = ${tenant} and not own and account_id = any(${[...lost, ...gained]}::uuid[])`)
}

/**
 * Adds up the sums of whole days and, where they are kept, of whole hours. What is between an instant and what the sums
 * cover is read from the licenses: those created, seats taken and freed, and each license that may have changed its state.
 * With sums by hour that is nothing, unless a day of the reader begins at half past an hour.
 *
 *   buckets ─> bounds ─> edges (license_hours, licenses) ─> edge_sums ─┐
 *   license_sums ──────────────────────────────────────────────────────┼─> bucket_sums
 *   license_changes (not folded yet) ─> unfolded ──────────────────────┘
 *   ends ─> known ─┬─> stored (license_sums, license_hours, unfolded) ─┬─> states, seats
 *                  ├─> moved ─> renewals, corrected ───────────────────┤
 *                  └─> seat_edges ─────────────────────────────────────┘
 *
 * What an index has of a range is read behind `offset 0`, and filtered by the scope outside: otherwise a kept plan reads all
 * licenses of each account in scope, for each bound.
 */
export function partsFromSums(scope: Scope, query: DashboardQuery, kept: Kept): LicenseParts {
  const products = query.products ?? []
  const hasChosen = products.length > 0
  const isEverywhere = isEverything(scope)
  const isMine = (row: string) => sql`
    ${only(!isEverywhere)`and ${sql.ref(`${row}.owner_id`)} in (select account_id from scope)`}
    ${only(hasChosen)`and ${sql.ref(`${row}.product_id`)} = any(${products}::uuid[])`}`
  const ofHours = only(kept === 'hours')
  /** The instant up to which the sums cover what was before `at`: a full hour, or the nearest midnight of UTC. */
  const covered = (at: string) =>
    kept === 'hours'
      ? sql`date_trunc('hour', ${sql.ref(at)}, 'UTC')`
      : sql`(${nearestDay(at)}::timestamp at time zone 'UTC')`
  const first = sql`
    sums_read as materialized (
      -- Which sums to add (sign 1) and to subtract. An upgrade right has no part in the kinds that are about ends.
      select p.product_id, k.kind, p.sign
      from (
        ${
          hasChosen
            ? sql`
        select c.product_id, 1 as sign, n.product_id is null as has_ends, true as has_others
        from unnest(${products}::uuid[]) c (product_id) left join never_expiring n using (product_id)`
            : sql`
        select all_products() as product_id, 1 as sign, true as has_ends, true as has_others
        union all select product_id, -1, true, false from never_expiring`
        }
      ) p
      join (values ('a'::"char", false), ('s', false), ('c', false), ('e', true), ('m', true), ('n', true), ('x', true)) k (kind, is_end)
        on case when k.is_end then p.has_ends else p.has_others end
      group by 1, 2, 3
    ),
    unfolded as materialized (
      select c.kind, c.at, c.qt, c.amount from license_changes c
      where c.tenant_id = ${tenant} ${isMine('c')}
        and (c.kind in ('a', 's', 'c') or c.product_id <> all(array(select product_id from never_expiring)))
    ),
    first_license as materialized (
      select min(at) as at from (
        select l.at from (
          select min(s.since) as day from sums_read r
          join license_sums s on ${sumsOf(scope, 's')} and s.product_id = r.product_id and s.kind = r.kind and s.grain = 'd' and s.qt > 0
          where r.kind = 'c'
        ) d
        cross join lateral (
          select min(x.created_at) as at
          from (
            select l.created_at, l.owner_id, l.product_id from offered.licenses l
            where l.tenant_id = ${tenant} and l.created_at >= d.day::timestamp at time zone 'UTC'
              and l.created_at < (d.day + 1)::timestamp at time zone 'UTC'
            offset 0
          ) x
          where true ${isMine('x')}
        ) l
        union all
        select u.at from unfolded u where u.kind = 'c'
      ) earliest where not ${sql.lit(Boolean(query.currentFrom))}
    ),`
  const figures = sql`
    bounds as materialized (
      select distinct e.at, ${nearestDay('e.at')}::timestamp at time zone 'UTC' as midnight, ${covered('e.at')} as covered
      from buckets b cross join lateral (values (b.from_at), (b.to_at)) as e (at)
    ),
    edge_sums as materialized (
      -- Licenses created between the bound and its nearest midnight; negative where the bound comes first.
      select at, sum(qt) as qt, sum(amount) as amount
      from (
        select e.at, d.sign as qt, d.sign * x.seats as amount
        from bounds e
        cross join lateral (select case when e.at < e.covered then -1 else 1 end as sign) d
        cross join lateral (
          select l.owner_id, l.product_id, l.seats from offered.licenses l
          where l.tenant_id = ${tenant} and l.created_at >= least(e.at, e.covered) and l.created_at < greatest(e.at, e.covered)
          offset 0
        ) x
        where e.at <> e.covered ${isMine('x')}
        ${ofHours`
        union all
        select e.at, d.sign * h.qt, d.sign * h.amount
        from bounds e
        cross join lateral (select case when e.covered < e.midnight then -1 else 1 end as sign) d
        cross join lateral (
          select x.qt, x.amount from license_hours x
          where ${sumsOf(scope, 'x')} and x.kind = 'c'
            and x.hour >= least(e.covered, e.midnight) and x.hour < greatest(e.covered, e.midnight)
          offset 0
        ) h`}
      ) edges group by at
    ),
    bucket_sums as materialized (
      select which, key, sum(qt) as qt, sum(amount) as amount
      from (
        select b.which, b.key, s.qt, s.amount
        from buckets b
        join sums_read r on r.kind = 'c'
        cross join lateral (
          select sum(d.qt) as qt, sum(d.amount) as amount from license_sums d
          where ${sumsOf(scope, 'd')} and d.product_id = r.product_id and d.kind = 'c' and d.grain = 'd'
            and d.since >= ${nearestDay('b.from_at')} and d.since < ${nearestDay('b.to_at')}
          offset 0
        ) s
        union all
        select b.which, b.key, u.qt, u.amount
        from unfolded u
        join buckets b on u.at >= ${covered('b.from_at')} and u.at < ${covered('b.to_at')}
        where u.kind = 'c'
        union all
        select b.which, b.key, e.qt, e.amount from buckets b join edge_sums e on e.at = b.to_at
        union all
        select b.which, b.key, -e.qt, -e.amount from buckets b join edge_sums e on e.at = b.from_at
      ) parts group by which, key
    ),
    known as materialized (
      -- What the sums know of an end: the state at the last full hour, or the last midnight of UTC.
      select e.which, e.to_at, e.near_until, d.day, k.known_at, k.known_at + ${nearHours} as near_until_then
      from ends e
      cross join lateral (select (e.to_at at time zone 'UTC')::date as day) d
      cross join lateral (
        select ${kept === 'hours' ? covered('e.to_at') : sql`d.day::timestamp at time zone 'UTC'`} as known_at
      ) k
    ),
    stored as materialized (
      select which, kind, sum(qt) as qt, sum(amount) as amount
      from (
        select m.which, r.kind, r.sign * s.qt as qt, r.sign * s.amount as amount
        from known m
        cross join sums_read r
        cross join lateral (values
          ('y'::"char", '-infinity'::date, date_trunc('year', m.day)::date),
          ('m', date_trunc('year', m.day)::date, date_trunc('month', m.day)::date),
          ('d', date_trunc('month', m.day)::date, m.day)
        ) g (grain, since, until)
        cross join lateral (
          select sum(x.qt) as qt, sum(x.amount) as amount from license_sums x
          where ${sumsOf(scope, 'x')} and x.product_id = r.product_id and x.kind = r.kind and x.grain = g.grain
            and x.since >= g.since and x.since < g.until
          offset 0
        ) s
        ${ofHours`
        union all
        select m.which, r.kind, s.qt, s.amount
        from known m
        cross join sums_read r
        cross join lateral (
          select sum(x.qt) as qt, sum(x.amount) as amount from license_hours x
          where ${sumsOf(scope, 'x')} and x.kind = r.kind
            and x.hour >= m.day::timestamp at time zone 'UTC' and x.hour < m.known_at
          offset 0
        ) s
        where r.sign > 0`}
        union all
        select m.which, u.kind, u.qt, u.amount from known m join unfolded u on u.at < m.known_at
      ) parts group by which, kind
    ),
    moved as materialized (
      -- Licenses that may have had another state then than at the end.
      select m.which, l.license_id
      from known m
      cross join lateral (
        ${sql.join(
          [
            between('licenses', 'activated_at', sql`m.known_at`, sql`m.to_at`),
            between('licenses', 'expires_at', sql`m.known_at`, sql`m.to_at`),
            between('licenses', 'maintenance_expires_at', sql`m.known_at`, sql`m.to_at`),
            between('licenses', 'maintenance_expires_at', ...nearRange),
            between('license_renewals', 'renewed_at', sql`m.known_at`, sql`m.to_at`),
            between('license_renewals', 'expires_before', sql`m.known_at`, sql`m.to_at`),
            between('license_renewals', 'maintenance_before', sql`m.known_at`, sql`m.to_at`),
            between('license_renewals', 'maintenance_before', ...nearRange),
            between('licenses', 'created_at', sql`m.known_at`, sql`m.to_at`),
            between('license_seats', 'created_at', sql`m.known_at`, sql`m.to_at`),
            between('license_seats', 'revoked_at', sql`m.known_at`, sql`m.to_at`),
          ],
          sql` union `,
        )}
        offset 0
      ) l
    ),
    renewals as materialized (
      -- Of few licenses: most have none.
      select v.which, v.license_id, r.renewed_at, r.due_at, r.expires_before, r.maintenance_before
      from moved v
      cross join lateral (
        select x.renewed_at, x.due_at, x.expires_before, x.maintenance_before from offered.license_renewals x
        where x.tenant_id = ${tenant} and x.license_id = v.license_id
        offset 0
      ) r
    ),
    instants as materialized (
      select m.which, t.sign, t.to_at, t.near_until
      from known m
      cross join lateral (values (1, m.to_at, m.near_until), (-1, m.known_at, m.near_until_then)) t (sign, to_at, near_until)
    ),
    replaced as materialized (
      -- The ends that a license had then: those before the first renewal after it.
      select distinct on (t.which, t.sign, r.license_id) t.which, t.sign, r.license_id, r.expires_before, r.maintenance_before
      from instants t join renewals r on r.which = t.which and r.renewed_at >= t.to_at
      order by t.which, t.sign, r.license_id, r.renewed_at, r.due_at
    ),
    corrected as materialized (
      select t.which, ${statesOf(sql`t`, sql`t.sign`)}, sum(t.sign * h.held) as overdue
      from (
        select v.which, x.*, x.product_id = any(array(select product_id from never_expiring)) as is_lasting
        from moved v
        cross join lateral (
          select l.license_id, l.owner_id, l.product_id, l.created_at, l.seats, l.activated_at, l.expires_at,
                 l.maintenance_expires_at
          from offered.licenses l where l.tenant_id = ${tenant} and l.license_id = v.license_id
          offset 0
        ) x
        where true ${isMine('x')}
      ) x
      join instants t on t.which = x.which
      left join replaced r on r.which = t.which and r.sign = t.sign and r.license_id = x.license_id
      cross join lateral (
        select x.created_at, x.seats, x.activated_at, x.is_lasting,
               case when r.license_id is null then x.expires_at else r.expires_before end as expires_at,
               case when r.license_id is null then x.maintenance_expires_at else r.maintenance_before end as maintenance_expires_at
      ) s
      cross join lateral (
        -- Seats that devices hold on a key that has expired.
        select case when s.activated_at < t.to_at and s.expires_at < t.to_at and not s.is_lasting then (
          select count(*) from offered.license_seats d
          where d.tenant_id = ${tenant} and d.license_id = x.license_id
            and d.created_at < t.to_at and (d.revoked_at is null or d.revoked_at >= t.to_at)) else 0 end as held
      ) h
      group by t.which
    ),
    states as materialized (
      select m.which, s.activated + coalesce(c.activated, 0) as activated, s.expired + coalesce(c.expired, 0) as expired,
             s.unmaintained + coalesce(c.unmaintained, 0) as unmaintained,
             s.near_or_past - s.unmaintained + coalesce(c.near, 0) as near,
             s.made + coalesce(c.made, 0) as made, s.lost + coalesce(c.lost, 0) as lost
      from known m
      cross join lateral (
        select ${sql.join(
          Object.entries({ activated: 'a', expired: 'e', unmaintained: 'm', near_or_past: 'n' }).map(
            ([name, kind]) => sql`coalesce(sum(f.qt) filter (where f.kind = ${sql.lit(kind)}), 0) as ${sql.ref(name)}`,
          ),
        )},
        coalesce(sum(f.amount) filter (where f.kind = 'c'), 0) as made,
        coalesce(sum(f.amount) filter (where f.kind = 'e'), 0) as lost
        from stored f where f.which = m.which
      ) s
      left join corrected c on c.which = m.which
    ),
    seat_edges as materialized (
      select m.which, sum(s.sign) as qt
      from known m
      cross join lateral (
        select 1 as sign, x.license_id from offered.license_seats x
        where x.tenant_id = ${tenant} and x.created_at >= m.known_at and x.created_at < m.to_at
        union all
        select -1, x.license_id from offered.license_seats x
        where x.tenant_id = ${tenant} and x.revoked_at >= m.known_at and x.revoked_at < m.to_at
        offset 0
      ) s
      ${only(!isEverywhere || hasChosen)`
      cross join lateral (
        select l.owner_id, l.product_id from offered.licenses l
        where l.tenant_id = ${tenant} and l.license_id = s.license_id
        offset 0
      ) x
      where true ${isMine('x')}`}
      group by m.which
    ),
    seats as materialized (
      select coalesce(sum(qt) filter (where which = 'current'), 0) as current,
             coalesce(sum(qt) filter (where which = 'previous'), 0) as previous
      from (
        select which, qt from stored where kind = 's' union all select which, qt from seat_edges
        union all select which, -qt from stored where kind = 'x' union all select which, -overdue from corrected
      ) parts
    ),`
  return { first, figures, isComplete: kept === 'hours' ? hasHours(scope) : hasSums(scope) }
}

/** As in the sums of the kind n; in the reader's zone those days may be an hour longer or shorter. */
const nearHours = sql`make_interval(hours => ${24 * nearMaintenanceDays})`
const nearRange = [sql`least(m.near_until, m.near_until_then)`, sql`greatest(m.near_until, m.near_until_then)`] as const

/** The licenses of which a date is in a range. */
const between = (view: string, date: string, from: Sql, to: Sql): Sql => sql`
  select x.license_id from ${sql.ref(`offered.${view}`)} x
  where x.tenant_id = ${tenant} and ${sql.ref(`x.${date}`)} >= ${from} and ${sql.ref(`x.${date}`)} < ${to}`
