import { type DashboardQuery, type LicenseStatistics, nearMaintenanceDays } from '@trellis/contract/dashboard'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { type LicenseParts, partsFromRows } from './license-rows.ts'
import { keptSums, partsFromSums } from './license-sums.ts'
import { bucketsOf, periodsOf, requestOf, samplingOf } from './periods.ts'
import { accountInReach, accountsIn, type Scope } from './relations.ts'
import { bothPeriods, seriesOf, seriesOfSides, trendOf } from './statistics-json.ts'

/**
 * Licenses created in a period, and how many are in which state at its end, compared with the previous period (rules
 * D10 to D13). Undefined when the account is out of reach.
 */
export async function licenseStatistics(tx: Reader, scope: Scope, query: DashboardQuery, timeZone: string) {
  const answerFrom = (parts: LicenseParts) => tx.json<LicenseStatistics>(statement(parts, { scope, query, timeZone }))
  // The sums of a scope can be removed between the two statements; then the second one has no row.
  const kept = await keptSums(tx, scope, query)
  const fromSums = kept && (await answerFrom(partsFromSums(scope, query, kept)))
  return fromSums ?? (await answerFrom(partsFromRows(scope, query)))
}

interface Asked {
  scope: Scope
  query: DashboardQuery
  timeZone: string
}

/**
 *   first_license ─> request ─> periods, sampling ─> buckets ─> bucket_sums ─> samples ─> series ─> sides ─┐
 *   periods ─> ends ─> states, seats ─> figures ───────────────────────────────────────────────────────────┴─> answer
 *
 * `first_license`, `bucket_sums`, `states` and `seats` come from the parts, which count single licenses or add up sums.
 */
const statement = (parts: LicenseParts, { scope, query, timeZone }: Asked) => sql`
  with account as materialized (${accountInReach(scope.accountId)}),
  scope as materialized (${accountsIn(scope)}),
  never_expiring as materialized (
    -- An upgrade right never expires (rules D9).
    select b.product_id
    from offered.product_publications b
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where b.tenant_id = (select current_tenant()) and p.is_upgrade_right
  ),
  ${parts.first}
  request as materialized (${requestOf(query, timeZone, 'first_license')}),
  sampling as materialized (${samplingOf}),
  periods as materialized (${periodsOf(timeZone)}),
  buckets as materialized (${bucketsOf(timeZone)}),
  ends as materialized (
    select which, to_at,
           ((to_at at time zone ${timeZone}::text) + make_interval(days => ${nearMaintenanceDays}))
             at time zone ${timeZone}::text as near_until
    from periods
  ),
  ${parts.figures}
  samples as materialized (
    select b.which, 'l'::"char" as side, b.key, coalesce(s.qt, 0) as qt, coalesce(s.amount, 0) as amount
    from buckets b left join bucket_sums s on s.which = b.which and s.key = b.key
  ),
  series as materialized (${seriesOfSides(sql`('l'::"char")`)}),
  sides as materialized (${bothPeriods}),
  figures as materialized (
    select coalesce(c.activated, 0) - coalesce(c.expired, 0) as active,
           coalesce(p.activated, 0) - coalesce(p.expired, 0) as previous_active,
           coalesce(c.expired, 0) as expired, coalesce(p.expired, 0) as previous_expired,
           coalesce(c.unmaintained, 0) as unmaintained, coalesce(p.unmaintained, 0) as previous_unmaintained,
           coalesce(c.near, 0) as near, coalesce(p.near, 0) as previous_near,
           coalesce(c.made, 0) - coalesce(c.lost, 0) as seats, coalesce(p.made, 0) - coalesce(p.lost, 0) as previous_seats,
           s.current as used, s.previous as previous_used
    from seats s
    left join states c on c.which = 'current'
    left join states p on p.which = 'previous'
  )
  select json_build_object(
    'totalCreated', (${trendOf('i.qt', 'i.previous_qt')})::jsonb
      || jsonb_build_object('createdSeats', ${trendOf('i.amount', 'i.previous_amount')}),
    'totalSeats', ${trendOf('f.seats', 'f.previous_seats')},
    'totalActive', ${trendOf('f.active', 'f.previous_active')},
    'totalExpired', ${trendOf('f.expired', 'f.previous_expired')},
    'totalExpiredMaintenance', ${trendOf('f.unmaintained', 'f.previous_unmaintained')},
    'totalNearMaintenanceExpiration', ${trendOf('f.near', 'f.previous_near')},
    'totalSeatActive', ${trendOf('f.used', 'f.previous_used')},
    'statisticsResponse', ${seriesOf('i', 'qt')})::text
  from account cross join sides i cross join figures f
  where ${parts.isComplete}`
