import type { OrderStatus } from '@trellis/contract/orders'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import type { Agreed } from './approve-order.ts'
import { moveStatus, type OrderFacts } from './queries.ts'

/** Sets the new status and writes its history entry and audit record. */
export async function settle(
  tx: Tx,
  order: OrderFacts,
  status: Exclude<OrderStatus, 'pending'>,
  source: string,
  sourceData: string | null,
  agreed: Agreed | null = null,
): Promise<void> {
  if (!(await moveStatus(tx, order, status, { historyId: newId(), source, sourceData }))) throw new Refusal('OC522')
  await record(tx, `order.${status}`, 'order', order.orderId, {
    before: { status: order.status, ...agreed?.before },
    after: { status, ...agreed?.after },
  })
}
