import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

/** The last instant of the day that is reached from an instant by the durations `d`. */
const lastInstant = (grant: 'license' | 'maintenance', from: Sql) => sql`(
  (date_trunc('day', ${from} at time zone 'UTC')
   + make_interval(years => d.${sql.ref(`${grant}_years`)}::int, months => d.${sql.ref(`${grant}_months`)}::int, days => d.${sql.ref(`${grant}_days`)}::int)
   + interval '1 day' - interval '1 millisecond') at time zone 'UTC')`

const expected = (grant: 'license' | 'maintenance') => sql`
  case when l.starts_at is null or d.${sql.ref(`${grant}_perpetual`)} then null else ${lastInstant(grant, sql`l.starts_at`)} end`

/**
 * Columns for each renewal `r` with its grant `d`: whether it came after an end and so began a new count, what its count is
 * counted from, and the sums of the durations since (rules K20).
 */
const isNothing = (grant: 'license' | 'maintenance') =>
  sql`d.${sql.ref(`${grant}_years`)} + d.${sql.ref(`${grant}_months`)} + d.${sql.ref(`${grant}_days`)} = 0`
const beginsAnew = (grant: 'license' | 'maintenance', before: Sql) =>
  sql`(not ${isNothing(grant)} and coalesce(${before} < r.renewed_at, true))::int`

/** The end after a renewal `c`: counted from the start of its count. */
const renewed = (grant: 'license' | 'maintenance', before: Sql) => {
  const of = (name: string) => sql`c.${sql.ref(`${grant}_${name}`)}`
  const sum = (unit: string) => sql`(
    sum(${of(unit)}) over (partition by c.license_id, ${of('count')} order by c.due_at)
    + case when ${of('count')} = 0 then ${of(`first_${unit}`)} else 0 end)::int`
  const from = sql`case when ${of('count')} = 0 then c.starts_at
    else first_value(c.renewed_at) over (partition by c.license_id, ${of('count')} order by c.due_at) end`
  return sql`
    case when ${of('perpetual')} or ${before} is null then null
         when ${of('years')} + ${of('months')} + ${of('days')} = 0 then ${before}
         else (date_trunc('day', ${from} at time zone 'UTC')
               + make_interval(years => ${sum('years')}, months => ${sum('months')}, days => ${sum('days')})
               + interval '1 day' - interval '1 millisecond') at time zone 'UTC' end`
}

/** A key that upgrades another has no end of its own. */
const differs = (grant: 'license' | 'maintenance', end: Sql) => sql`
  ${end} is distinct from (case when u.license_id is null then (${expected(grant)}) end)`

