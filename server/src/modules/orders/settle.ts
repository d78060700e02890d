import type { OrderStatus } from '@trellis/contract/orders'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { record } from '../audit/index.ts'
import type { Agreed } from './approve-order.ts'
import type { Passed } from './credit.ts'
import { type ItemFacts, moveStatus, type OrderFacts } from './queries.ts'
import { linesOf, type Part } from './split-order.ts'

/** What a decision is besides its status. */
interface Circumstances {
  /** Lines whose price or pieces the approval changes. */
  agreed?: Agreed | null
  /** The rest, which was not approved. */
  part?: Part | null
  passed?: Passed | null
}

/** Sets the new status and writes its history entry and audit record. */
export async function settle(
  tx: Tx,
  order: OrderFacts,
  status: Exclude<OrderStatus, 'pending'>,
  source: string,
  sourceData: string | null,
  { agreed = null, part = null, passed = null }: Circumstances = {},
): Promise<void> {
  const entry = { historyId: newId(), source, sourceData, reason: passed?.reason ?? null, part: part?.orderId ?? null }
  moveStatus(tx, order, status, entry)
  await record(tx, `order.${status}`, 'order', order.orderId, {
    before: { status: order.status, ...agreed?.before },
    after: { status, ...agreed?.after, ...(part && { restId: part.orderId }), ...passed },
  })
}

/** Notes in the history and the audit log of an approved order that a part of it was returned. */
export async function settleReturn(
  tx: Tx,
  order: OrderFacts,
  part: Part,
  how: { source: string; sourceData: string | null; lines: ItemFacts[]; left: ItemFacts[] },
): Promise<void> {
  const { source, sourceData, lines, left } = how
  const entry = { historyId: newId(), source, sourceData, reason: null, part: part.orderId }
  moveStatus(tx, order, 'approved', entry)
  await record(tx, 'order.part_returned', 'order', order.orderId, {
    before: { items: linesOf(lines) },
    after: { items: linesOf(left), returnedOrderId: part.orderId },
  })
}
