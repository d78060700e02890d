import type { DashboardQuery, OrderStatistics } from '@trellis/contract/dashboard'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { chosenCtes, figureCtes } from './figures.ts'
import { periodCtes } from './periods.ts'
import { firstSale, type Scope, scopeCtes } from './scope.ts'
import { pieceCtes, pieOf, soldOrBought } from './slices.ts'

/**
 * CTE `account`: the account with the currency of the answer, which is that of its effective price list, else the
 * tenant's. No row when the account is out of reach.
 */
export const accountCte = ({ accountId }: Scope): Sql => sql`
  account as materialized (
    select a.account_id, coalesce(l.currency_id, t.currency_id) as currency_id
    from offered.accounts a
    join offered.tenants t on t.tenant_id = a.tenant_id
    left join lateral effective_price_list(a.account_id) e on true
    left join offered.price_lists l on l.tenant_id = a.tenant_id and l.price_list_id = e.price_list_id
    where a.tenant_id = (select current_tenant()) and a.account_id = ${accountId} and a.deleted_at is null
      and a.account_id in (select account_id from reachable_accounts())
  )`

/**
 * Sell-in and sell-out of a period compared with the previous one. Undefined when the account is out of reach.
 *
 *   noted ─> fresh (orders not folded yet)   scope (accounts in scope)     account (currency; no row: out of reach)
 *   scope, fresh ─> began ─> asked ─> sampling ─> buckets
 *                            asked ─> periods ──> buckets
 *
 *   all products:
 *     buckets ─> bounds ─> edges ─> corrections ─┐
 *     buckets, sales_days, fresh ────────────────┴─> figures
 *     periods ─> ends ─> months ─> runs ─> covers ──────────────┐
 *                ends, months ─> stretches, fresh ─> pieces ────┴─> by_buyer, by_product
 *   chosen products:
 *     buckets, sales, fresh ─> lines ─> figures
 *                              lines ─> pieces ─> by_buyer, by_product
 *
 *   figures ─> samples ─> series ─> compared ─> select (with by_buyer and by_product)
 *
 * `scope`, `noted`, `fresh`: scope.ts. `began` to `buckets`: periods.ts. `bounds` to `figures`, and chosen products:
 * figures.ts. `ends` to `by_product`: slices.ts. The rest is below: `samples` has one row per bucket and side, zero where
 * nothing was sold; `series` joins the samples of a period and side into JSON and totals; `compared` puts current and
 * previous side by side.
 */
export const orderStatistics = (tx: Reader, scope: Scope, query: DashboardQuery, timeZone: string) => {
  const products = query.products ?? []
  return tx.json<OrderStatistics>(sql`
    with ${accountCte(scope)}, ${scopeCtes(scope)}, ${periodCtes(query, timeZone, firstSale(scope))},
    ${products.length > 0 ? chosenCtes(scope, products) : sql`${figureCtes(scope)}, ${pieceCtes(scope)}`},
    samples as materialized (
      -- Pieces count in any currency, amounts only in the account's currency.
      select b.which, s.side, b.key, coalesce(sum(f.qt), 0) as qt,
             coalesce(sum(f.amount) filter (where f.currency_id = (select currency_id from account)), 0) as amount
      from buckets b
      cross join (values ('b'::"char"), ('v'::"char")) as s (side)
      left join figures f on f.which = b.which and f.key = b.key and f.side = s.side
      group by b.which, s.side, b.key
    ), series as materialized (
      select w.which, w.side, sum(s.qt) as qt, sum(s.amount) as amount,
             json_build_object(
               'samples', coalesce(
                 json_agg(json_build_object('key', s.key, 'value', json_build_object('qt', s.qt, 'amount', trim_scale(s.amount)))
                          order by s.key) filter (where s.key is not null), '[]'),
               'total', json_build_object('qt', coalesce(sum(s.qt), 0), 'amount', trim_scale(coalesce(sum(s.amount), 0)))) as json
      from (select which, side from (values ('current'), ('previous')) p (which), (values ('b'::"char"), ('v'::"char")) s (side)) w
      left join samples s on s.which = w.which and s.side = w.side
      group by w.which, w.side
    ), compared as materialized (
      select c.side, coalesce(c.qt, 0) as qt, coalesce(p.qt, 0) as previous_qt,
             coalesce(c.amount, 0) as amount, coalesce(p.amount, 0) as previous_amount,
             c.json as current_json, p.json as previous_json
      from series c join series p on p.side = c.side and p.which = 'previous'
      where c.which = 'current'
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
        sql`(select a.name from offered.accounts a where a.tenant_id = (select current_tenant()) and a.account_id = largest.id)`,
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
          from figures where which = 'current'
          group by currency_id having sum(qt) <> 0
        ) f
        join offered.currencies k using (currency_id)
        where k.currency_id <> c.currency_id))::text
    from account a
    join offered.currencies c on c.currency_id = a.currency_id
    join compared i on i.side = 'b'
    join compared o on o.side = 'v'`)
}

/** Change in percent with one decimal; null when the previous value is zero (rules D5). */
const trend = (current: string, previous: string) =>
  sql`round((${sql.ref(current)} - ${sql.ref(previous)}) * 100.0 / nullif(${sql.ref(previous)}, 0), 1)`

const trendOf = (current: string, previous: string): Sql => sql`json_build_object(
  'current', trim_scale(${sql.ref(current)}), 'previous', trim_scale(${sql.ref(previous)}), 'trend', trim_scale(${trend(current, previous)}))`

/** A time series as JSON. Its trend is that of the amount. Both periods use the sampling of the current one. */
const seriesOf = (side: string): Sql => sql`json_build_object(
  'current', ${sql.ref(`${side}.current_json`)}, 'previous', ${sql.ref(`${side}.previous_json`)},
  'samplingFrequency', (select frequency from sampling),
  'trend', trim_scale(${trend(`${side}.amount`, `${side}.previous_amount`)}), 'sameSamplingRate', true)`

/**
 * Products sold or bought in the scope in the period, sorted by name. Drawing of the CTEs: periods ─> ends ─> months,
 * stretches; months, stretches, fresh ─> traded ─> select.
 */
export const tradedProducts = (tx: Reader, scope: Scope, query: DashboardQuery, timeZone: string) =>
  tx.json<{ productId: string; productName: string; sku: string }[]>(sql`
    with ${accountCte(scope)}, ${scopeCtes(scope)}, ${periodCtes(query, timeZone, firstSale(scope))},
    ${soldOrBought(scope)}
    select coalesce((
      select json_agg(json_build_object('productId', p.product_id, 'productName', p.name, 'sku', p.sku)
                      order by p.name collate "und-x-icu", p.product_id)
      from traded t join offered.products p on p.product_id = t.product_id), '[]')::text
    from account`)

/** Folds up to this many noted approvals and revocations into the sums. Returns the number folded. */
export const fold = async (tx: Tx, orders: number): Promise<number> =>
  (await tx.row<{ folded: number }>(sql`select fold_sales(${orders}::int) as folded`))?.folded ?? 0
