import type { Code } from '@trellis/contract/codes'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { tenantDefaults } from '../tenants/index.ts'
import { whyNot } from './rules.ts'

/** SQL: the row `o` waits for the reader's own account, which sells it. What accounts below sell is theirs to decide first. */
export const isToDecide: Sql = sql`(o.status = 'pending' and o.vendor_id = (select own_account()))`

/** Orders for the actor to decide; null for who may not. A sale is late when its hold ends (rules O8). */
export function ordersNeeding(actor: Actor) {
  const decide = (): Code | null => whyNot('approve', { status: 'pending', standing: 'vendor' }, actor)
  if (decide() !== null) return null
  return {
    kinds: ['order'],
    waiting: sql`
      select 'order' as kind, o.order_id as record_id, o.created_at as since,
             case o.origin when 'sell-out' then o.created_at + make_interval(days => ${tenantDefaults.stockHoldDays}) end as due,
             o.total as amount, o.currency_id
      from orders o where o.tenant_id = (select current_tenant()) and ${isToDecide}`,
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
