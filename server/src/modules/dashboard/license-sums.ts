import { type DashboardQuery, nearMaintenanceDays } from '@trellis/contract/dashboard'
import { only, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { MovedBranch } from '../accounts/index.ts'
import { type LicenseParts, statesOf } from './license-rows.ts'
import { isEverything, nearestDay, type Scope, tenant } from './relations.ts'

/** Scopes with at least this many licenses have sums; counting fewer one by one takes some milliseconds (decision 058). */
const summedFrom = 10_000

const hasSums = ({ accountId, includeChildren }: Scope): Sql => sql`exists (
  select from license_summed w where w.tenant_id = ${tenant} and w.account_id = ${accountId} and w.own = ${!includeChildren})`

export const isSummed = async (tx: Reader, scope: Scope): Promise<boolean> =>
  (await tx.row<{ is: boolean }>(sql`select ${hasSums(scope)} as is`))?.is === true

/** Adds up to `maximum` noted changes of licenses to the sums that the dashboard reads. Returns the number folded. */
export const foldLicenseChanges = async (tx: Tx, maximum: number): Promise<number> =>
  (await tx.row<{ folded: number }>(sql`select fold_licenses(${maximum}::int) as folded`))?.folded ?? 0

/** Computes the sums of one more scope, the largest that has none. Returns 0 when there is none. */
export async function sumLicenses(tx: Tx, minimum = summedFrom): Promise<number> {
  // A million licenses take seconds, in one statement: a snapshot of the licenses and of the changes not folded yet.
  await tx.run(sql`select set_config('statement_timeout', '600000', true)`)
  return (await tx.row<{ summed: number }>(sql`select sum_licenses(${minimum}::bigint) as summed`))?.summed ?? 0
}

/**
 * After a branch has moved: removes the sums of the accounts that were above it or are above it now. Their licenses are
 * counted one by one until the job has computed the sums again.
 */
export async function dropLicenseSums(tx: Tx, { lost, gained }: MovedBranch): Promise<void> {
  await tx.run(sql`select lock_license_sums()`)
  for (const table of ['license_summed', 'license_sums'])
    await tx.run(sql`
      delete from ${sql.ref(table)} where tenant_id = ${tenant} and not own and account_id = any(${[...lost, ...gained]}::uuid[])`)
}

/**
 * Adds up the sums of whole days. What is between an instant and a midnight of UTC is read from the licenses: those
 * created, seats taken and freed, and each license that may have changed its state.
 *
 *   buckets ─> bounds ─> edge_sums ────────────────────────────┐
 *   license_sums ──────────────────────────────────────────────┼─> bucket_sums
 *   license_changes (not folded yet) ─> unfolded ──────────────┘
 *   ends ─> midnights ─┬─> stored (license_sums, unfolded) ─┬─> states, seats
 *                      ├─> moved ─> corrected ──────────────┤
 *                      └─> seat_edges ──────────────────────┘
 */
export function partsFromSums(scope: Scope, query: DashboardQuery): LicenseParts {
  const products = query.products ?? []
  const hasChosen = products.length > 0
  const isEverywhere = isEverything(scope)
  const isMine = (row: string) => sql`
    ${only(!isEverywhere)`and ${sql.ref(`${row}.owner_id`)} in (select account_id from scope)`}
    ${only(hasChosen)`and ${sql.ref(`${row}.product_id`)} = any(${products}::uuid[])`}`
  const sumsOf = (row: string) => sql`
    ${sql.ref(`${row}.tenant_id`)} = ${tenant} and ${sql.ref(`${row}.account_id`)} = ${scope.accountId}
    and ${sql.ref(`${row}.own`)} = ${sql.lit(!scope.includeChildren)}`
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
      join (values ('a'::"char", false), ('s', false), ('c', false), ('e', true), ('m', true), ('n', true)) k (kind, is_end)
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
          join license_sums s on ${sumsOf('s')} and s.product_id = r.product_id and s.kind = r.kind and s.grain = 'd' and s.qt > 0
          where r.kind = 'c'
        ) d
        cross join lateral (
          select min(x.created_at) as at from offered.licenses x
          where x.tenant_id = ${tenant} and x.created_at >= d.day::timestamp at time zone 'UTC'
            and x.created_at < (d.day + 1)::timestamp at time zone 'UTC' ${isMine('x')}
        ) l
        union all
        select u.at from unfolded u where u.kind = 'c'
      ) earliest where not ${sql.lit(Boolean(query.currentFrom))}
    ),`
  const figures = sql`
    bounds as materialized (
      select distinct e.at, ${nearestDay('e.at')} as day
      from buckets b cross join lateral (values (b.from_at), (b.to_at)) as e (at)
    ),
    edge_sums as materialized (
      -- Licenses created between the bound and its nearest midnight; negative where the bound comes first.
      select e.at, d.sign * l.qt as qt, d.sign * l.amount as amount
      from bounds e
      cross join lateral (
        select e.day::timestamp at time zone 'UTC' as midnight,
               case when e.at < e.day::timestamp at time zone 'UTC' then -1 else 1 end as sign
      ) d
      cross join lateral (
        select count(*) as qt, coalesce(sum(x.seats), 0) as amount from offered.licenses x
        where x.tenant_id = ${tenant} and x.created_at >= least(e.at, d.midnight) and x.created_at < greatest(e.at, d.midnight)
          ${isMine('x')}
        offset 0
      ) l
    ),
    bucket_sums as materialized (
      select which, key, sum(qt) as qt, sum(amount) as amount
      from (
        select b.which, b.key, s.qt, s.amount
        from buckets b
        join sums_read r on r.kind = 'c'
        cross join lateral (
          select sum(d.qt) as qt, sum(d.amount) as amount from license_sums d
          where ${sumsOf('d')} and d.product_id = r.product_id and d.kind = 'c' and d.grain = 'd'
            and d.since >= ${nearestDay('b.from_at')} and d.since < ${nearestDay('b.to_at')}
          offset 0
        ) s
        union all
        select b.which, b.key, u.qt, u.amount
        from unfolded u
        join buckets b on u.at >= ${nearestDay('b.from_at')}::timestamp at time zone 'UTC'
          and u.at < ${nearestDay('b.to_at')}::timestamp at time zone 'UTC'
        where u.kind = 'c'
        union all
        select b.which, b.key, e.qt, e.amount from buckets b join edge_sums e on e.at = b.to_at
        union all
        select b.which, b.key, -e.qt, -e.amount from buckets b join edge_sums e on e.at = b.from_at
      ) parts group by which, key
    ),
    midnights as materialized (
      -- The last midnight of UTC up to the end.
      select e.which, e.to_at, e.near_until, d.day, d.day::timestamp at time zone 'UTC' as midnight,
             d.day::timestamp at time zone 'UTC' + ${nearHours} as near_until_then
      from ends e
      cross join lateral (select (e.to_at at time zone 'UTC')::date as day) d
    ),
    stored as materialized (
      select which, kind, sum(qt) as qt
      from (
        select m.which, r.kind, r.sign * s.qt as qt
        from midnights m
        cross join sums_read r
        cross join lateral (values
          ('y'::"char", '-infinity'::date, date_trunc('year', m.day)::date),
          ('m', date_trunc('year', m.day)::date, date_trunc('month', m.day)::date),
          ('d', date_trunc('month', m.day)::date, m.day)
        ) g (grain, since, until)
        cross join lateral (
          select sum(x.qt) as qt from license_sums x
          where ${sumsOf('x')} and x.product_id = r.product_id and x.kind = r.kind and x.grain = g.grain
            and x.since >= g.since and x.since < g.until
          offset 0
        ) s
        where r.kind <> 'c'
        union all
        select m.which, u.kind, u.qt from midnights m join unfolded u on u.at < m.midnight where u.kind <> 'c'
      ) parts group by which, kind
    ),
    moved as materialized (
      -- Licenses that may have had another state at the midnight than at the end.
      select m.which, l.license_id
      from midnights m
      cross join lateral (
        ${sql.join(
          [
            between('licenses', 'activated_at', sql`m.midnight`, sql`m.to_at`),
            between('licenses', 'expires_at', sql`m.midnight`, sql`m.to_at`),
            between('licenses', 'maintenance_expires_at', sql`m.midnight`, sql`m.to_at`),
            between('licenses', 'maintenance_expires_at', ...nearRange),
            between('license_renewals', 'renewed_at', sql`m.midnight`, sql`m.to_at`),
            between('license_renewals', 'expires_before', sql`m.midnight`, sql`m.to_at`),
            between('license_renewals', 'maintenance_before', sql`m.midnight`, sql`m.to_at`),
            between('license_renewals', 'maintenance_before', ...nearRange),
          ],
          sql` union `,
        )}
        offset 0
      ) l
    ),
    corrected as materialized (
      select m.which, ${statesOf(sql`t`, sql`sum(t.sign)`)}
      from midnights m
      join moved v on v.which = m.which
      join offered.licenses x on x.tenant_id = ${tenant} and x.license_id = v.license_id ${isMine('x')}
      cross join lateral (values (1, m.to_at, m.near_until), (-1, m.midnight, m.near_until_then)) t (sign, to_at, near_until)
      left join lateral (
        -- The dates that the license had then: those before the first renewal after it.
        select r.expires_before, r.maintenance_before, true as is_renewed from offered.license_renewals r
        where r.tenant_id = ${tenant} and r.license_id = x.license_id and r.renewed_at >= t.to_at
        order by r.renewed_at, r.due_at limit 1
      ) r on true
      cross join lateral (
        select x.activated_at, case when r.is_renewed then r.expires_before else x.expires_at end as expires_at,
               case when r.is_renewed then r.maintenance_before else x.maintenance_expires_at end as maintenance_expires_at,
               x.product_id = any(array(select product_id from never_expiring)) as is_lasting
      ) s
      where x.activated_at is not null
      group by m.which
    ),
    states as materialized (
      select m.which, s.activated + coalesce(c.activated, 0) as activated, s.expired + coalesce(c.expired, 0) as expired,
             s.unmaintained + coalesce(c.unmaintained, 0) as unmaintained,
             s.near_or_past - s.unmaintained + coalesce(c.near, 0) as near
      from midnights m
      cross join lateral (
        select ${sql.join(
          Object.entries({ activated: 'a', expired: 'e', unmaintained: 'm', near_or_past: 'n' }).map(
            ([name, kind]) => sql`coalesce(sum(f.qt) filter (where f.kind = ${sql.lit(kind)}), 0) as ${sql.ref(name)}`,
          ),
        )}
        from stored f where f.which = m.which
      ) s
      left join corrected c on c.which = m.which
    ),
    seat_edges as materialized (
      select m.which, sum(s.sign) as qt
      from midnights m
      cross join lateral (
        select 1 as sign, x.license_id from offered.license_seats x
        where x.tenant_id = ${tenant} and x.created_at >= m.midnight and x.created_at < m.to_at
        union all
        select -1, x.license_id from offered.license_seats x
        where x.tenant_id = ${tenant} and x.revoked_at >= m.midnight and x.revoked_at < m.to_at
        offset 0
      ) s
      ${only(!isEverywhere || hasChosen)`
      join offered.licenses x on x.tenant_id = ${tenant} and x.license_id = s.license_id ${isMine('x')}`}
      group by m.which
    ),
    seats as materialized (
      select coalesce(sum(qt) filter (where which = 'current'), 0) as current,
             coalesce(sum(qt) filter (where which = 'previous'), 0) as previous
      from (
        select which, qt from stored where kind = 's' union all select which, qt from seat_edges
      ) parts
    ),`
  return { first, figures, isComplete: hasSums(scope) }
}

/** As in the sums of the kind n; in the reader's zone those days may be an hour longer or shorter. */
const nearHours = sql`make_interval(hours => ${24 * nearMaintenanceDays})`
const nearRange = [sql`least(m.near_until, m.near_until_then)`, sql`greatest(m.near_until, m.near_until_then)`] as const

/** The licenses of which a date is in a range. */
const between = (view: string, date: string, from: Sql, to: Sql): Sql => sql`
  select x.license_id from ${sql.ref(`offered.${view}`)} x
  where x.tenant_id = ${tenant} and ${sql.ref(`x.${date}`)} >= ${from} and ${sql.ref(`x.${date}`)} < ${to}`
