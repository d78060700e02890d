import type { AnswerOf, QueryOf } from '@trellis/contract/endpoint'
import type { stock } from '@trellis/contract/stock'
import { endOf, paging, startOf } from '../../platform/database/search.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'

type LedgerPage = QueryOf<typeof stock.movements>

/** A page of the ledger of one account, newest first. */
export const listMovements = (tx: Reader, accountId: string, page: LedgerPage, timeZone: string) => {
  const { productId, reason, from, to } = page
  const whose = sql`tenant_id = (select current_tenant()) and account_id = ${accountId}
    and ${productId === undefined ? sql`true` : sql`product_id = ${productId}`}`
  const which = sql`${whose}
    and ${reason === undefined ? sql`true` : sql`reason = ${reason}`}
    and ${from === undefined ? sql`true` : sql`created_at >= ${startOf(from, timeZone)}`}
    and ${to === undefined ? sql`true` : endOf(sql`created_at`, to, timeZone)}`
  const isWhole = reason === undefined && from === undefined && to === undefined
  return tx.json<AnswerOf<typeof stock.movements>>(sql`
    with page as (
      select * from stock_movements where ${which} order by created_at desc, movement_id desc ${paging(page)}
    )
    select json_build_object(
      'items', (
        select coalesce(json_agg(json_build_object(
          'movementId', m.movement_id,
          'productId', m.product_id,
          'sku', p.sku,
          'productName', p.name,
          'quantity', m.quantity,
          'reason', m.reason,
          'orderId', m.order_id,
          'orderCode', (select o.code from offered.orders o where o.tenant_id = m.tenant_id and o.order_id = m.order_id),
          'serialKey', (select l.serial_key from offered.licenses l where l.tenant_id = m.tenant_id and l.license_id = m.license_id),
          'creationDate', iso(m.created_at),
          'createdBy', (select u.first_name || ' ' || u.last_name from offered.users u
                        where u.tenant_id = m.tenant_id and u.user_id = m.created_by)
        ) order by m.created_at desc, m.movement_id desc), '[]')
        from page m
        join offered.product_publications f on f.tenant_id = m.tenant_id and f.product_id = m.product_id
        join offered.products p on p.tenant_id = f.owner_tenant_id and p.product_id = f.product_id),
      'count', ${
        isWhole
          ? sql`(select coalesce(sum(movements), 0) from stock_balances where ${whose})`
          : sql`(select count(*) from stock_movements where ${which})`
      })::text`)
}
