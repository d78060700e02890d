import type { DashboardQuery } from '@trellis/contract/dashboard'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { endOfPeriod, startOfPeriod } from './periods.ts'
import {
  accountInReach,
  accountsIn,
  bought,
  firstSale,
  inScope,
  lineRanges,
  nearestMonth,
  type Scope,
  sold,
  tenant,
  unfoldedLines,
} from './relations.ts'

/**
 * Products of which the scope sold or bought any in the period, in any currency, sorted by name. Undefined when the
 * account is out of reach.
 *
 *   first_sale ─> period ─┬─> sales_products (sums of whole months) ─┐
 *                         ├─> line_ranges ─> sales ──────────────────┼─> traded ─> answer
 *                         └─> unfolded_lines ────────────────────────┘
 */
export const tradedProducts = (tx: Reader, scope: Scope, query: DashboardQuery, timeZone: string) =>
  tx.json<{ productId: string; productName: string; sku: string }[]>(sql`
    with account as materialized (${accountInReach(scope.accountId)}),
    scope as materialized (${accountsIn(scope)}),
    unfolded_lines as materialized (${unfoldedLines}),
    first_sale as materialized (${firstSale(scope, Boolean(query.currentFrom))}),
    period as materialized (
      -- With its ends rounded to UTC months. Without a start it begins with the first sale.
      select p.from_at, p.to_at, m.from_month, m.to_month, m.from_month < m.to_month as has_months,
             m.from_month::timestamp at time zone 'UTC' as months_from, m.to_month::timestamp at time zone 'UTC' as months_to
      from (
        select coalesce(${startOfPeriod(query.currentFrom, timeZone)}, (select at from first_sale)) as from_at,
               coalesce(${endOfPeriod(query.currentTo, timeZone)}, clock() + interval '1 millisecond') as to_at
      ) p
      cross join lateral (
        select ${nearestMonth('p.from_at')} as from_month, ${nearestMonth('p.to_at')} as to_month
      ) m
      where p.from_at < p.to_at
    ), line_ranges as materialized (
      ${lineRanges('period', { from: 'months_from', to: 'months_to', is: 'has_months' })}
    ), traded as (
      select product_id from (
        select s.product_id, r.sign * s.qt as qt
        from line_ranges r
        cross join lateral (
          select x.vendor_id, x.buyer_id, x.product_id, x.qt from sales x
          where x.tenant_id = ${tenant} and x.approved_at >= r.from_at and x.approved_at < r.to_at
          offset 0
        ) s
        where ${sold(scope, 's')} or ${bought(scope, 's')}
        union all
        select f.product_id, f.sign * f.qt
        from unfolded_lines f join period p on f.approved_at >= p.from_at and f.approved_at < p.to_at
        where ${sold(scope, 'f')} or ${bought(scope, 'f')}
        union all
        select m.product_id, m.qt
        from sales_products m join period p on m.since >= p.from_month and m.since < p.to_month
        where ${inScope(scope, 'm')} and m.side in ('b', 'v') and m.grain = 'm'
      ) parts group by product_id having sum(qt) > 0
    )
    select coalesce((
      select json_agg(json_build_object('productId', p.product_id, 'productName', p.name, 'sku', p.sku)
                      order by p.name collate "und-x-icu", p.product_id)
      from traded t join offered.products p on p.product_id = t.product_id), '[]')::text
    from account`)
