import type { PartnerOfMonth } from '@trellis/contract/month-reports'
import { only, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { accountInReach, accountsIn, isEverything, type Scope, sold, tenant, unfoldedLines } from './relations.ts'

/** Days, `YYYY-MM-DD`: the previous period from the first to the second, the current one from there to before the third. */
export interface TwoPeriods {
  previousFrom: string
  from: string
  until: string
}

/**
 * The buyers from the scope whose purchases grew and shrank most from one period to the next, `most` of each, in the account's
 * currency. What an account sells to itself is no purchase. Read line by line: it is asked once a month. Undefined when the account
 * is out of reach.
 *
 *   account, bounds ─┬─> lines (sales, and what is not folded yet) ─> sums ─> named ─> up, down
 *   scope ───────────┘
 */
export const partnerChanges = (tx: Reader, scope: Scope, periods: TwoPeriods, timeZone: string, most: number) => {
  const isAll = isEverything(scope)
  const start = (day: string) => sql`(${day}::date::timestamp at time zone ${timeZone}::text)`
  const side = (way: 'up' | 'down') => sql`(
    select coalesce(json_agg(json_build_object(
      'accountId', s.buyer_id, 'accountName', s.name, 'current', trim_scale(s.current), 'previous', trim_scale(s.previous),
      'change', trim_scale(s.change)) order by abs(s.change) desc, s.name, s.buyer_id), '[]')
    from (
      select * from named where change ${sql.raw(way === 'up' ? '>' : '<')} 0
      order by abs(change) desc, name, buyer_id limit ${most}
    ) s)`
  return tx.json<Record<'up' | 'down', PartnerOfMonth[]>>(sql`
    with account as materialized (${accountInReach(scope.accountId)}),
    scope as materialized (${accountsIn(scope)}),
    unfolded_lines as materialized (${unfoldedLines}),
    bounds as materialized (
      select ${start(periods.previousFrom)} as previous_from, ${start(periods.from)} as from_at, ${start(periods.until)} as to_at
    ),
    lines as (
      select x.buyer_id, x.approved_at >= b.from_at as is_current, x.amount
      from bounds b
      cross join ${isAll ? sql`(select null::uuid as account_id) c` : sql`(select account_id from scope) c`}
      cross join lateral (
        select s.vendor_id, s.buyer_id, s.approved_at, s.amount from sales s
        where s.tenant_id = ${tenant} ${only(!isAll)`and s.vendor_id = c.account_id`}
          and s.approved_at >= b.previous_from and s.approved_at < b.to_at
          and s.currency_id = (select currency_id from account)
        offset 0
      ) x
      where x.buyer_id <> x.vendor_id
      union all
      select f.buyer_id, f.approved_at >= b.from_at, f.amount
      from unfolded_lines f join bounds b on f.approved_at >= b.previous_from and f.approved_at < b.to_at
      where f.buyer_id <> f.vendor_id and f.currency_id = (select currency_id from account) and ${sold(scope, 'f')}
    ), sums as (
      select buyer_id, coalesce(sum(amount) filter (where is_current), 0) as current,
             coalesce(sum(amount) filter (where not is_current), 0) as previous
      from lines group by buyer_id
    ), named as materialized (
      select s.buyer_id, a.name, s.current, s.previous, s.current - s.previous as change
      from sums s join offered.accounts a on a.tenant_id = ${tenant} and a.account_id = s.buyer_id
    )
    select json_build_object('up', ${side('up')}, 'down', ${side('down')})::text from account`)
}
