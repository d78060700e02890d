import type { QueryOf } from '@trellis/contract/endpoint'
import { type PriceOnDay, pastPrices, shownOfDay } from '@trellis/contract/past-prices'
import { hasPermission } from '@trellis/contract/permissions'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { routes } from '../../platform/http/routes.ts'
import { found, invalid } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { reachedId } from '../accounts/index.ts'
import { findStatuses } from '../catalogue/index.ts'
import { effectivePrices, isAfterToday, pastPricesOf } from '../price-lists/index.ts'

/** What an account paid on a day, and why (rules R18). */
export const pastPricesRoutes = routes('pastPrices', pastPrices, {
  async onDay({ tx, actor, query }) {
    const accountId = await reachedId(tx, actor, query.accountId)
    if (await isAfterToday(tx, query.day)) throw invalid(['day'], 'too_late', 'The day has not begun')
    const past = found(await pastPricesOf(tx, actor, { ...query, accountId }))
    const orders = await paidOn(tx, actor, accountId, query)
    // A product that the reader does not see now is answered for where the account could buy it then, or ordered it.
    const isSeen =
      past.prices.some(({ price }) => price !== null) ||
      (orders !== null && orders.count > 0) ||
      (await findStatuses(tx, actor, [query.productId])).size > 0 ||
      (await effectivePrices(tx, accountId, [query.productId])).size > 0
    return found(isSeen ? { ...past, orders } : undefined)
  },
})

/** The lines with the product of the account's orders of that day, for who may read its orders. */
async function paidOn(
  tx: Reader,
  { accountId: own, permissions }: Actor,
  accountId: string,
  { productId, day }: QueryOf<typeof pastPrices.onDay>,
): Promise<PriceOnDay['orders']> {
  if (!hasPermission(permissions, 'Orders', 'r')) return null
  // The reach of the call is that of products, which may be wider than that of orders.
  const isOrdersReach = hasPermission(permissions, 'Orders', 'ra')
    ? sql`true`
    : sql`exists (select from accounts_at_or_above(${accountId}::uuid) t where t.account_id = ${own})`
  const row = await tx.row<{ paid: NonNullable<PriceOnDay['orders']> }>(sql`
    with lines as materialized (
      select o.order_id, o.code, o.status, o.created_at, o.origin, o.deal_id, i.line, i.qt, i.price, i.list_price, i.price_list_name,
             c.code as currency_code
      from offered.tenants t
      join orders o on o.tenant_id = t.tenant_id and o.buyer_id = ${accountId}
        and o.created_at >= (${day}::date::timestamp at time zone t.time_zone)
        and o.created_at < ((${day}::date + 1)::timestamp at time zone t.time_zone)
      join order_items i on i.tenant_id = o.tenant_id and i.order_id = o.order_id and i.product_id = ${productId}
      join offered.currencies c on c.currency_id = o.currency_id
      where t.tenant_id = (select current_tenant())
    )
    select json_build_object(
      'items', (
        select coalesce(json_agg(json_build_object(
          'orderId', l.order_id, 'orderCode', l.code, 'status', l.status, 'creationDate', iso(l.created_at), 'quantity', l.qt,
          'price', l.price, 'currencyCode', l.currency_code,
          'because', case when l.origin = 'import' then 'imported' when l.price = l.list_price then 'list'
                          when l.deal_id is not null then 'deal' else 'agreed' end,
          'listPrice', case when l.origin <> 'import' then l.list_price end, 'priceListName', l.price_list_name)
          order by l.created_at, l.order_id, l.line), '[]')
        from (select * from lines order by created_at, order_id, line limit ${sql.lit(shownOfDay)}) l),
      'count', (select count(*) from lines)) as paid
    where ${isOrdersReach}`)
  return row?.paid ?? null
}
