import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { personOf } from '../approvals/index.ts'
import type { OrderFacts } from './queries.ts'

/**
 * The rules on these pending orders for the actor, as rows for `approvals` (function `order_approvals`); with the prices that an
 * approval agrees anew.
 */
export const rulesOnOrders = (
  actor: Actor,
  orderIds: string[],
  prices: { orderItemId: string; price: number }[] = [],
): Sql =>
  sql`order_approvals(${orderIds}::uuid[], ${JSON.stringify(prices)}::jsonb, ${personOf(actor)}, ${actor.accountId})`

export const signedOrder = ({ orderId, orderCode }: Pick<OrderFacts, 'orderId' | 'orderCode'>) =>
  ({ kind: 'order', recordId: orderId, code: orderCode }) as const
