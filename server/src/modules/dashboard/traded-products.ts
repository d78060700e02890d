import type { DashboardQuery } from '@trellis/contract/dashboard'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { endOfPeriod, startOfPeriod } from './periods.ts'
import {
  accountInReach,
  accountsIn,
  firstSale,
  isEverything,
  joinSides,
  linesIn,
  type Scope,
  spansOf,
  sumsIn,
  unfoldedLines,
} from './relations.ts'

/**
 * Products of which the scope sold or bought any in the period, in any currency, sorted by name. Undefined when the
 * account is out of reach.
 *
 *   first_sale ─> period ─┬─> spans ─┬─> sums by product ─┐
 *                         │          └─> lines ───────────┼─> traded ─> answer
 *                         └─> unfolded_lines ─────────────┘
 */
export const tradedProducts = (tx: Reader, scope: Scope, query: DashboardQuery, timeZone: string) => {
  const isAll = isEverything(scope)
  const ofProducts = isAll ? sql`m.measure = 'V'` : sql`m.measure in ('V', 'B')`
  return tx.json<{ productId: string; productName: string; sku: string }[]>(sql`
    with account as materialized (${accountInReach(scope.accountId)}),
    scope as materialized (${accountsIn(scope)}),
    unfolded_lines as materialized (${unfoldedLines}),
    first_sale as materialized (${firstSale(scope, Boolean(query.currentFrom))}),
    period as materialized (
      -- Without a start it begins with the first sale.
      select coalesce(${startOfPeriod(query.currentFrom, timeZone)}, (select at from first_sale)) as from_at,
             coalesce(${endOfPeriod(query.currentTo, timeZone)}, clock() + interval '1 millisecond') as to_at
    ),
    spans as materialized (${spansOf('period', [], isAll ? 'dmqy' : 'm')}),
    instants as materialized (select u.since, u.until, u.sign from spans u where u.grain = 'i'),
    traded as (
      select product_id from (
        select l.product_id, l.sign * l.qt as qt from (${linesIn('instants', ['sign'])}) l
        ${joinSides(scope, 'l')}
        union all
        select f.product_id, f.qt
        from unfolded_lines f join period p on f.approved_at >= p.from_at and f.approved_at < p.to_at
        ${joinSides(scope, 'f')}
        union all
        select s.part_id, s.qt from (${sumsIn(scope, 'spans', [], ofProducts)}) s
      ) parts group by product_id having sum(qt) > 0
    )
    select coalesce((
      select json_agg(json_build_object('productId', p.product_id, 'productName', p.name, 'sku', p.sku)
                      order by p.name collate "und-x-icu", p.product_id)
      from traded t join offered.products p on p.product_id = t.product_id), '[]')::text
    from account`)
}
