import type { QueryOf } from '@trellis/contract/endpoint'
import type { PriceChange, pricing } from '@trellis/contract/pricing'
import { paging } from '../../platform/database/search.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'

type Asked = QueryOf<typeof pricing.history>

/** A page of a list's price changes, newest first. */
export const listPriceChanges = (tx: Reader, priceListId: string, asked: Asked) => {
  const which = sql`h.tenant_id = (select current_tenant()) and h.price_list_id = ${priceListId}
    and ${asked.productId === undefined ? sql`true` : sql`h.product_id = ${asked.productId}`}`
  // Sorted by number within a product: a transaction that waited for another's lock has the earlier start time, but its
  // change came later.
  const order = asked.productId === undefined ? sql`h.changed_at desc, h.product_id, h.number desc` : sql`h.number desc`
  return tx.json<{ items: PriceChange[]; count: number }>(sql`
    with page as (select * from price_changes h where ${which} order by ${order} ${paging(asked)})
    select json_build_object(
      'items', (
        select coalesce(json_agg(json_build_object(
          'productId', h.product_id, 'sku', p.sku, 'productName', p.name,
          'from', h.price_before, 'to', h.price_after,
          'discountType', h.discount_type, 'discountAmount', h.discount_amount,
          'quantityBreaks', coalesce(h.quantity_breaks, '[]'),
          'changeDate', iso(h.changed_at),
          'changedBy', (select u.first_name || ' ' || u.last_name from offered.users u
                        where u.tenant_id = h.tenant_id and u.user_id = h.changed_by
                          and u.account_id in (select account_id from reachable_accounts()))) order by ${order}), '[]')
        from page h
        left join offered.product_publications b on b.tenant_id = h.tenant_id and b.product_id = h.product_id
        left join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id),
      'count', (select count(*) from price_changes h where ${which}))::text`)
}
