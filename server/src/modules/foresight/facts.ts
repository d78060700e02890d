import type { Foreseen } from '@trellis/contract/foresight'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { dealsExpected } from '../deals/index.ts'
import { keysExpected, renewalPieces, termsEnded } from '../licenses/index.ts'
import { isBelowThreshold } from '../stock/index.ts'
import { type Common, type Known, oldestWeek, recentWeeks, yearWeeks } from './foresee.ts'

/** The account whose stock is looked at, and how far, on the calendar of the reader. */
export interface Asked {
  accountId: string
  days: number
  timeZone: string
}

/** What is known of one product of the account. */
export interface Product extends Known {
  product: Foreseen['product']
  isScarce: boolean
}

interface Row extends Omit<Product, 'terms' | 'weeks'> {
  ended: number | null
  renewed: number | null
  /** Pieces that left for no other reason, with their week; week 0 are the last seven days. */
  left: [week: number, pieces: number][]
}

const here = sql`(select current_tenant())`
const weeks = (count: number): Sql => sql`make_interval(weeks => ${count})`

/** What is known of the stock of an account, in one statement. */
export async function readFacts(
  tx: Reader,
  asked: Asked,
): Promise<{ products: Product[]; common: Common; today: string }> {
  const row = await tx.row<{ rows: Row[]; hasYear: boolean; today: string }>(statement(asked))
  const rows = row?.rows ?? []
  const products = rows.map(({ left, ended, renewed, ...known }) => ({
    ...known,
    terms: { ended: ended ?? 0, renewed: renewed ?? 0 },
    weeks: byWeek(left),
  }))
  const sumOf = (of: (one: Product) => number) => products.reduce((total, one) => total + of(one), 0)
  return {
    products,
    common: {
      terms: { ended: sumOf(({ terms }) => terms.ended), renewed: sumOf(({ terms }) => terms.renewed) },
      weeks: Array.from({ length: oldestWeek + 1 }, (_, week) => sumOf(({ weeks }) => weeks[week] ?? 0)),
      hasYear: row?.hasYear ?? false,
    },
    today: row?.today ?? '',
  }
}

/** A week in which more was renewed than left the stock has none: the renewals took it from another. */
function byWeek(left: Row['left']): number[] {
  const weeks = new Array<number>(oldestWeek + 1).fill(0)
  for (const [week, pieces] of left) if (week in weeks) weeks[week] = Math.max(0, pieces)
  return weeks
}

/**
 * What left the stock in the last quarter, and a year before from then to the end of what is looked at, is read from the ledger; from
 * that is taken what renewals and deals took, because those are expected by keys and by open deals.
 *
 *   ledger ──────────────────┬─> left_stock, by week ─────────────┐
 *   because (renewals, deals)┘                                    │
 *   keys that end ─> ending, without what their owners have ──────┤
 *   terms (of the last year) ─────────────────────────────────────┼─> leaving ─> facts of each product
 *   chances (open deals) ─────────────────────────────────────────┤
 *   waiting (purchases of others), coming (own ones) ─────────────┘
 */
