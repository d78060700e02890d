import { json, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import type { ItemFacts, OrderFacts } from './queries.ts'

/** How a part came about: its history, and what the audit log says of it. */
interface Parting {
  derivation: 'rest' | 'return'
  source: string
  sourceData: string | null
}

export interface Part {
  orderId: string
  orderCode: string
}

/**
 * Makes pieces of an order an order of its own: the rest, which waits, or what was returned, which is revoked (decision 166). It has
 * everything of the order but its code, its external ids and its files. A line of which all pieces go moves over, the others are
 * parted. Totals follow; the trigger of the counters sees both orders.
 */
export async function splitOff(tx: Tx, order: OrderFacts, lines: ItemFacts[], how: Parting): Promise<Part> {
  const orderId = newId()
  const parted = json(lines.map(({ orderItemId, quantity }) => ({ orderItemId, quantity, newId: newId() })))
  const gone = sql`jsonb_to_recordset(${parted}) as g ("orderItemId" uuid, quantity int, "newId" uuid)`
  const here = sql`i.tenant_id = (select current_tenant()) and i.order_id = ${order.orderId}`
  const status = how.derivation === 'rest' ? 'pending' : 'revoked'
  const made = await tx.row<{ code: string }>(sql`
    insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, invoiced, paid, invoice_id,
                        invoice_provider, ref_code, note, address_id, currency_id, total, derived_order_id, derivation,
                        approved_at, deal_id)
    select ${orderId}::uuid, next_code('SO'), o.relation_id, o.buyer_id, o.vendor_id,
           -- An imported order came from a file, its part did not.
           case o.origin when 'import' then 'sell-in' else o.origin end, ${status}, o.invoiced, o.paid, o.invoice_id,
           o.invoice_provider, o.ref_code, o.note, o.address_id, o.currency_id,
           (select sum(line_amount(g.quantity, i.price, c.minor_units))
            from ${gone}
            join order_items i on ${here} and i.order_item_id = g."orderItemId"
            join offered.currencies c on c.currency_id = o.currency_id),
           o.order_id, ${how.derivation}, o.approved_at, o.deal_id
    from orders o
    where o.tenant_id = (select current_tenant()) and o.order_id = ${order.orderId}
    returning code`)
  await tx.run(sql`
    insert into order_items (order_item_id, order_id, line, product_id, qt, price, amount, currency_id, price_list_id,
                             price_list_name, list_price, discount_type, discount_amount)
    select g."newId", ${orderId}, i.line, i.product_id, g.quantity, i.price, line_amount(g.quantity, i.price, c.minor_units),
           i.currency_id, i.price_list_id, i.price_list_name, i.list_price, i.discount_type, i.discount_amount
    from ${gone}
    join order_items i on ${here} and i.order_item_id = g."orderItemId" and i.qt > g.quantity
    join offered.currencies c on c.currency_id = i.currency_id`)
  await tx.run(sql`
    update order_items i set
      order_id = case when i.qt > g.quantity then i.order_id else ${orderId} end,
      qt = case when i.qt > g.quantity then i.qt - g.quantity else i.qt end,
      amount = line_amount(case when i.qt > g.quantity then i.qt - g.quantity else i.qt end, i.price, c.minor_units)
    from ${gone}, offered.currencies c
    where ${here} and i.order_item_id = g."orderItemId" and c.currency_id = i.currency_id`)
  await tx.run(sql`
    update orders o set updated_at = clock(), total = (
      select sum(i.amount) from order_items i where i.tenant_id = o.tenant_id and i.order_id = o.order_id)
    where o.tenant_id = (select current_tenant()) and o.order_id = ${order.orderId}`)
  await tx.run(sql`
    insert into order_history (order_id, history_id, status, source, source_data, part_order_id)
    values (${orderId}, ${newId()}, ${status}, ${how.source}, ${how.sourceData}, ${order.orderId})`)
  const part = { orderId, orderCode: found(made).code }
  const after = {
    orderCode: part.orderCode,
    derivedOrderId: order.orderId,
    derivation: how.derivation,
    items: linesOf(lines),
  }
  if (how.derivation === 'rest')
    await record(tx, 'order.created', 'order', orderId, {
      after: { ...after, origin: order.origin, buyerId: order.buyerId, vendorId: order.vendorId },
    })
  else
    await record(tx, 'order.revoked', 'order', orderId, {
      before: { status: 'approved' },
      after: { status: 'revoked', ...after },
    })
  return part
}

/** Lines as the audit log has them. */
export const linesOf = (lines: ItemFacts[]) =>
  lines.map(({ orderItemId, productId, quantity, price }) => ({ orderItemId, productId, quantity, price }))
