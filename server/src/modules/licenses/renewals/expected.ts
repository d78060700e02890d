import { type Sql, sql } from '../../../platform/database/sql.ts'
import { due, isRenewable, joinRenewing, orderOf } from './queries.ts'

/**
 * SQL: the keys of these accounts that end within so many days and are neither renewed nor ordered, as rows `owner_id, product_id
 * (of the renewal), ends_at, seats`.
 */
export const keysExpected = (accounts: Sql, days: number): Sql => sql`
  with l as materialized (
    select l.*
    from (${accounts}) c
    cross join lateral (
      select l.tenant_id, l.license_id, l.owner_id, l.product_id, l.license_is_perpetual, l.seats, l.due_at
      from licenses l
      where l.tenant_id = (select current_tenant()) and l.owner_id = c.account_id
        and ${due} > (select clock()) and ${due} <= (select clock() + make_interval(days => ${days})) offset 0) l
    where ${isRenewable} and not exists (${orderOf(sql`o.order_id`)})
  )
  select l.owner_id, r.renewal_product_id as product_id, ${due} as ends_at, l.seats
  from l ${joinRenewing('l')} where coalesce(l.seats, 0) > 0 and coalesce(r.place, 0) = 1`

/** SQL: the terms of these accounts that ended in the last year, as rows `product_id (of the renewal), ended, renewed`. */
export const termsEnded = (accounts: Sql): Sql => sql`
  with l as materialized (
    select l.product_id, l.license_is_perpetual, count(*) as ended, 0 as renewed
    from (${accounts}) c
    cross join lateral (
      select * from licenses l
      where l.tenant_id = (select current_tenant()) and l.owner_id = c.account_id
        and ${due} > (select clock() - interval '365 days') and ${due} <= (select clock()) offset 0) l
    where ${isRenewable}
    group by 1, 2
    union all
    select l.product_id, l.license_is_perpetual, count(*), count(*)
    from (${accounts}) c
    cross join lateral (
      select * from license_renewals x
      where x.tenant_id = (select current_tenant()) and x.owner_id = c.account_id
        and x.due_at > (select clock() - interval '365 days') and x.due_at <= (select clock()) offset 0) x
    join licenses l on l.tenant_id = x.tenant_id and l.license_id = x.license_id
    group by 1, 2
  )
  select r.renewal_product_id as product_id, sum(l.ended) as ended, sum(l.renewed) as renewed
  from l ${joinRenewing('l')} where coalesce(l.ended, 0) > 0 and coalesce(r.place, 0) = 1 group by 1`

/**
 * SQL: the pieces that renewals took of an account's stock since then, as rows `product_id, at, pieces`: those of its own keys, and
 * those of the accounts right below it for which a purchase was made.
 */
export const renewalPieces = (account: Sql, accounts: Sql, since: Sql): Sql => sql`
  select d.product_id, x.renewed_at as at, l.seats as pieces
  from (${accounts}) c
  cross join lateral (
    select * from license_renewals x
    where x.tenant_id = (select current_tenant()) and x.owner_id = c.account_id and x.renewed_at > ${since} offset 0) x
  join licenses l on l.tenant_id = x.tenant_id and l.license_id = x.license_id
  join license_details d on d.tenant_id = x.tenant_id and d.license_detail_id = x.license_detail_id
  where (x.owner_id = ${account} or exists (
      select from license_renewal_orders q
      where q.tenant_id = x.tenant_id and q.license_id = x.license_id and q.due_at = x.due_at))`
