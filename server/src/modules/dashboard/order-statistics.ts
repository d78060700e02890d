import type { DashboardQuery, OrderStatistics } from '@trellis/contract/dashboard'
import { only, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { bucketsOf, periodsOf, requestOf, samplingOf } from './periods.ts'
import {
  accountInReach,
  accountsIn,
  firstSale,
  isEverything,
  joinSides,
  linesIn,
  type Scope,
  sold,
  spansOf,
  sumsIn,
  tenant,
  unfoldedLines,
  windowsOf,
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
 *     buckets ─> spans ─┬─> sums ─────────────────────────────┐
 *                       └─> windows ─> lines ─> window_sums ──┼─> bucket_sums ─> samples ─> series ─> sides
 *     unfolded_lines ─────────────────────────────────────────┘
 *
 *   The two pie charts: sales of the current period in the account's currency
 *     current_period ─> period_spans ─┬─> sums by buyer, by product ─┐
 *                                     └─> lines ─> sold_lines ───────┴─> by_buyer, by_product
 *     unfolded_lines ───────────────────────────────┘
 *
 *   account, sides, by_buyer, by_product, bucket_sums (other currencies) ─> answer
 *
 * Chosen products are added up from the sums by product. No sums are kept by product and buyer: the chart of buyers reads lines then.
 */
export function orderStatistics(tx: Reader, scope: Scope, query: DashboardQuery, timeZone: string) {
  const products = query.products ?? []
  const hasChosen = products.length > 0
  const isChosen = (line: string) => only(hasChosen)`and ${sql.ref(`${line}.product_id`)} = any(${products}::uuid[])`
  const isAll = isEverything(scope)
  const bucket = ['which', 'key']
  // Of everything, what is bought is what is sold.
  const [ofSides, grains] = hasChosen
    ? isAll
      ? [sql`m.measure = 'V'`, 'dmqy']
      : [sql`m.measure in ('V', 'B')`, 'm']
    : [isAll ? sql`m.measure = 'v'` : sql`m.measure in ('v', 'b')`, 'dm']
  /** Of chosen products the sums of samples are by product, for the chart. */
  const part = (line: string) => (hasChosen ? sql.ref(`${line}.product_id`) : sql`null::uuid`)
  const inCurrency = sql`= (select currency_id from account)`
  const partsOf = (measure: string) =>
    sumsIn(scope, 'period_spans', [], sql`m.measure = ${sql.lit(measure)} and m.currency_id ${inCurrency}`)
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

    spans as materialized (${spansOf('buckets', bucket, grains)}),
    windows as materialized (${windowsOf('spans')}),
    window_lines as materialized (${linesIn('windows', ['since', 'until'], isChosen('x'))}),
    window_sums as materialized (
      select l.since, l.until, k.side, l.currency_id, ${part('l')} as product_id, sum(l.qt) as qt, sum(l.amount) as amount
      from window_lines l ${joinSides(scope, 'l')}
      group by 1, 2, 3, 4, 5
    ),
    bucket_sums as materialized (
      select which, key, side, currency_id, product_id, sum(qt) as qt, sum(amount) as amount
      from (
        select b.which, b.key, k.side, f.currency_id, ${part('f')} as product_id, f.qt, f.amount
        from unfolded_lines f join buckets b on f.approved_at >= b.from_at and f.approved_at < b.to_at
        ${joinSides(scope, 'f')}
        where true ${isChosen('f')}
        union all
        select u.which, u.key, w.side, w.currency_id, w.product_id, u.sign * w.qt, u.sign * w.amount
        from spans u join window_sums w on w.since = u.since and w.until = u.until
        where u.grain = 'i'
        union all
        select s.which, s.key, ${hasChosen ? sql`lower(s.measure::text)::"char"` : sql`s.measure`}, s.currency_id,
               ${hasChosen ? sql`s.part_id` : sql`null`}, s.qt, s.amount
        from (${sumsIn(scope, 'spans', bucket, ofSides)}) s
        ${only(hasChosen)`where s.part_id = any(${products}::uuid[])`}
      ) parts group by which, key, side, currency_id, product_id
    ), samples as materialized (
      -- One row per bucket and side, zero where nothing was sold. Pieces count in any currency, amounts only in the
      -- account's currency.
      select b.which, k.side, b.key, coalesce(sum(f.qt), 0) as qt,
             coalesce(sum(f.amount) filter (where f.currency_id ${inCurrency}), 0) as amount
      from buckets b
      cross join (values ('v'::"char"), ('b')) k (side)
      left join bucket_sums f on f.which = b.which and f.key = b.key and f.side = ${isAll ? sql`'v'` : sql`k.side`}
      group by b.which, k.side, b.key
    ),
    series as materialized (${seriesOfSides(sql`('b'::"char"), ('v'::"char")`)}),
    sides as materialized (${bothPeriods}),

    -- Pie charts

    current_period as materialized (
      -- Where nothing was sold before or after, a whole year has the same sum, and fewer rows.
      select case when p.from_at <= (select x.approved_at from sales x where x.tenant_id = ${tenant} order by x.approved_at limit 1)
               then date_trunc('year', p.from_at, 'UTC') else p.from_at end as from_at,
             case when p.to_at > (select x.approved_at from sales x where x.tenant_id = ${tenant} order by x.approved_at desc limit 1)
               then date_trunc('year', p.to_at, 'UTC') + interval '1 year' else p.to_at end as to_at
      from periods p where p.which = 'current' and p.from_at < p.to_at
    ),
    period_spans as materialized (${spansOf('current_period', [], hasChosen ? '' : scope.isRoot ? 'dmqy' : 'mqy')}),
    period_instants as materialized (
      -- Few accounts of a scope sell, but each of them may have sold much in half a month.
      select u.since, u.until, u.sign, c.account_id from period_spans u
      cross join ${isAll ? sql`(select null::uuid as account_id) c` : sql`scope c`}
      where u.grain = 'i'
    ),
    sold_lines as materialized (
      -- Summed by buyer and, apart, by product.
      select buyer_id, ${hasChosen ? sql`null::uuid as product_id` : sql`product_id`}, sum(amount) as amount from (
        select f.buyer_id, f.product_id, f.amount
        from unfolded_lines f join periods p on p.which = 'current' and f.approved_at >= p.from_at and f.approved_at < p.to_at
        where f.currency_id ${inCurrency} and ${sold(scope, 'f')} ${isChosen('f')}
        union all
        select l.buyer_id, l.product_id, case when l.sign < 0 then -l.amount else l.amount end
        from (${linesIn('period_instants', ['sign'], sql`and x.currency_id ${inCurrency} ${only(!isAll)`and x.vendor_id = u.account_id`} ${isChosen('x')}`)}) l
      ) lines group by grouping sets ((buyer_id)${only(!hasChosen)`, (product_id)`})
    ), by_buyer as materialized (
      select id, sum(amount) as amount from (
        select buyer_id as id, amount from sold_lines where buyer_id is not null
        ${only(!hasChosen)`union all select s.part_id, s.amount from (${partsOf('W')}) s`}
      ) parts group by id
    ), by_product as materialized (
      select id, sum(amount) as amount from (
        ${
          hasChosen
            ? sql`
        select b.product_id as id, b.amount from bucket_sums b where b.which = 'current' and b.side = 'v' and b.currency_id ${inCurrency}`
            : sql`
        select product_id as id, amount from sold_lines where product_id is not null
        union all select s.part_id, s.amount from (${partsOf('V')}) s`
        }
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
          select currency_id, coalesce(sum(amount) filter (where side = ${isAll ? sql`'v'` : sql`'b'`}), 0) as sell_in,
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