function statement({ accountId, days, timeZone }: Asked): Sql {
  const account = sql`${accountId}::uuid`
  const care = sql`select account_id from care`
  const ahead = Math.ceil(days / 7)
  const now = sql`(select clock())`
  const oldest = sql`(select clock() - ${weeks(oldestWeek + 1)})`
  // A year before the days that are looked at, with a week more.
  const lastYear = sql`(select clock() - ${weeks(Math.max(recentWeeks, yearWeeks - ahead - 2))})`
  const recent = sql`(select clock() - ${weeks(recentWeeks)})`
  const day = (at: Sql): Sql => sql`((${at} at time zone ${timeZone})::date - (select today from calendar))`
  return sql`
    with calendar as materialized (select (clock() at time zone ${timeZone})::date as today),
    care as materialized (select account_id from accounts_in_care(${account})),
    ledger as materialized (
      select m.product_id, date_bin('7 days', m.created_at, ${now}) as week,
             -sum(m.quantity) filter (where m.reason in ('sale', 'license') or m.reason = 'revoke' and m.quantity > 0) as pieces
      from offered.stock_movements m
      where m.tenant_id = ${here} and m.account_id = ${account} and m.created_at > ${recent}
      group by 1, 2
      union all
      select m.product_id, date_bin('7 days', m.created_at, ${now}),
             -sum(m.quantity) filter (where m.reason in ('sale', 'license') or m.reason = 'revoke' and m.quantity > 0)
      from offered.stock_movements m
      where m.tenant_id = ${here} and m.account_id = ${account} and m.created_at > ${oldest} and m.created_at <= ${lastYear}
      group by 1, 2
    ), because as materialized (
      select x.product_id, date_bin('7 days', x.at, ${now}) as week, sum(x.pieces) as pieces
      from (
        ${renewalPieces(account, care, oldest)}
        union all
        select i.product_id, o.approved_at, i.qt
        from offered.orders o
        join offered.order_items i on i.tenant_id = o.tenant_id and i.order_id = o.order_id
        where o.tenant_id = ${here} and o.deal_id is not null and o.status = 'approved' and o.vendor_id = ${account}
          and o.buyer_id <> o.vendor_id and o.approved_at > ${oldest}) x
      group by 1, 2
    ), left_stock as materialized (
      select l.product_id, json_agg(json_build_array((extract(epoch from ${now} - l.week) / 604800)::int - 1, l.pieces)) as weeks
      from (
        select g.product_id, g.week, coalesce(g.pieces, 0) - coalesce(b.pieces, 0) as pieces
        from ledger g left join because b on b.product_id = g.product_id and b.week = g.week) l
      group by 1
    ), keys as materialized (
      select k.*, sum(k.seats) over (partition by k.owner_id, k.product_id order by k.ends_at, k.seats rows unbounded preceding) as through
      from (${keysExpected(care, days)}) k
    ), ending as materialized (
      select e.product_id, json_agg(json_build_object('day', e.day, 'keys', e.keys, 'pieces', e.pieces)) as keys
      from (
        select k.product_id, ${day(sql`k.ends_at`)} as day, count(*) as keys, sum(k.lacking) as pieces
        from (
          -- What an account below has itself is taken first.
          select k.product_id, k.ends_at,
                 least(k.seats, k.through - case when k.owner_id = ${account} then 0 else coalesce(b.quantity - b.held, 0) end) as lacking
          from keys k
          left join offered.stock_balances b on b.tenant_id = ${here} and b.account_id = k.owner_id and b.product_id = k.product_id) k
        where k.lacking > 0
        group by 1, 2) e
      group by 1
    ), terms as materialized (
      select product_id, ended, renewed from (${termsEnded(care)}) t
    ), chances as materialized (
      select d.product_id, json_agg(json_build_object('day', ${day(sql`d.closes_at`)}, 'pieces', d.pieces, 'chance', d.chance)) as deals
      from (${dealsExpected(care)}) d
      group by 1
    ), waiting as materialized (
      select i.product_id, count(distinct o.order_id) as orders, sum(i.qt) as pieces
      from offered.orders o
      join offered.order_items i on i.tenant_id = o.tenant_id and i.order_id = o.order_id
      where o.tenant_id = ${here} and o.vendor_id = ${account} and o.status = 'pending' and o.origin <> 'sell-out'
        and o.buyer_id <> o.vendor_id
      group by 1
    ), coming as materialized (
      select i.product_id, sum(i.qt) as pieces
      from accounts_at_or_above(${account}) up
      cross join lateral (
        select * from offered.orders o
        where o.tenant_id = ${here} and o.vendor_id = up.account_id and o.status = 'pending' and o.buyer_id = ${account} offset 0) o
      join offered.order_items i on i.tenant_id = o.tenant_id and i.order_id = o.order_id
      where up.depth > 0
      group by 1
    ), leaving as (
      select product_id from left_stock union select product_id from ending union select product_id from chances
      union select product_id from waiting union select product_id from terms
    )
    select (
      select coalesce(json_agg(json_build_object(
        'product', json_build_object('productId', p.product_id, 'sku', p.sku, 'productName', p.name),
        'available', coalesce(b.quantity - b.held, 0),
        'isScarce', coalesce(${isBelowThreshold}, false),
        'incoming', coalesce(c.pieces, 0),
        'orders', json_build_object('count', coalesce(w.orders, 0), 'pieces', coalesce(w.pieces, 0)),
        'deals', coalesce(d.deals, '[]'),
        'keys', coalesce(e.keys, '[]'),
        'ended', t.ended, 'renewed', t.renewed,
        'left', coalesce(l.weeks, '[]')) order by p.sku), '[]')
      from leaving n
      join offered.product_publications f on f.tenant_id = ${here} and f.product_id = n.product_id
      join offered.products p on p.tenant_id = f.owner_tenant_id and p.product_id = f.product_id and p.status = 'Active'
      left join offered.stock_balances b on b.tenant_id = ${here} and b.account_id = ${account} and b.product_id = n.product_id
      left join left_stock l on l.product_id = n.product_id
      left join ending e on e.product_id = n.product_id
      left join terms t on t.product_id = n.product_id
      left join chances d on d.product_id = n.product_id
      left join waiting w on w.product_id = n.product_id
      left join coming c on c.product_id = n.product_id) as rows,
      exists (
        select from offered.stock_movements m
        where m.tenant_id = ${here} and m.account_id = ${account} and m.created_at < ${oldest}) as "hasYear",
      (select today::text from calendar) as today`
}
