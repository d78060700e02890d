import type { DashboardQuery, OrderStatistics } from '@trellis/contract/dashboard'
import { only, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { bucketsOf, periodsOf, requestOf, samplingOf } from './periods.ts'
import {
  accountInReach,
  accountsIn,
  bought,
  daysBesideMonths,
  firstSale,
  inScope,
  isEverything,
  lineRanges,
  nearestDay,
  rounded,
  type Scope,
  sold,
  tenant,
  unfoldedLines,
  unitsOf,
} from './relations.ts'
import { bothPeriods, pieOf, seriesOf, seriesOfSides, trendOf } from './statistics-json.ts'

/**
 * Sell-in and sell-out of a period compared with the previous one, of all products or of chosen ones. Undefined when the
 * account is out of reach.
 *
 *   Periods, in the reader's time zone. All ranges are from `from_at` (inclusive) to `to_at` (exclusive).
 *     first_sale ─> request ─> periods ──┬─> buckets (one per sample)
 *                   request ─> sampling ─┘
 *
 *   Quantities and amounts per bucket
 *     buckets ─> bucket_bounds ─> edge_lines ─> edge_sums ─┐
 *     sales_days (sums of whole days) ─────────────────────┼─> bucket_sums ─> samples ─> series ─> sides
 *     chosen_sums (chosen products only) ──────────────────┤
 *     unfolded_lines ──────────────────────────────────────┘
 *
 *   The two pie charts: sales of the current period in the account's currency
 *     periods ─> current_period ─┬─> whole_months ─> stored_ranges ─> stored_units ─┐
 *                                └─> line_ranges ─> sold_lines ─────────────────────┴─> by_buyer, by_product
 *
 *   Chosen products: sums by product of months, and of days for the root with its sub-tree; lines beside them
 *     buckets ─> spans ─┬─> chosen_days ─> chosen_units ─┬─> chosen_sums ─> bucket_sums, by_product
 *                       └─> chosen_ranges (lines) ───────┘
 *     current period ─> lines of these products ─> by_buyer
 *
 *   account, sides, by_buyer, by_product, bucket_sums (other currencies) ─> answer
 *
 * Parts marked `ofAll` or `ofChosen` are in the statement only for that kind of request.
 */
export function orderStatistics(tx: Reader, scope: Scope, query: DashboardQuery, timeZone: string) {
  const products = query.products ?? []
  const hasChosen = products.length > 0
  const [ofAll, ofChosen] = [only(!hasChosen), only(hasChosen)]
  const isChosen = (line: string) => ofChosen`and ${sql.ref(`${line}.product_id`)} = any(${products}::uuid[])`
  const hasDaySums = sql.lit(scope.isRoot)
  const isAll = isEverything(scope)
  const everything = sql.lit(isAll)
  const bucket = ['which', 'key']
  const stored = { from: 'stored_from', to: 'stored_to', is: 'is_stored' }
  const linesOfRanges = (side: Sql) => sql`
    select r.which, r.key, ${side}, s.product_id, s.currency_id, r.sign * s.qt, r.sign * s.amount
    from chosen_ranges r
    cross join lateral (
      select x.vendor_id, x.buyer_id, x.product_id, x.currency_id, x.qt, x.amount from sales x
      where x.tenant_id = ${tenant} ${isChosen('x')} and x.approved_at >= r.from_at and x.approved_at < r.to_at
      offset 0
    ) s`
  return tx.json<OrderStatistics>(sql`
    with account as materialized (${accountInReach(scope.accountId)}),
    scope as materialized (${accountsIn(scope)}),
    unfolded_lines as materialized (${unfoldedLines}),
    first_sale as materialized (${firstSale(scope, Boolean(query.currentFrom))}),

    -- Periods and samples

    request as materialized (${requestOf(query, timeZone, 'first_sale')}),
    sampling as materialized (${samplingOf}),
    periods as materialized (${periodsOf(timeZone)}),
    buckets as materialized (${bucketsOf(timeZone)}),

    -- Quantities and amounts per bucket

    ${ofAll`
    bucket_bounds as materialized (
      select distinct e.at, ${nearestDay('e.at')} as day
      from buckets b cross join lateral (values (b.from_at), (b.to_at)) as e (at)
    ), edge_lines as materialized (
      -- Sales between the bound and its nearest UTC midnight; sign -1 where the bound comes first.
      select e.at, l.sign, s.vendor_id, s.buyer_id, s.currency_id, s.qt, s.amount
      from bucket_bounds e
      cross join lateral (
        select e.day::timestamp at time zone 'UTC' as midnight,
               case when e.at < e.day::timestamp at time zone 'UTC' then -1 else 1 end as sign
      ) l
      cross join lateral (
        select x.vendor_id, x.buyer_id, x.currency_id, x.qt, x.amount from sales x
        where x.tenant_id = ${tenant} and x.approved_at >= least(e.at, l.midnight) and x.approved_at < greatest(e.at, l.midnight)
        offset 0
      ) s
    ), edge_sums as materialized (
      select at, 'v'::"char" as side, currency_id, sum(sign * qt) as qt, sum(sign * amount) as amount
      from edge_lines e where ${sold(scope, 'e')} group by at, currency_id
      union all
      select at, 'b', currency_id, sum(sign * qt), sum(sign * amount)
      from edge_lines e where ${bought(scope, 'e')} group by at, currency_id
    ),`}
    ${ofChosen`
    spans as materialized (${rounded('buckets', bucket, everything, sql`(select frequency = 'm' from sampling)`)}),
    chosen_days as materialized (
      select which, key, 'm'::"char" as grain, from_month as since, to_month as until, 1 as sign from spans where has_months
      union all
      ${daysBesideMonths('spans', bucket, everything)}
    ), chosen_units as materialized (${unitsOf('chosen_days', bucket)}),
    chosen_ranges as materialized (${lineRanges('spans', stored, bucket)}),
    chosen_sums as materialized (
      -- Of everything, what is bought is what is sold.
      select which, key, side, product_id, currency_id, sum(qt) as qt, sum(amount) as amount
      from (
        select u.which, u.key, s.side, s.product_id, s.currency_id, u.sign * s.qt as qt, u.sign * s.amount as amount
        from chosen_units u
        cross join lateral (
          select m.side, m.product_id, m.currency_id, m.qt, m.amount from sales_products m
          where ${inScope(scope, 'm')} and m.side in (${isAll ? sql`'v'` : sql`'b', 'v'`}) and m.grain = u.grain and m.since = u.since
          offset 0
        ) s
        where s.product_id = any(${products}::uuid[])
        union all
        ${sql.join(
          [
            sql`${linesOfRanges(sql`'v'::"char"`)} where r.from_at < r.to_at and ${sold(scope, 's')}`,
            ...(isAll
              ? []
              : [sql`${linesOfRanges(sql`'b'::"char"`)} where r.from_at < r.to_at and ${bought(scope, 's')}`]),
          ],
          sql` union all `,
        )}
      ) parts group by which, key, side, product_id, currency_id
    ),`}
    bucket_sums as materialized (
      select which, key, side, currency_id, sum(qt) as qt, sum(amount) as amount
      from (
        select b.which, b.key, 'v'::"char" as side, f.currency_id, f.sign * f.qt as qt, f.sign * f.amount as amount
        from unfolded_lines f join buckets b on f.approved_at >= b.from_at and f.approved_at < b.to_at
        where ${sold(scope, 'f')} ${isChosen('f')}
        union all
        select b.which, b.key, 'b', f.currency_id, f.sign * f.qt, f.sign * f.amount
        from unfolded_lines f join buckets b on f.approved_at >= b.from_at and f.approved_at < b.to_at
        where ${bought(scope, 'f')} ${isChosen('f')}
        ${ofAll`
        union all
        select b.which, b.key, s.side, s.currency_id, s.qt, s.amount
        from buckets b
        cross join lateral (
          select d.side, d.currency_id, d.qt, d.amount from sales_days d
          where ${inScope(scope, 'd')} and d.day >= ${nearestDay('b.from_at')} and d.day < ${nearestDay('b.to_at')}
          offset 0
        ) s
        union all
        select b.which, b.key, e.side, e.currency_id, e.qt, e.amount from buckets b join edge_sums e on e.at = b.to_at
        union all
        select b.which, b.key, e.side, e.currency_id, -e.qt, -e.amount from buckets b join edge_sums e on e.at = b.from_at`}
        ${ofChosen`
        union all
        ${
          isAll
            ? sql`
        select c.which, c.key, x.side, c.currency_id, c.qt, c.amount
        from chosen_sums c cross join (values ('b'::"char"), ('v'::"char")) x (side)`
            : sql`
        select c.which, c.key, c.side, c.currency_id, c.qt, c.amount from chosen_sums c`
        }`}
      ) parts group by which, key, side, currency_id
    ), samples as materialized (
      -- One row per bucket and side, zero where nothing was sold. Pieces count in any currency, amounts only in the
      -- account's currency.
      select b.which, s.side, b.key, coalesce(sum(f.qt), 0) as qt,
             coalesce(sum(f.amount) filter (where f.currency_id = (select currency_id from account)), 0) as amount
      from buckets b
      cross join (values ('b'::"char"), ('v'::"char")) as s (side)
      left join bucket_sums f on f.which = b.which and f.key = b.key and f.side = s.side
      group by b.which, s.side, b.key
    ),
    series as materialized (${seriesOfSides(sql`('b'::"char"), ('v'::"char")`)}),
    sides as materialized (${bothPeriods}),

    -- Pie charts

    ${ofAll`
    this_period as materialized (
      -- Where nothing was sold before or after, a whole year has the same sum, and fewer rows.
      select case when p.from_at <= (select x.approved_at from sales x where x.tenant_id = ${tenant} order by x.approved_at limit 1)
               then date_trunc('year', p.from_at, 'UTC') else p.from_at end as from_at,
             case when p.to_at > (select x.approved_at from sales x where x.tenant_id = ${tenant} order by x.approved_at desc limit 1)
               then date_trunc('year', p.to_at, 'UTC') + interval '1 year' else p.to_at end as to_at
      from periods p where p.which = 'current' and p.from_at < p.to_at
    ),
    current_period as materialized (${rounded('this_period', [], hasDaySums, sql`true`)}),
    whole_months as materialized (
      -- The whole months, with the whole quarters and years among them.
      select q.*, greatest(least(y.from_year, q.to_quarter), q.from_quarter) as from_year,
             greatest(least(y.to_year, q.to_quarter), least(y.from_year, q.to_quarter), q.from_quarter) as to_year
      from (
        select p.from_month, p.to_month, least(q.from_quarter, p.to_month) as from_quarter,
               greatest(q.to_quarter, least(q.from_quarter, p.to_month)) as to_quarter
        from current_period p
        cross join lateral (
          select date_trunc('quarter', p.from_month + interval '2 months')::date as from_quarter,
                 date_trunc('quarter', p.to_month)::date as to_quarter
        ) q
        where p.has_months
      ) q
      cross join lateral (
        select date_trunc('year', q.from_quarter + interval '9 months')::date as from_year,
               date_trunc('year', q.to_quarter)::date as to_year
      ) y
    ), stored_ranges as materialized (
      -- Whole years, quarters, months and (for the root) days. Where the rounded range is larger than the period, days are
      -- subtracted: sign -1.
      select 'y'::"char" as grain, from_year as since, to_year as until, 1 as sign from whole_months where from_year < to_year
      union all select 'q', from_quarter, from_year, 1 from whole_months where from_quarter < from_year
      union all select 'q', to_year, to_quarter, 1 from whole_months where to_year < to_quarter
      union all select 'm', from_month, from_quarter, 1 from whole_months
      union all select 'm', to_quarter, to_month, 1 from whole_months
      union all
      ${daysBesideMonths('current_period', [], hasDaySums)}
    ), stored_units as materialized (${unitsOf('stored_ranges', [])}),
    line_ranges as materialized (${lineRanges('current_period', stored)}),`}
    sold_lines as materialized (
      select f.buyer_id, f.product_id, f.currency_id, f.sign * f.amount as amount
      from unfolded_lines f join periods p on p.which = 'current' and f.approved_at >= p.from_at and f.approved_at < p.to_at
      where ${sold(scope, 'f')} ${isChosen('f')}
      ${ofAll`
      union all
      select s.buyer_id, s.product_id, s.currency_id, r.sign * s.amount
      from line_ranges r
      cross join lateral (
        select x.buyer_id, x.product_id, x.currency_id, x.amount
        from (select null::uuid as account_id where ${everything} union all select account_id from scope where not ${everything}) c
        cross join lateral (
          select l.buyer_id, l.product_id, l.currency_id, l.amount from sales l
          where l.tenant_id = ${tenant} and (${everything} or l.vendor_id = c.account_id)
            and l.approved_at >= r.from_at and l.approved_at < r.to_at
          offset 0
        ) x
      ) s
      where r.from_at < r.to_at`}
    ), by_buyer as materialized (
      select id, sum(amount) as amount from (
        select buyer_id as id, amount from sold_lines where currency_id = (select currency_id from account)
        ${ofAll`
        union all
        -- Multiplying by the sign instead would take a fifth of the query's time: there are tens of thousands of rows.
        select s.buyer_id, case when u.sign < 0 then -s.amount else s.amount end from stored_units u
        cross join lateral (
          select m.buyer_id, m.amount from sales_buyers m
          where ${inScope(scope, 'm')} and m.grain = u.grain and m.since = u.since
            and m.currency_id = (select currency_id from account)
          offset 0
        ) s`}
        ${ofChosen`
        union all
        -- No sums are kept by product and buyer.
        select s.buyer_id, s.amount
        from periods p
        cross join ${isAll ? sql`(select null::uuid as account_id) c` : sql`(select account_id from scope) c`}
        cross join lateral (
          select x.buyer_id, x.amount from sales x
          where x.tenant_id = ${tenant} ${only(!isAll)`and x.vendor_id = c.account_id`} ${isChosen('x')}
            and x.approved_at >= p.from_at and x.approved_at < p.to_at and x.currency_id = (select currency_id from account)
          offset 0
        ) s
        where p.which = 'current' and p.from_at < p.to_at`}
      ) parts group by id
    ), by_product as materialized (
      select id, sum(amount) as amount from (
        select product_id as id, amount from sold_lines where currency_id = (select currency_id from account)
        ${ofAll`
        union all
        select s.product_id, case when u.sign < 0 then -s.amount else s.amount end from stored_units u
        cross join lateral (
          select m.product_id, m.amount from sales_products m
          where ${inScope(scope, 'm')} and m.side = 'v' and m.grain = u.grain and m.since = u.since
            and m.currency_id = (select currency_id from account)
          offset 0
        ) s`}
        ${ofChosen`
        union all
        select c.product_id, c.amount from chosen_sums c
        where c.which = 'current' and c.side = 'v' and c.currency_id = (select currency_id from account)`}
      ) parts group by id
    )

    select json_build_object(
      'totalSellIn', ${trendOf('i.qt', 'i.previous_qt')},
      'totalSellOut', ${trendOf('o.qt', 'o.previous_qt')},
      'totalSellInPrice', ${trendOf('i.amount', 'i.previous_amount')},
      'totalSellOutPrice', ${trendOf('o.amount', 'o.previous_amount')},
      'statisticsResponse', ${seriesOf('o')},
      'statisticsResponseIn', ${seriesOf('i')},
      'sellOutPieStatistics', ${pieOf(
        'by_buyer',
        sql`(select a.name from offered.accounts a where a.tenant_id = ${tenant} and a.account_id = largest.id)`,
      )},
      'sellOutBySkuPieStatistics', ${pieOf('by_product', sql`(select p.sku from offered.products p where p.product_id = largest.id)`)},
      'totalSellOutPriceCurrencyId', c.currency_id,
      'currencyCode', c.code,
      'currencySymbol', c.symbol,
      'otherCurrencies', (
        select coalesce(json_agg(json_build_object(
          'currencyId', k.currency_id, 'currencyCode', k.code,
          'sellIn', trim_scale(f.sell_in), 'sellOut', trim_scale(f.sell_out)) order by k.code), '[]')
        from (
          select currency_id, coalesce(sum(amount) filter (where side = 'b'), 0) as sell_in,
                 coalesce(sum(amount) filter (where side = 'v'), 0) as sell_out
          from bucket_sums where which = 'current'
          group by currency_id having sum(qt) <> 0
        ) f
        join offered.currencies k using (currency_id)
        where k.currency_id <> c.currency_id))::text
    from account a
    join offered.currencies c on c.currency_id = a.currency_id
    join sides i on i.side = 'b'
    join sides o on o.side = 'v'`)
}
