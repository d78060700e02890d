import { type Order, type OrderDraft, orders } from '@trellis/contract/orders'
import { LastRead, type Tx } from '../../platform/database/tx.ts'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { reachedId } from '../accounts/index.ts'
import { changeOrderStatus } from './change-status.ts'
import { createOrder } from './create-order.ts'
import { listOrders } from './list-orders.ts'
import { tellOfOrders } from './news.ts'
import { printOrder } from './pdf/print-order.ts'
import { previewApprovals } from './preview-approvals.ts'
import { orderById, presentOrder } from './queries.ts'
import { markOrders, updateOrder } from './update-order.ts'

/** What depends on a later module. */
export interface OrdersMeans {
  /** Makes an order of a won deal. */
  orderDeal(tx: Tx, actor: Actor, dealId: string, draft: OrderDraft): Promise<{ id: string; orderCode: string }>
}

export const ordersRoutes = ({ orderDeal }: OrdersMeans) =>
  routes('orders', orders, {
    async sellIn({ tx, actor, body }) {
      const accountId = await reachedId(tx, actor, body.parentAccountId)
      const scope = { side: 'buyer', accountId, withChildren: body.includeChildren === true } as const
      return found(await listOrders(tx, body, scope, actor))
    },

    async sellOut({ tx, actor, body }) {
      const accountId = await reachedId(tx, actor, body.parentAccountId)
      return found(await listOrders(tx, body, { side: 'vendor', accountId, withChildren: true }, actor))
    },

    async create({ tx, actor, body }) {
      const created = body.dealId ? await orderDeal(tx, actor, body.dealId, body) : await createOrder(tx, actor, body)
      await tellOfOrders(tx, [created.id], 'requested')
      return created
    },

    async read({ tx, actor, params }) {
      return found(await presentOrder(tx, actor, params.id))
    },

    async changeStatus({ tx, actor, params, body }) {
      const part = await changeOrderStatus(tx, actor, params.id, body)
      // Of a part that was returned, the order of that part tells.
      const told = body.status === 'revoked' ? (part?.orderId ?? params.id) : params.id
      if (body.status !== 'pending') await tellOfOrders(tx, [told], body.status)
      return new LastRead<Order>(orderById(actor, params.id))
    },

    async update({ tx, actor, params, body }) {
      await updateOrder(tx, actor, params.id, body)
      return new LastRead<Order>(orderById(actor, params.id))
    },

    async mark({ tx, actor, body }) {
      return { orders: await markOrders(tx, actor, body) }
    },

    async previewApprovals({ tx, actor, body }) {
      return previewApprovals(tx, actor, body.orderIds)
    },

    async pdf({ read, actor, params, query }) {
      return printOrder(read, { ...actor, languageCode: query.languageCode ?? actor.languageCode }, params.id)
    },
  })
