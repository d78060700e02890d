import { nearMaintenanceDays } from '@trellis/contract/dashboard'
import { type LicenseState, licenseStates } from '@trellis/contract/licenses'
import type { Value } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

const tenant = sql`(select current_tenant())`

/**
 * Licenses `l` in a state, now (`expired`) or at the end of a day of the reader (`expired@2026-05-31`), as the dashboard
 * counts them (rules D9 to D12). Other values match nothing.
 */
export const inState =
  (timeZone: string) =>
  (values: Value[]): Sql => {
    const asked = values.flatMap((value) => {
      const [, state, day] = /^(\w+)(?:@(\d{4}-\d\d-\d\d))?$/.exec(String(value)) ?? []
      const known = licenseStates.find((each) => each === state)
      return known === undefined || (day !== undefined && !isRealDay(day)) ? [] : [{ state: known, day }]
    })
    return asked.length === 0
      ? sql`false`
      : sql`(${sql.join(
          asked.map(({ state, day }) => stateAt(state, day, timeZone)),
          sql` or `,
        )})`
  }

const isRealDay = (day: string) => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) && day >= '1900'
}

function stateAt(state: LicenseState, day: string | undefined, timeZone: string): Sql {
  const end = day === undefined ? sql`(select clock())` : sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`
  const near = sql`(((${end} at time zone ${timeZone}) + make_interval(days => ${nearMaintenanceDays})) at time zone ${timeZone})`
  const isLasting = sql`l.product_id in (
    select b.product_id from offered.product_publications b
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where b.tenant_id = ${tenant} and p.is_upgrade_right)`
  const hasEnds = (expires: Sql, maintenance: Sql) =>
    ({
      active: sql`(${expires} is null or ${expires} >= ${end} or ${isLasting})`,
      expired: sql`${expires} < ${end} and not ${isLasting}`,
      maintenanceExpired: sql`${maintenance} < ${end} and not ${isLasting}`,
      maintenanceEnding: sql`${maintenance} >= ${end} and ${maintenance} < ${near} and not ${isLasting}`,
    })[state]
  // A license renewed since then had other ends: those before the first renewal after it.
  return sql`(l.activated_at < ${end} and case
    when l.license_id in (select r.license_id from license_renewals r where r.tenant_id = ${tenant} and r.renewed_at >= ${end})
    then exists (
      select from (
        select r.expires_before, r.maintenance_before from license_renewals r
        where r.tenant_id = ${tenant} and r.license_id = l.license_id and r.renewed_at >= ${end}
        order by r.renewed_at, r.due_at limit 1
      ) e where ${hasEnds(sql`e.expires_before`, sql`e.maintenance_before`)})
    else ${hasEnds(sql`l.expires_at`, sql`l.maintenance_expires_at`)} end)`
}
