import type { OrderUpdate } from '@trellis/contract/orders'
import type { Tx } from '../../platform/database/tx.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import { orderToChange } from './change-status.ts'
import { changeFields } from './queries.ts'
import { type Action, whyNot } from './rules.ts'

const actionFor = {
  invoiced: 'invoice',
  paid: 'pay',
  orderRefCode: 'update',
  orderNote: 'update',
  invoiceId: 'invoice',
  invoiceProvider: 'invoice',
} as const satisfies Record<keyof OrderUpdate, Action>
const fields = Object.keys(actionFor) as (keyof OrderUpdate)[]

/** Only the vendor's side may set invoiced, paid and the invoice; either side may set reference code and note. */
export async function updateOrder(tx: Tx, actor: Actor, orderId: string, change: OrderUpdate): Promise<void> {
  const order = await orderToChange(tx, actor, orderId)
  for (const field of fields) if (change[field] !== undefined) refuse(whyNot(actionFor[field], order, actor))

  const changed = fields.filter((field) => change[field] !== undefined && change[field] !== order[field])
  if (changed.length === 0) return
  const pick = (of: OrderUpdate) => Object.fromEntries(changed.map((field) => [field, of[field]]))
  await changeFields(tx, orderId, { ...order, ...pick(change) })
  await record(tx, 'order.updated', 'order', orderId, { before: pick(order), after: pick(change) })
}
