import type { Read, Tx } from '../../platform/database/tx.ts'
import { countPending, lockApprovedLine } from './queries.ts'

export { cancelStalePendingSellOuts } from './cancel-order.ts'
export { changeOrderStatus } from './change-status.ts'
export { createOrder } from './create-order.ts'
export { ordersJobs } from './jobs.ts'
export { ordersRoutes } from './routes.ts'
export { updateOrder } from './update-order.ts'

/** How many orders wait for an answer in which the account buys or sells; one with any cannot be deleted. */
export const pendingOrdersOf = (tx: Read, accountId: string): Promise<number> => countPending(tx, accountId)

/**
 * How much of a product an approved order of this buyer has; undefined when there is no such order or no such line. The
 * order stays locked, so that it is neither revoked nor used up by somebody else before the transaction ends.
 * What earlier licenses took of it is for the caller to subtract.
 */
export async function approvedLineFor(
  tx: Tx,
  line: { orderId: string; ownerAccountId: string; productId: string },
): Promise<{ quantity: number } | undefined> {
  const quantity = (await lockApprovedLine(tx, line.orderId, line.ownerAccountId, line.productId))?.quantity
  return quantity ? { quantity } : undefined
}
