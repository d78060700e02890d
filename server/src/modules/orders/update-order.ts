import type { Marked, OrderMarks } from '@trellis/contract/order-marks'
import type { OrderUpdate } from '@trellis/contract/orders'
import type { Tx } from '../../platform/database/tx.ts'
import { forbid, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isReached } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { changeExternalIds } from '../tenants/index.ts'
import { orderToChange } from './change-status.ts'
import { changeFields } from './queries.ts'
import { type Action, whyNot } from './rules.ts'

const actionFor = {
  invoiced: 'invoice',
  paid: 'pay',
  orderRefCode: 'update',
  externalIds: 'update',
  orderNote: 'update',
  invoiceId: 'invoice',
  invoiceProvider: 'invoice',
} as const satisfies Record<keyof OrderUpdate, Action>
const actions = Object.entries(actionFor) as [keyof OrderUpdate, Action][]
type OwnField = Exclude<keyof OrderUpdate, 'externalIds'>
const fields = Object.keys(actionFor).filter((field): field is OwnField => field !== 'externalIds')

/** Only the vendor's side may set invoiced, paid and the invoice; either side may set reference code, note and external ids. */
export async function updateOrder(tx: Tx, actor: Actor, orderId: string, change: OrderUpdate): Promise<void> {
  const order = await orderToChange(tx, actor, orderId)
  for (const [field, action] of actions)
    if (change[field] !== undefined) forbid(whyNot(action, order, actor), { reason: 'side' })

  const changed = fields.filter((field) => change[field] !== undefined && change[field] !== order[field])
  const ids = await changeExternalIds(tx, { kind: 'order', recordId: orderId, isReached }, change.externalIds)
  if (changed.length === 0 && ids === null) return
  const pick = (of: OrderUpdate) => Object.fromEntries(changed.map((field) => [field, of[field]]))
  changeFields(tx, orderId, { ...order, ...pick(change) })
  await record(tx, 'order.updated', 'order', orderId, {
    before: { ...pick(order), ...ids?.before },
    after: { ...pick(change), ...ids?.after },
  })
}

/**
 * Marks many orders in the same way as `updateOrder` marks one (rules O20). An order that may not be marked is answered with
 * its code, and the others are marked. Refuses RQ404 if one is out of reach; then nothing is marked.
 */
export async function markOrders(tx: Tx, actor: Actor, { orderIds, ...marks }: OrderMarks): Promise<Marked[]> {
  const codes = new Map<string, string | null>()
  const ids = [...new Set(orderIds.map((orderId) => orderId.toLowerCase()))]
  // Sorted, so that two concurrent requests lock in the same order and cannot deadlock. All are asked in one round trip.
  await Promise.all(
    ids.toSorted().map(async (orderId) => {
      codes.set(orderId, await codeOf(updateOrder(tx, actor, orderId, marks)))
    }),
  )
  return ids.map((orderId) => ({ orderId, blocked: codes.get(orderId) ?? null }))
}

/** The code with which this order is refused; thrown before anything was written. */
async function codeOf(change: Promise<void>): Promise<string | null> {
  try {
    await change
    return null
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'RQ403' || error.code === 'OC522')) return error.code
    throw error
  }
}
