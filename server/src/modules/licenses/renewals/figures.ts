import type { RenewalFigures, RenewalMonth, RenewalWindow } from '@trellis/contract/renewals'
import { named, paging } from '../../../platform/database/search.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { isBelow, isIn } from './list.ts'
import { due, isRenewable, joinRenewing, ownedBelow } from './queries.ts'

interface Scope {
  accountId: string
  includeChildren: boolean
}

interface Page {
  window: RenewalWindow
  limit: number
  page: number
}

/**
 * The keys of a window by account, the account with the most keys first. Accounts that share a price list pay the same, so
 * prices are read once for each list. The root pays the MSRP when it has no list; others without a list cannot buy. The full joins are
 * compared by hash, whatever the planner expects (`joinRenewing`).
 *
 *   due (keys by owner and product) ─┬────────────────────────────────────────┬─> owned ─┬─> page ─> items
 *                                    └─> listed (owner ─> list) ──────────────┤          └─> count, keys, seats, total
 *                                          └─> payers (one a list) ─> prices ─┘
 */
export const presentFigures = (tx: Reader, actor: Actor, { accountId, includeChildren }: Scope, page: Page) =>
  tx.json<RenewalFigures>(sql`
    with due as materialized (
      select l.owner_id, l.product_id, l.license_is_perpetual, l.seats, count(*) as keys
      from licenses l
      where ${ownedBelow(actor, accountId, includeChildren)} and ${isRenewable} and ${isIn(page.window)}
      group by 1, 2, 3, 4
    ), listed as materialized (
      select o.owner_id, coalesce(e.price_list_id, case when o.owner_id = ${actor.rootAccountId} then o.owner_id end) as list
      from (select distinct owner_id from due) o
      left join lateral effective_price_list(o.owner_id) e on true
      where ${isBelow(actor, sql`o.owner_id`)}
    ), payers as materialized (
      select list, (array_agg(owner_id))[1] as owner_id from listed where list is not null group by list
    ), prices as materialized (
      select y.list, e.product_id, e.price, e.quantity_breaks, c.code as currency_code, c.minor_units
      from payers y
      cross join lateral effective_prices(y.owner_id) e
      join offered.currencies c on c.currency_id = e.currency_id
    ), owned as materialized (
      select d.owner_id, sum(d.keys) as keys, sum(d.keys * d.seats) as seats,
             coalesce(sum(d.keys) filter (where x.price is null), 0) as unpriced,
             coalesce(sum(d.keys * line_amount(d.seats, price_at(x.price, x.quantity_breaks, d.seats), x.minor_units)), 0) as value,
             min(x.currency_code) as currency_code
      from due d ${joinRenewing('d')}
      full join listed i on i.owner_id = d.owner_id
      full join prices x on x.list = i.list and x.product_id = r.renewal_product_id
      where coalesce(d.keys, 0) > 0
      group by d.owner_id
    ), page as (
      select o.*, a.code, a.name, row_number() over (order by o.keys desc, ${named(sql`a.name`)}, o.owner_id) as row_no
      from owned o
      join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = o.owner_id
      order by row_no ${paging(page)}
    )
    select json_build_object(
      'items', (
        select coalesce(json_agg(json_build_object(
          'ownerAccount', json_build_object('accountId', owner_id, 'accountCode', code, 'accountName', name),
          'keys', keys, 'seats', seats, 'unpriced', unpriced, 'value', value, 'currencyCode', currency_code)
          order by row_no), '[]') from page),
      'count', (select count(*) from owned),
      'keys', (select coalesce(sum(keys), 0) from owned),
      'seats', (select coalesce(sum(seats), 0) from owned),
      'unpriced', (select coalesce(sum(unpriced), 0) from owned),
      'total', (
        select coalesce(json_agg(json_build_object('currencyCode', t.currency_code, 'amount', t.amount)
                                 order by t.amount desc, t.currency_code), '[]')
        from (select currency_code, sum(value) as amount from owned where currency_code is not null group by 1) t)
      )::text`)

/**
 * How many terms ended in each of the last months, by UTC and up to now, and how many of them were renewed. Licenses say
 * the terms that were not renewed, renewals the others.
 */
export const presentRate = (tx: Reader, actor: Actor, { accountId, includeChildren }: Scope, months: number) =>
  tx.json<{ items: RenewalMonth[] }>(sql`
    with bounds as materialized (
      select date_trunc('month', clock() at time zone 'UTC') as this_month,
             (date_trunc('month', clock() at time zone 'UTC') - make_interval(months => ${months - 1})) at time zone 'UTC' as since
    ), terms as (
      select date_trunc('month', ${due} at time zone 'UTC') as month, count(*) as due, 0 as renewed
      from licenses l
      where ${ownedBelow(actor, accountId, includeChildren)} and ${isRenewable}
        and ${due} >= (select since from bounds) and ${due} <= (select clock())
      group by 1
      union all
      select date_trunc('month', l.due_at at time zone 'UTC'), count(*), count(*)
      from license_renewals l
      where ${ownedBelow(actor, accountId, includeChildren)}
        and l.due_at >= (select since from bounds) and l.due_at <= (select clock())
      group by 1
    ), summed as (select month, sum(due) as due, sum(renewed) as renewed from terms group by 1)
    select json_build_object('items', json_agg(json_build_object(
      'month', to_char(m.month, 'YYYY-MM-DD'), 'due', coalesce(s.due, 0), 'renewed', coalesce(s.renewed, 0),
      'rate', round(100.0 * s.renewed / nullif(s.due, 0), 1)) order by m.month))::text
    from bounds
    cross join lateral generate_series(this_month - make_interval(months => ${months - 1}), this_month, interval '1 month') as m (month)
    left join summed s on s.month = m.month`)
