import type { Address } from '@trellis/contract/accounts'
import type { Order } from '@trellis/contract/orders'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { addressJson } from '../../accounts/index.ts'
import { orderById } from '../queries.ts'

/** What the PDF of an order shows, read in one statement, so that lines and total belong together. */
export interface OrderDocument {
  order: Order
  /** The amounts of the lines as the database rounded them, in the sequence of `order.items`. */
  amounts: string[]
  vendorAddress: Address | null
  buyerAddress: Address | null
  tenantName: string
  logoUrl: string | null
  primaryColor: string | null
  /** Of the tenant: every reader sees the same days. */
  timeZone: string
  isSandbox: boolean
}

/** Undefined when the order is out of the reader's reach. */
export async function findDocument(tx: Reader, actor: Actor, orderId: string): Promise<OrderDocument | undefined> {
  const addressOf = (account: 'vendor_id' | 'buyer_id') => sql`(
    select ${addressJson(actor)} from offered.addresses d
    where d.tenant_id = o.tenant_id and d.account_id = ${sql.ref(`o.${account}`)}
    order by d.created_at, d.address_id limit 1)`
  const row = await tx.row<Omit<OrderDocument, 'order'> & { order: string }>(sql`
    select one.text as order,
           array(select i.amount::text from order_items i
                 where i.tenant_id = o.tenant_id and i.order_id = o.order_id order by i.line) as amounts,
           ${addressOf('vendor_id')} as "vendorAddress",
           ${addressOf('buyer_id')} as "buyerAddress",
           t.name as "tenantName", coalesce((select l.data_url from offered.tenant_logos l where l.tenant_id = t.tenant_id), t.logo_url) as "logoUrl", t.theme ->> 'primaryColor' as "primaryColor", t.time_zone as "timeZone", t.is_sandbox as "isSandbox"
    from (${orderById(actor, orderId)}) one (text)
    join orders o on o.tenant_id = (select current_tenant()) and o.order_id = ${orderId}
    join offered.tenants t on t.tenant_id = o.tenant_id`)
  return row && { ...row, order: JSON.parse(row.order) as Order }
}
