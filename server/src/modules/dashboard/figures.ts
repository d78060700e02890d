import { type Sql, sql } from '../../platform/database/sql.ts'
import { bought, fence, inScope, nearestDay, type Scope, sold, tenant } from './scope.ts'

/**
 * CTEs `bounds`, `edges`, `corrections` and `figures` for a query over all products.
 * `bounds`: the start and end instants of all buckets, each with the nearest UTC day.
 * `edges`: the sales between a bound and the UTC midnight nearest to it. Sign -1 where the bound comes before that
 * midnight.
 * `corrections`: `edges` summed per bound, side and currency.
 * `figures`: quantity and amount per bucket, side and currency = sum of the whole UTC days (`sales_days`) + corrections
 * at the end − corrections at the start + orders not folded yet (`fresh`).
 */
export const figureCtes = (scope: Scope): Sql => sql`
  bounds as materialized (
    select distinct e.at, ${nearestDay('e.at')} as day
    from buckets b cross join lateral (values (b.from_at), (b.to_at)) as e (at)
  ), edges as materialized (
    -- Sales between the bound and its nearest UTC midnight; sign -1 where the bound comes first.
    select e.at, l.sign, s.vendor_id, s.buyer_id, s.currency_id, s.qt, s.amount
    from bounds e
    cross join lateral (
      select e.day::timestamp at time zone 'UTC' as midnight,
             case when e.at < e.day::timestamp at time zone 'UTC' then -1 else 1 end as sign
    ) l
    cross join lateral (
      select x.vendor_id, x.buyer_id, x.currency_id, x.qt, x.amount from sales x
      where x.tenant_id = ${tenant} and x.approved_at >= least(e.at, l.midnight) and x.approved_at < greatest(e.at, l.midnight)
      ${fence}
    ) s
  ), corrections as materialized (
    select at, 'v'::"char" as side, currency_id, sum(sign * qt) as qt, sum(sign * amount) as amount
    from edges where ${sold(scope, 'edges')} group by at, currency_id
    union all
    select at, 'b', currency_id, sum(sign * qt), sum(sign * amount) from edges where ${bought(scope, 'edges')} group by at, currency_id
  ), figures as materialized (
    select which, key, side, currency_id, sum(qt) as qt, sum(amount) as amount
    from (
      select b.which, b.key, s.side, s.currency_id, s.qt, s.amount
      from buckets b
      cross join lateral (
        select d.side, d.currency_id, d.qt, d.amount from sales_days d
        where ${inScope(scope, 'd')} and d.day >= ${nearestDay('b.from_at')} and d.day < ${nearestDay('b.to_at')}
        ${fence}
      ) s
      union all
      select b.which, b.key, c.side, c.currency_id, c.qt, c.amount from buckets b join corrections c on c.at = b.to_at
      union all
      select b.which, b.key, c.side, c.currency_id, -c.qt, -c.amount from buckets b join corrections c on c.at = b.from_at
      union all
      select b.which, b.key, 'v', f.currency_id, f.sign * f.qt, f.sign * f.amount
      from fresh f join buckets b on f.approved_at >= b.from_at and f.approved_at < b.to_at where ${sold(scope, 'f')}
      union all
      select b.which, b.key, 'b', f.currency_id, f.sign * f.qt, f.sign * f.amount
      from fresh f join buckets b on f.approved_at >= b.from_at and f.approved_at < b.to_at where ${bought(scope, 'f')}
    ) parts group by which, key, side, currency_id
  )`

/**
 * CTEs `lines`, `figures`, `pieces`, `by_buyer` and `by_product` for a query over chosen products. They read the order
 * lines directly, because the day sums are not kept by product and an index on `sales` finds the lines of a product.
 */
export const chosenCtes = (scope: Scope, products: string[]): Sql => sql`
  lines as materialized (
    select b.which, b.key, 1 as sign, s.approved_at, s.vendor_id, s.buyer_id, s.product_id, s.currency_id, s.qt, s.amount
    from buckets b
    cross join lateral (
      select x.approved_at, x.vendor_id, x.buyer_id, x.product_id, x.currency_id, x.qt, x.amount from sales x
      where x.tenant_id = ${tenant} and x.product_id = any(${products}::uuid[])
        and x.approved_at >= b.from_at and x.approved_at < b.to_at
      ${fence}
    ) s
    union all
    select b.which, b.key, f.sign, f.approved_at, f.vendor_id, f.buyer_id, f.product_id, f.currency_id, f.qt, f.amount
    from fresh f join buckets b on f.approved_at >= b.from_at and f.approved_at < b.to_at
    where f.product_id = any(${products}::uuid[])
  ), figures as materialized (
    select which, key, 'v'::"char" as side, currency_id, sum(sign * qt) as qt, sum(sign * amount) as amount
    from lines where ${sold(scope, 'lines')} group by which, key, currency_id
    union all
    select which, key, 'b', currency_id, sum(sign * qt), sum(sign * amount)
    from lines where ${bought(scope, 'lines')} group by which, key, currency_id
  ), pieces as materialized (
    select buyer_id, product_id, sum(sign * amount) as amount from lines
    where which = 'current' and ${sold(scope, 'lines')} and currency_id = (select currency_id from account)
    group by buyer_id, product_id
  ), by_buyer as (
    select buyer_id as id, sum(amount) as amount from pieces group by buyer_id
  ), by_product as (
    select product_id as id, sum(amount) as amount from pieces group by product_id
  )`
