import type { QueryOf } from '@trellis/contract/endpoint'
import { namedInPastOrders, type PastOrders, pastOrders } from '@trellis/contract/past-orders'
import { hasPermission } from '@trellis/contract/permissions'
import { named } from '../../platform/database/search.ts'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { routes } from '../../platform/http/routes.ts'
import { forbid, found, invalid } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { type PriceOf, pricesOfList } from '../price-lists/index.ts'

type Asked = QueryOf<typeof pastOrders.underPriceList>

const tenant = sql`(select current_tenant())`

/** Past orders at the prices of a list (rules R17). */
export const pastOrdersRoutes = routes('pastOrders', pastOrders, {
  async underPriceList({ tx, actor, params, query }) {
    if (query.to < query.from) throw invalid(['to'], 'too_early', 'The last day is before the first')
    const prices = await pricesOfList(tx, actor, params.id, query.planId ?? null)
    // Sums of orders are for who may read orders.
    forbid(hasPermission(actor.permissions, 'Orders', 'r') ? null : 'RQ403', { permission: 'Orders:r' })
    return found(await sumsUnder(tx, actor, params.id, prices, query))
  },
})

/** The sums of lines, from rows of `lines`. */
const sums: Sql = sql`
  count(distinct order_id) as orders,
  coalesce(sum(amount) filter (where would is not null), 0) as paid,
  coalesce(sum(would), 0) as would_pay,
  count(*) filter (where would is null) as missing_lines,
  coalesce(sum(amount) filter (where would is null), 0) as missing_amount`

const asJson: Sql = sql`
  'orders', orders, 'paid', paid, 'wouldPay', would_pay, 'missingLines', missing_lines, 'missingAmount', missing_amount`

/**
 * One pass over the lines of the period:
 *
 *   approved orders of accounts in reach below the list's owner ─> their lines, each at the price of the list ─> by buyer ─> in all
 */
const sumsUnder = (tx: Reader, actor: Actor, priceListId: string, prices: PriceOf[], { from, to }: Asked) =>
  tx.json<PastOrders>(sql`
    with prices as materialized (
      select r."productId" as product_id, r.price, r.breaks
      from jsonb_to_recordset(${json(prices)}) as r ("productId" uuid, price numeric, breaks jsonb)
    ), list as materialized (
      select l.account_id, l.currency_id, c.code, c.minor_units
      from offered.price_lists l join offered.currencies c using (currency_id)
      where l.tenant_id = ${tenant} and l.price_list_id = ${priceListId}
    ), buyers as materialized (
      select b.account_id from list, accounts_at_or_below(list.account_id) b
      where b.depth > 0 and b.account_id in (select account_id from reachable_accounts())
    ), sold as (
      select o.order_id, o.buyer_id, o.currency_id
      from orders o
      where o.tenant_id = ${tenant} and o.status = 'approved' and o.buyer_id <> o.vendor_id
        and o.approved_at >= (${from}::date::timestamp at time zone ${actor.timeZone})
        and o.approved_at < ((${to}::date + 1)::timestamp at time zone ${actor.timeZone})
        and o.buyer_id in (select account_id from buyers)
    ), lines as materialized (
      select s.order_id, s.buyer_id, i.amount, s.currency_id = l.currency_id as is_counted,
             line_amount(i.qt, case when p.breaks is null then p.price else price_at(p.price, p.breaks, (
               select sum(a.qt) from order_items a
               where a.tenant_id = i.tenant_id and a.order_id = i.order_id and a.product_id = i.product_id)) end, l.minor_units) as would
      from list l, sold s
      join order_items i on i.tenant_id = ${tenant} and i.order_id = s.order_id
      left join prices p on p.product_id = i.product_id
    ), by_buyer as materialized (
      select buyer_id, ${sums} from lines where is_counted group by buyer_id
    )
    select json_build_object(
      'currencyCode', l.code,
      'orders', coalesce(t.orders, 0), 'paid', coalesce(t.paid, 0), 'wouldPay', coalesce(t.would_pay, 0),
      'missingLines', coalesce(t.missing_lines, 0), 'missingAmount', coalesce(t.missing_amount, 0),
      'otherCurrencyLines', (select count(*) from lines where not is_counted),
      'accountCount', (select count(*) from by_buyer),
      'accounts', (
        select coalesce(json_agg(json_build_object('id', a.account_id, 'name', a.name, 'groupName', a.group_name, ${asJson})
          order by abs(a.would_pay - a.paid) desc, ${named(sql`a.name`)}, a.account_id), '[]')
        from (
          select b.*, a.account_id, a.name, g.name as group_name
          from by_buyer b
          join offered.accounts a on a.tenant_id = ${tenant} and a.account_id = b.buyer_id
          join offered.account_groups g using (tenant_id, group_id)
          order by abs(b.would_pay - b.paid) desc, ${named(sql`a.name`)}, a.account_id limit ${sql.lit(namedInPastOrders)}
        ) a))::text
    from list l
    left join (
      select sum(orders) as orders, sum(paid) as paid, sum(would_pay) as would_pay, sum(missing_lines) as missing_lines,
             sum(missing_amount) as missing_amount
      from by_buyer
    ) t on true`)
