import { type ApprovalStanding, orderSignatures } from '@trellis/contract/approvals'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { routes } from '../../platform/http/routes.ts'
import { forbid, found, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { readStanding, sign, withdraw } from '../approvals/index.ts'
import { orderToChange, refuseReader } from './change-status.ts'
import type { OrderFacts } from './queries.ts'
import { type Standing, whyNot, whyNotBecome } from './rules.ts'
import { rulesOnOrders, signedOrder } from './signed-order.ts'
import { standing } from './standing.ts'

/** Who has agreed to an order before it is approved (rules G37 to G39). Only the vendor's side sees it. */
export const orderSignaturesRoutes = routes('orderSignatures', orderSignatures, {
  read: ({ tx, actor, params }) => present(tx, actor, params.id),

  async sign({ tx, actor, params, body }) {
    const order = await orderToSign(tx, actor, params.id)
    await sign(tx, actor, signedOrder(order), { seen: await seenOf(tx, order.orderId), note: body.note ?? null })
    return present(tx, actor, params.id)
  },

  async withdraw({ tx, actor, params }) {
    await withdraw(tx, actor, signedOrder(await orderToSign(tx, actor, params.id)))
    return undefined
  },
})

/** The order, locked: signing needs what approving needs (rules O4, O5). */
async function orderToSign(tx: Tx, actor: Actor, orderId: string) {
  const order = await orderToChange(tx, actor, orderId)
  forbid(whyNotBecome('approved', order, actor), { reason: 'side' })
  return order
}

interface Found {
  status: OrderFacts['status']
  standing: Standing
  seen: string | null
  due: string | null
}

async function present(tx: Reader, actor: Actor, orderId: string): Promise<ApprovalStanding> {
  const order = found(
    await tx.row<Found>(sql`
      select o.status, ${standing(actor)} as standing,
             case o.status when 'pending' then order_signed_as(o.order_id) end as seen,
             case o.status when 'pending' then iso(o.created_at + make_interval(hours => promise_hours('order', o.vendor_id))) end as due
      from orders o where o.tenant_id = (select current_tenant()) and o.order_id = ${orderId}`),
  )
  refuseReader(order.standing, actor)
  if (order.standing !== 'vendor') throw new Refusal('RQ403', { reason: 'side' })
  return readStanding(tx, actor, {
    ...{ kind: 'order', recordId: orderId, rows: rulesOnOrders(actor, [orderId]), seen: order.seen, due: order.due },
    mayDecide: whyNot('approve', order, actor) === null,
  })
}

const seenOf = async (tx: Reader, orderId: string): Promise<string> =>
  found(await tx.row<{ seen: string }>(sql`select order_signed_as(${orderId}) as seen`)).seen
