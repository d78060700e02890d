import { type DashboardQuery, nearMaintenanceDays } from '@trellis/contract/dashboard'
import { only, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { LicenseParts } from './license-rows.ts'
import { inScope, isEverything, type Scope, spansOf, sumsIn, tenant, windowsOf } from './relations.ts'

const hasSums = ({ accountId }: Scope): Sql => sql`
  exists (select from summed_accounts w where w.tenant_id = ${tenant} and w.account_id = ${accountId})`

/** SQL condition: some products in scope are upgrade rights whose licenses have ends, which do not count. */
const hasIdleEnds = (scope: Scope): Sql => sql`
  exists (
    select from offered.product_publications b
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id and p.is_upgrade_right
    cross join lateral (
      select from period_sums s
      where ${inScope(scope, 's')} and s.measure in ('E', 'M', 'N', 'X') and s.grain = 'y' and s.part_id = b.product_id
      offset 0
    ) s
    where b.tenant_id = ${tenant})`

/** Whether the ends of licenses are added up from the sums of all products together, or by product. */
export type Kept = 'together' | 'by product'

/** Which sums can answer; undefined when the scope has none. */
export async function keptSums(tx: Reader, scope: Scope, query: DashboardQuery): Promise<Kept | undefined> {
  const hasChosen = (query.products ?? []).length > 0
  const row = await tx.row<{ kept: boolean; apart: boolean }>(sql`
    select ${hasSums(scope)} as kept, ${hasChosen ? sql`true` : hasIdleEnds(scope)} as apart`)
  return row?.kept ? (row.apart ? 'by product' : 'together') : undefined
}

/**
 * Adds up the sums of licenses. What they do not cover is read from the licenses: those created, and everything that happened to the
 * licenses that changed at the ends of the period. With sums by hour these are few.
 *
 *   buckets ─> spans ─┬─> sums, unfolded ──────────┐
 *                     └─> windows ─> made ─────────┴─> bucket_sums
 *   ends ─> end_spans ─┬─> sums, unfolded ─────────┐
 *                      ├─> changed ─> happened ────┼─> totals ─> states, seats
 *                      └─> delayed ────────────────┘
 *
 * A state at an instant is the sum of all that happened before: `end_spans` begin with the first of all days.
 *
 * What an index has of a range is read behind `offset 0`, and filtered by the scope outside: otherwise a kept plan reads all
 * licenses of each account in scope, for each bound.
 */
export function partsFromSums(scope: Scope, query: DashboardQuery, kept: Kept): LicenseParts {
  const products = query.products ?? []
  const hasChosen = products.length > 0
  const isChosen = (column: string) => only(hasChosen)`and ${sql.ref(column)} = any(${products}::uuid[])`
  const isMine = (row: string, owner = 'owner_id') => sql`
    ${only(!isEverything(scope))`and ${sql.ref(`${row}.${owner}`)} in (select account_id from scope)`}
    ${isChosen(`${row}.product_id`)}`
  /** An upgrade right has no part in the kinds that are about ends. */
  const counts = (kind: string, product: string) => sql`
    (${sql.ref(kind)} in ('a', 's', 'c') or ${sql.ref(product)} <> all(array(select product_id from never_expiring)))`
  /** Sums by product are those of the capital letters, and have no hours. */
  const [ofOthers, ofEnds] = [hasChosen, kept === 'by product'].map((isByProduct) => ({
    letters: (kinds: string) => sql.lit(`{${isByProduct ? kinds.toUpperCase() : kinds}}`),
    grains: isByProduct ? 'dmy' : 'hdmy',
  })) as [Read, Read]
  const made = sql.lit(hasChosen ? 'C' : 'c')
  const first = sql`
    unfolded as materialized (
      select n.kind, n.at, n.qt, n.amount from sum_notes n
      where n.tenant_id = ${tenant} and n.kind not in ('o', 'd') ${isMine('n', 'account_id')} and ${counts('n.kind', 'n.product_id')}
    ),
    first_license as materialized (
      select min(at) as at from (
        select l.at from (
          select s.since from period_sums s
          where ${inScope(scope, 's')} and s.measure = ${made} and s.grain = 'd' and s.qt > 0 ${isChosen('s.part_id')}
          order by s.since limit 1
        ) d
        cross join lateral (
          select min(x.created_at) as at
          from (
            select l.created_at, l.owner_id, l.product_id from offered.licenses l
            where l.tenant_id = ${tenant} and l.created_at >= d.since and l.created_at < d.since + interval '24 hours'
            offset 0
          ) x
          where true ${isMine('x')}
        ) l
        union all
        select u.at from unfolded u where u.kind = 'c' and u.qt > 0
      ) earliest where not ${sql.lit(Boolean(query.currentFrom))}
    ),`
  const figures = sql`
    spans as materialized (${spansOf('buckets', ['which', 'key'], ofOthers.grains.slice(0, -1))}),
    windows as materialized (${windowsOf('spans')}),
    made as materialized (
      select w.since, w.until, count(*) as qt, sum(x.seats) as amount
      from windows w
      cross join lateral (
        select l.owner_id, l.product_id, l.seats from offered.licenses l
        where l.tenant_id = ${tenant} and l.created_at >= w.since and l.created_at < w.until
        offset 0
      ) x
      where true ${isMine('x')}
      group by 1, 2
    ),
    bucket_sums as materialized (
      select which, key, sum(qt) as qt, sum(amount) as amount
      from (
        select s.which, s.key, s.qt, s.amount
        from (${sumsIn(scope, 'spans', ['which', 'key'], sql`m.measure = ${made}`)}) s
        where true ${isChosen('s.part_id')}
        union all
        select s.which, s.key, s.sign * u.qt, s.sign * u.amount
        from unfolded u join spans s on s.grain <> 'i' and u.at >= s.since and u.at < s.until
        where u.kind = 'c'
        union all
        select s.which, s.key, s.sign * m.qt, s.sign * m.amount
        from spans s join made m on m.since = s.since and m.until = s.until
        where s.grain = 'i'
      ) parts group by which, key
    ),
    near_ends as materialized (
      -- In the reader's zone the days until then may be an hour longer or shorter than those of the sums.
      select e.*, e.near_until - ${nearHours} as near_at from ends e
    ),
    end_spans as materialized (
      select e.which, k.kinds, k.measures, s.*
      from near_ends e
      cross join lateral (values
        ('{a,c,s}'::"char"[], ${ofOthers.letters('a,c,s')}::"char"[], e.to_at, ${sql.lit(ofOthers.grains)}),
        ('{e,m,x}', ${ofEnds.letters('e,m,x')}, e.to_at, ${sql.lit(ofEnds.grains)}),
        ('{n}', ${ofEnds.letters('n')}, e.near_at, ${sql.lit(ofEnds.grains)})
      ) k (kinds, measures, at, grains)
      cross join lateral spans('-infinity', k.at, k.grains) s
    ),
    changed as materialized (
      -- Licenses to which something may have happened in the instants beside the sums.
      select array(
        select l.license_id
        from (select distinct u.since, u.until from end_spans u where u.grain = 'i') w
        cross join lateral (
          ${sql.join(
            [
              ...['created_at', 'activated_at', 'expires_at', 'maintenance_expires_at'].map((at) =>
                dated('licenses', at),
              ),
              ...['renewed_at', 'expires_before', 'maintenance_before'].map((at) => dated('license_renewals', at)),
              ...['created_at', 'revoked_at'].map((at) => dated('license_seats', at)),
              dated('licenses', 'maintenance_expires_at', nearHours),
              dated('license_renewals', 'maintenance_before', nearHours),
            ],
            sql` union `,
          )}
          offset 0
        ) l
      ) as ids
    ),
    happened as materialized (
      select e.kind, e.at, e.qt, e.amount from changed c cross join lateral license_events(c.ids) e
      where ${counts('e.kind', 'e.product_id')} ${isMine('e', 'account_id')}
    ),
    delayed as materialized (
      -- Of the ends that are near, only those count which the license had before the end of the period.
      select e.which, sum(case when e.near_at < e.to_at then w.sign else -w.sign end) as qt
      from near_ends e
      cross join lateral (
        ${sql.join(
          (
            [
              ['licenses', 'activated_at'],
              ['license_renewals', 'renewed_at'],
            ] as const
          ).map(
            ([view, at]) => sql`
          select x.license_id from ${sql.ref(`offered.${view}`)} x
          where x.tenant_id = ${tenant} and ${sql.ref(`x.${at}`)} >= least(e.near_at, e.to_at) and ${sql.ref(`x.${at}`)} < greatest(e.near_at, e.to_at)`,
          ),
          sql` union `,
        )}
        offset 0
      ) c
      cross join lateral (
        select x.owner_id, x.product_id from offered.licenses x
        where x.tenant_id = ${tenant} and x.license_id = c.license_id
        offset 0
      ) l
      cross join lateral license_terms(array[c.license_id]) t
      cross join lateral (values (1, t.since), (-1, t.until)) w (sign, since)
      where e.near_at <> e.to_at and w.since >= least(e.near_at, e.to_at) and w.since < greatest(e.near_at, e.to_at) and t.maintenance < e.near_until
        and l.product_id <> all(array(select product_id from never_expiring)) ${isMine('l')}
      group by 1
    ),
    totals as materialized (
      select which, kind, sum(qt) as qt, sum(amount) as amount
      from (
        select u.which, lower(s.measure::text)::"char" as kind, u.sign * s.qt as qt, u.sign * s.amount as amount
        from end_spans u
        cross join lateral (
          select m.measure, sum(m.qt) as qt, sum(m.amount) as amount from period_sums m
          where ${inScope(scope, 'm')} and m.measure = any(u.measures) and m.grain = u.grain and m.since >= u.since and m.since < u.until
            ${isChosen('m.part_id')}
            and (m.measure not in ('E', 'M', 'N', 'X') or m.part_id <> all(array(select product_id from never_expiring)))
          group by 1
          offset 0
        ) s
        where u.grain <> 'i'
        union all
        select u.which, n.kind, u.sign * n.qt, u.sign * n.amount
        from end_spans u join unfolded n on n.kind = any(u.kinds) and n.at >= u.since and n.at < u.until
        where u.grain <> 'i'
        union all
        select u.which, h.kind, u.sign * h.qt, u.sign * h.amount
        from end_spans u join happened h on h.kind = any(u.kinds) and h.at >= u.since and h.at < u.until
        where u.grain = 'i'
        union all
        select d.which, 'n', d.qt, 0 from delayed d
      ) parts group by which, kind
    ),
    states as materialized (
      select e.which, s.activated, s.expired, s.unmaintained, s.near_or_past - s.unmaintained as near, s.made, s.lost, s.held - s.overdue as used
      from ends e
      cross join lateral (
        select ${sql.join(
          Object.entries({
            activated: 'a',
            expired: 'e',
            unmaintained: 'm',
            near_or_past: 'n',
            held: 's',
            overdue: 'x',
          }).map(
            ([name, kind]) => sql`coalesce(sum(t.qt) filter (where t.kind = ${sql.lit(kind)}), 0) as ${sql.ref(name)}`,
          ),
        )},
        coalesce(sum(t.amount) filter (where t.kind = 'c'), 0) as made,
        coalesce(sum(t.amount) filter (where t.kind = 'e'), 0) as lost
        from totals t where t.which = e.which
      ) s
    ),
    seats as materialized (
      select max(used) filter (where which = 'current') as current, max(used) filter (where which = 'previous') as previous from states
    ),`
  return {
    first,
    figures,
    isComplete: kept === 'together' ? sql`${hasSums(scope)} and not ${hasIdleEnds(scope)}` : hasSums(scope),
  }
}

/** How sums are read: the letters of some kinds as an array, and the grains that they have. */
interface Read {
  letters(kinds: string): Sql
  grains: string
}

/** As in the sums of the kind n. */
const nearHours = sql`make_interval(hours => ${24 * nearMaintenanceDays})`

/** The licenses of which a date is in a window, or so long after it. */
const dated = (view: string, date: string, later: Sql = sql`interval '0'`): Sql => sql`
  select x.license_id from ${sql.ref(`offered.${view}`)} x
  where x.tenant_id = ${tenant} and ${sql.ref(`x.${date}`)} >= w.since + ${later} and ${sql.ref(`x.${date}`)} < w.until + ${later}`
