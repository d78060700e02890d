import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`
const nil = sql`'00000000-0000-0000-0000-000000000000'::uuid`

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

/** Everything that the dashboard adds up, less what is not folded yet. */
const events = sql`
  select 'o'::"char" as kind, o.approved_at as at, o.vendor_id as account_id, o.buyer_id, i.product_id, null::uuid as state_id, i.currency_id, i.qt, i.amount
  from orders o join order_items i using (tenant_id, order_id)
  where o.tenant_id = ${here} and o.status = 'approved'
  union all
  select 'd', created_at, vendor_id, null, null, md5(status || ',' || protection_status)::uuid, currency_id, 1, coalesce(ebid_approved_value, total)
  from deals where tenant_id = ${here}
  union all
  select x.kind, x.at, x.owner_id, null, x.product_id, null, 0, x.qt, x.amount
  from (
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
  ) x
  union all
  select kind, at, account_id, buyer_id, product_id, state_id, currency_id, -qt, -amount from sum_notes where tenant_id = ${here}`

/**
 * What each kind of event is summed by, for which accounts and in which grains. Deliberately a second text of what
 * server/schema/dashboard.sql declares (`measures`).
 */
const measured = sql`
  select x.kind, x.hour, x.currency_id, x.qt, x.amount, m.measure, m.part_id, m.is_lazy,
         t.ancestor_id as account_id, t.depth = 0 as own, a.parent_id is null and m.measure in ('V', 'W') as has_days, m.grains
  from (
    select kind, date_trunc('hour', at, 'UTC') as hour, account_id, buyer_id, product_id, state_id, currency_id, sum(qt) as qt,
           sum(amount) as amount
    from (${events}) e group by 1, 2, 3, 4, 5, 6, 7
  ) x
  cross join lateral (
    select * from (values
      ('v'::"char", x.account_id, ${nil}, '{day,month}'::text[], false),
      ('b', x.buyer_id, ${nil}, '{day,month}', false),
      ('V', x.account_id, x.product_id, '{month,quarter,year}', false),
      ('W', x.account_id, x.buyer_id, '{month,quarter,year}', false),
      ('B', x.buyer_id, x.product_id, '{month}', false)
    ) sale where x.kind = 'o'
    union all
    select 'd', x.account_id, x.state_id, '{day,month}', false where x.kind = 'd'
    union all
    select * from (values
      (x.kind, x.account_id, ${nil}, '{hour,day,month,year}'::text[], true),
      (upper(x.kind::text)::"char", x.account_id, x.product_id, '{day,month,year}', true)
    ) license where x.kind not in ('o', 'd')
  ) m (measure, party, part_id, grains, is_lazy)
  join account_tree t on t.tenant_id = ${here} and t.descendant_id = m.party
  join accounts a on a.tenant_id = ${here} and a.account_id = t.ancestor_id
  where not m.is_lazy or exists (select from summed_accounts w where w.tenant_id = ${here} and w.account_id = t.ancestor_id)`

/** Compares a stored sum with one that is newly computed from the records. */
const added = (kept: Sql, keys: string[], figures: string[], anew: Sql): Sql => {
  const list = (names: string[], row?: string) =>
    sql.join(names.map((name) => sql.ref(row === undefined ? name : `${row}.${name}`)))
  const zeros = (row: string) => sql.join(figures.map((name) => sql`coalesce(${sql.ref(`${row}.${name}`)}, 0)`))
  return sql`
    select ${sql.lit(keys.join(', '))} || ': ' || concat_ws(', ', ${list(keys)}) || ': the records are ' || concat_ws(' for ', ${zeros('a')})
        || ', the sum says ' || concat_ws(' for ', ${zeros('k')}) as what
    from (${anew}) a
    full join (select ${list(keys)}, ${list(figures)} from ${kept} where tenant_id = ${here}) k using (${list(keys)})
    where (${zeros('a')}) is distinct from (${zeros('k')})`
}

export const sumInvariants: Invariant[] = [
  {
    name: 'the sales of the dashboard are the lines of approved orders',
    broken: added(
      sql`sales`,
      ['approved_at', 'vendor_id', 'buyer_id', 'product_id', 'currency_id'],
      ['qt', 'amount'],
      sql`
        select at as approved_at, account_id as vendor_id, buyer_id, product_id, currency_id, sum(qt) as qt, sum(amount) as amount
        from (${events}) e where kind = 'o' group by 1, 2, 3, 4, 5`,
    ),
  },
  {
    name: 'the sums of the dashboard are what the records add up to',
    broken: added(
      sql`period_sums`,
      ['account_id', 'measure', 'grain', 'since', 'own', 'currency_id', 'part_id'],
      ['qt', 'amount'],
      sql`
        select account_id, measure, left(unit, 1)::"char" as grain, date_trunc(unit, hour, 'UTC') as since, own, currency_id, part_id,
               sum(qt) as qt, sum(amount) as amount
        from (${measured}) m
        cross join lateral unnest(case when has_days then grains || 'day'::text else grains end) unit
        group by 1, 2, 3, 4, 5, 6, 7`,
    ),
  },
]
