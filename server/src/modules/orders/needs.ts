import type { Code } from '@trellis/contract/codes'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { personOf } from '../approvals/index.ts'
import { tenantDefaults } from '../tenants/index.ts'
import { whyNot } from './rules.ts'

/** SQL: the row `o` waits for the reader's own account, which sells it. What accounts below sell is theirs to decide first. */
export const isToDecide: Sql = sql`(o.status = 'pending' and o.vendor_id = (select own_account()))`

/**
 * SQL: when the row `o` is late: when the hold of a sale ends (rules O8), or the promise of who sells (rules G42), whichever is first.
 */
const due = (promised: Sql) => sql`least(
  case o.origin when 'sell-out' then o.created_at + make_interval(days => ${tenantDefaults.stockHoldDays}) end,
  o.created_at + make_interval(hours => ${promised}))`

/** Within how many hours orders are decided. The own promise is asked once for all orders, those of others for each. */
const promised = {
  order: sql`(select promise_hours('order', own_account()))`,
  signature: sql`promise_hours('order', o.vendor_id)`,
}

const toSign = (actor: Actor): Sql => sql`orders_to_sign(${personOf(actor)}, ${actor.accountId})`

const row = (kind: 'order' | 'signature') =>
  sql`select ${sql.lit(kind)} as kind, o.order_id as record_id, o.created_at as since, ${due(promised[kind])} as due,
             o.total as amount, o.currency_id`

/**
 * Orders for the actor to decide, or to sign where a rule misses that and deciding would not be the last step (rules G41); null for who
 * may not.
 */
export function ordersNeeding(actor: Actor) {
  const decide = (): Code | null => whyNot('approve', { status: 'pending', standing: 'vendor' }, actor)
  if (decide() !== null) return null
  return {
    kinds: ['order', 'signature'],
    waiting: sql`(
      with asked as materialized (select * from ${toSign(actor)})
      ${row('order')}
      from orders o where o.tenant_id = (select current_tenant()) and ${isToDecide}
        and not exists (select from asked s where s.order_id = o.order_id and not s.is_last_step)
      union all
      ${row('signature')}
      from asked s join orders o on o.tenant_id = (select current_tenant()) and o.order_id = s.order_id
      where s.asks and not (s.is_last_step and o.vendor_id = (select own_account())))`,
    shown: sql`
      select json_build_object(
        'code', o.code, 'name', b.name, 'amount', o.total, 'currencyCode', c.code,
        'account', json_build_object('accountId', b.account_id, 'accountCode', b.code, 'accountName', b.name))
      from orders o
      join offered.accounts b on b.tenant_id = o.tenant_id and b.account_id = o.buyer_id
      join offered.currencies c on c.currency_id = o.currency_id
      where o.tenant_id = (select current_tenant()) and o.order_id = w.record_id`,
    whyNot: decide,
  } as const
}
