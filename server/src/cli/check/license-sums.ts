import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'
import { added } from './sales.ts'

const here = sql`(select current_tenant())`

/** The ends that a license had in each of its terms: from its activation or a renewal until the next renewal. */
const terms = sql`
  select l.license_id, l.owner_id, l.product_id, l.seats, r.expires_before as expires_at, r.maintenance_before as maintenance_expires_at,
         coalesce(lag(r.renewed_at) over (partition by l.license_id order by r.renewed_at, r.due_at), l.activated_at) as since,
         r.renewed_at as until
  from license_renewals r join licenses l using (tenant_id, license_id)
  where r.tenant_id = ${here}
  union all
  select l.license_id, l.owner_id, l.product_id, l.seats, l.expires_at, l.maintenance_expires_at, coalesce(r.renewed_at, l.activated_at), null
  from licenses l
  left join lateral (
    select max(x.renewed_at) as renewed_at from license_renewals x where x.tenant_id = l.tenant_id and x.license_id = l.license_id
  ) r on true
  where l.tenant_id = ${here} and l.activated_at is not null`

/** Everything that happened to licenses and seats, as the dashboard counts it, less what is not folded yet. */
const events = sql`
  select owner_id, product_id, 'c'::"char" as kind, created_at as at, 1 as qt, seats as amount from licenses where tenant_id = ${here}
  union all
  select owner_id, product_id, 'a', activated_at, 1, 0 from licenses where tenant_id = ${here} and activated_at is not null
  union all
  select t.owner_id, t.product_id, e.kind, w.at, w.qt, case e.kind when 'e' then w.qt * t.seats else 0 end
  from (${terms}) t
  cross join lateral (values
    ('e'::"char", t.expires_at), ('m', t.maintenance_expires_at), ('n', t.maintenance_expires_at - interval '1440 hours')
  ) e (kind, ended_at)
  cross join lateral (values (greatest(e.ended_at, t.since), 1), (t.until, -1)) w (at, qt)
  where e.ended_at is not null and w.at is not null
    and (t.until is null or e.ended_at < t.until)
  union all
  select l.owner_id, l.product_id, 's', w.at, w.qt, 0
  from license_seats s
  join licenses l using (tenant_id, license_id)
  cross join lateral (values (s.created_at, 1), (s.revoked_at, -1)) w (at, qt)
  where s.tenant_id = ${here} and w.at is not null
  union all
  select t.owner_id, t.product_id, 'x', w.at, w.qt, 0
  from (${terms}) t
  join license_seats s on s.tenant_id = ${here} and s.license_id = t.license_id
  cross join lateral (
    select greatest(s.created_at, t.since, t.expires_at) as first, least(s.revoked_at, t.until) as last
  ) o
  cross join lateral (values (o.first, 1), (o.last, -1)) w (at, qt)
  where t.expires_at is not null and w.at is not null and (o.last is null or o.first < o.last)
  union all
  select owner_id, product_id, kind, at, -qt, -amount from license_changes where tenant_id = ${here}`

export const licenseSumsInvariants: Invariant[] = [
  {
    name: 'the sums of licenses of the dashboard are what the licenses and seats add up to',
    broken: added(
      sql`license_sums`,
      ['account_id', 'own', 'product_id', 'kind', 'grain', 'since'],
      ['qt', 'amount'],
      sql`
        select w.account_id, w.own, p.product_id, e.kind, g.grain, g.since, sum(e.qt) as qt, sum(e.amount) as amount
        from (
          select owner_id, product_id, kind, (at at time zone 'UTC')::date as day, sum(qt) as qt, sum(amount) as amount
          from (${events}) x group by 1, 2, 3, 4
        ) e
        join account_tree t on t.tenant_id = ${here} and t.descendant_id = e.owner_id
        join license_summed w on w.tenant_id = ${here} and w.account_id = t.ancestor_id and (not w.own or t.depth = 0)
        cross join lateral (values (e.product_id), ('00000000-0000-0000-0000-000000000000'::uuid)) p (product_id)
        cross join lateral (values
          ('d'::"char", e.day), ('m', date_trunc('month', e.day)::date), ('y', date_trunc('year', e.day)::date)) g (grain, since)
        group by 1, 2, 3, 4, 5, 6`,
      'licenses',
    ),
  },
  {
    name: 'the hours of licenses of the dashboard are what the licenses and seats add up to',
    broken: added(
      sql`license_hours`,
      ['account_id', 'own', 'kind', 'hour'],
      ['qt', 'amount'],
      sql`
        select w.account_id, w.own, e.kind, date_trunc('hour', e.at, 'UTC') as hour, sum(e.qt) as qt, sum(e.amount) as amount
        from (${events}) e
        join account_tree t on t.tenant_id = ${here} and t.descendant_id = e.owner_id
        join license_summed w on w.tenant_id = ${here} and w.account_id = t.ancestor_id and (not w.own or t.depth = 0)
        group by 1, 2, 3, 4`,
      'licenses',
    ),
  },
]