export const licenseInvariants: Invariant[] = [
  {
    name: 'a license has as many seats occupied as devices hold, and never more than it has',
    broken: sql`
      select 'license ' || l.serial_key || ': ' || l.seats_occupied || ' of ' || l.seats || ' seats are occupied, devices hold ' || s.held as what
      from licenses l
      cross join lateral (
        select count(*) as held from license_seats s
        where s.tenant_id = l.tenant_id and s.license_id = l.license_id and s.revoked_at is null
      ) s
      where l.tenant_id = ${here} and (l.seats_occupied <> s.held or s.held > l.seats)`,
  },
  {
    name: 'upgrade keys take the seats of a base key once: their sum is counted at it and is never more than it has',
    broken: sql`
      select 'license ' || l.serial_key || ': upgrade keys take ' || coalesce(u.taken, 0) || ' of its ' || l.seats || ' seats, '
             || l.seats_upgraded || ' are counted' as what
      from licenses l
      left join (
        select base_license_id, sum(seats) as taken from license_upgrades where tenant_id = ${here} group by 1
      ) u on u.base_license_id = l.license_id
      where l.tenant_id = ${here} and (l.seats_upgraded <> coalesce(u.taken, 0) or coalesce(u.taken, 0) > l.seats)`,
  },
  {
    name: 'an upgrade key takes as many seats as it has of a key of its owner, and ends with the key that is upgraded first',
    broken: sql`
      select 'license ' || l.serial_key || ' does not upgrade ' || b.serial_key || ' as it should' as what
      from license_upgrades u
      join licenses l on l.tenant_id = u.tenant_id and l.license_id = u.license_id
      join licenses b on b.tenant_id = u.tenant_id and b.license_id = u.base_license_id
      left join license_upgrades o on o.tenant_id = u.tenant_id and o.license_id = u.base_license_id
      where u.tenant_id = ${here} and (
        u.seats <> l.seats or b.owner_id <> l.owner_id
        or u.term_license_id <> coalesce(o.term_license_id, u.base_license_id))`,
  },
  {
    name: 'no more is licensed of an order than it has',
    broken: sql`
      select 'order ' || o.code || ', ' || p.sku || ': ' || x.licensed || ' licensed of ' || coalesce(x.ordered, 0) as what
      from (
        select l.derived_order_id as order_id, l.product_id, sum(l.seats) as licensed,
               (select sum(i.qt) from order_items i
                where i.tenant_id = ${here} and i.order_id = l.derived_order_id and i.product_id = l.product_id) as ordered
        from licenses l where l.tenant_id = ${here} and l.derived_order_id is not null group by 1, 2
      ) x
      join orders o on o.tenant_id = ${here} and o.order_id = x.order_id
      join product_publications b on b.tenant_id = ${here} and b.product_id = x.product_id
      join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
      where not p.is_trial and x.licensed > coalesce(x.ordered, 0)`,
  },
  {
    name: 'a license refers to an approved order of its owner',
    broken: sql`
      select 'license ' || l.serial_key || ' refers to order ' || o.code || ', which is ' || o.status as what
      from licenses l join orders o on o.tenant_id = l.tenant_id and o.order_id = l.derived_order_id
      where l.tenant_id = ${here} and (o.status <> 'approved' or o.buyer_id <> l.owner_id)`,
  },
  {
    name: 'a license lasts as long as its details say',
    // Up to its first renewal. The next invariant is about what came after.
    broken: sql`
      select 'license ' || l.serial_key || ': it ends ' || coalesce(l.expires_at::text, 'never') || ' and its maintenance '
          || coalesce(l.maintenance_expires_at::text, 'never') || ', its details say otherwise' as what
      from (
        select l.tenant_id, l.license_id, l.serial_key, l.product_id, l.activated_at, l.starts_at,
               case when r.license_id is null then l.expires_at else r.expires_before end as expires_at,
               case when r.license_id is null then l.maintenance_expires_at else r.maintenance_before end as maintenance_expires_at,
               case when r.license_id is null then l.license_is_perpetual else r.expires_before is null end as license_is_perpetual,
               case when r.license_id is null then l.maintenance_is_perpetual else r.maintenance_before is null end as maintenance_is_perpetual
        from licenses l
        left join lateral (
          select * from license_renewals r
          where r.tenant_id = l.tenant_id and r.license_id = l.license_id order by r.due_at limit 1) r on true
        where l.tenant_id = ${here}
      ) l
      left join license_upgrades u on u.tenant_id = l.tenant_id and u.license_id = l.license_id
      cross join lateral (
        select sum(d.license_years) as license_years, sum(d.license_months) as license_months, sum(d.license_days) as license_days,
               sum(d.maintenance_years) as maintenance_years, sum(d.maintenance_months) as maintenance_months,
               sum(d.maintenance_days) as maintenance_days,
               coalesce(bool_or(d.license_is_perpetual), false) as license_perpetual,
               coalesce(bool_or(d.maintenance_is_perpetual), false) as maintenance_perpetual, count(*) as details
        from license_details d
        where d.tenant_id = l.tenant_id and d.license_id = l.license_id and not exists (
          select from license_renewals r where r.tenant_id = d.tenant_id and r.license_detail_id = d.license_detail_id)
      ) d
      where l.tenant_id = ${here} and (
        d.details = 0
        or (l.activated_at is null) <> (l.starts_at is null)
        or (l.license_is_perpetual, l.maintenance_is_perpetual) <> (d.license_perpetual, d.maintenance_perpetual)
        or ${differs('license', sql`l.expires_at`)}
        or ${differs('maintenance', sql`l.maintenance_expires_at`)})`,
  },
  {
    name: 'each renewal continues the count of its terms by its grant, and the license ends when the last one says',
    broken: sql`
      select 'license ' || l.serial_key || ', renewed ' || r.renewed_at || ': the ends are not those of its grants' as what
      from (
        select c.*, ${renewed('license', sql`c.expires_before`)} as license_end,
               ${renewed('maintenance', sql`c.maintenance_before`)} as maintenance_end
        from (
          select r.*, l.starts_at, d.license_years, d.license_months, d.license_days, d.license_is_perpetual as license_perpetual,
                 d.maintenance_years, d.maintenance_months, d.maintenance_days, d.maintenance_is_perpetual as maintenance_perpetual,
                 f.*, lag(r.expires_after) over w as expires_last, lag(r.maintenance_after) over w as maintenance_last,
                 row_number() over w as place, lead(r.due_at) over w is null as is_last,
                 sum(${beginsAnew('license', sql`r.expires_before`)}) over w as license_count,
                 sum(${beginsAnew('maintenance', sql`r.maintenance_before`)}) over w as maintenance_count
          from license_renewals r
          join licenses l on l.tenant_id = r.tenant_id and l.license_id = r.license_id
          join license_details d on d.tenant_id = r.tenant_id and d.license_detail_id = r.license_detail_id
          cross join lateral (
            select ${sql.join(
              (['license', 'maintenance'] as const).flatMap((grant) =>
                ['years', 'months', 'days'].map(
                  (unit) => sql`sum(o.${sql.ref(`${grant}_${unit}`)}) as ${sql.ref(`${grant}_first_${unit}`)}`,
                ),
              ),
            )}
            from license_details o
            where o.tenant_id = r.tenant_id and o.license_id = r.license_id and not exists (
              select from license_renewals n where n.tenant_id = o.tenant_id and n.license_detail_id = o.license_detail_id)
          ) f
          where r.tenant_id = ${here}
          window w as (partition by r.license_id order by r.due_at)
        ) c
      ) r
      join licenses l on l.tenant_id = r.tenant_id and l.license_id = r.license_id
      where r.owner_id <> l.owner_id
        or r.due_at is distinct from coalesce(r.expires_before, r.maintenance_before)
        or r.expires_after is distinct from r.license_end
        or r.maintenance_after is distinct from r.maintenance_end
        or r.place > 1 and (r.expires_before, r.maintenance_before) is distinct from (r.expires_last, r.maintenance_last)
        or r.is_last and (r.expires_after, r.maintenance_after, l.license_is_perpetual, l.maintenance_is_perpetual)
           is distinct from (l.expires_at, l.maintenance_expires_at, r.expires_after is null, r.maintenance_after is null)`,
  },
  {
    name: 'an exported license has a signed document for its environment, and no other license has one',
    broken: sql`
      select 'license ' || l.serial_key || case
          when x.license_id is null then ' was exported, but its document is missing'
          when l.exported_at is null then ' was not exported, but has a document'
          else ' has the document of another environment or license' end as what
      from licenses l left join license_exports x on x.tenant_id = l.tenant_id and x.license_id = l.license_id
      where l.tenant_id = ${here} and (
        (l.exported_at is null) <> (x.license_id is null)
        or l.export_environment_id <> x.environment_id
        or x.claims ->> 'serialKey' <> l.serial_key)`,
  },
  {
    name: 'every serial key is registered once in the installation',
    broken: sql`
      select case when k.license_id is null then 'serial key ' || l.serial_key || ' is not registered'
                  else 'a serial key is registered for license ' || k.license_id || ', which is not there' end as what
      from (select serial_key, license_id from licenses where tenant_id = ${here}) l
      full join (select license_id from serial_keys where tenant_id = ${here}) k on k.license_id = l.license_id
      where l.license_id is null or k.license_id is null`,
  },
]
