import type { Code } from '@trellis/contract/codes'
import { nextStatuses, type Order, type OrderStatus, orderStatuses } from '@trellis/contract/orders'
import { hasPermission } from '@trellis/contract/permissions'
import { maximumMoney } from '@trellis/contract/values'
import type { Actor } from '../../platform/tenancy.ts'

/**
 * On whose side of an order somebody is. The vendor's side is the vendor itself and every account above it; the
 * buyer's side the buyer, and whoever reaches the buyer without reaching the vendor. A reader is on neither.
 */
export type Standing = 'vendor' | 'buyer' | 'reader'
export const standings: readonly Standing[] = ['vendor', 'buyer', 'reader']

export type Action = keyof Order['blocked']

export interface Situation {
  status: OrderStatus
  standing: Standing
}

const statusAfter = { approve: 'approved', cancel: 'canceled', revoke: 'revoked' } as const

/** Decided once: the route enforces this answer, the screen explains it. Rules O4, O5, O14. */
export function whyNot(action: Action, order: Situation, actor: Pick<Actor, 'permissions'>): Code | null {
  if (!hasPermission(actor.permissions, 'Orders', 'u')) return 'RQ403'
  if (action === 'update') return order.standing === 'reader' ? 'RQ403' : null
  if (order.standing !== 'vendor') return 'RQ403'
  if (action === 'invoice' || action === 'pay') return isOver(order.status) ? 'OC522' : null
  return whyNotBecome(statusAfter[action], order, actor)
}

/** The same for a change that names the status it wants. */
export function whyNotBecome(status: OrderStatus, order: Situation, actor: Pick<Actor, 'permissions'>): Code | null {
  if (!hasPermission(actor.permissions, 'Orders', 'u') || order.standing !== 'vendor') return 'RQ403'
  return nextStatuses[order.status].includes(status) ? null : 'OC522'
}

/** Nothing is invoiced or paid on an order that came to nothing. */
const isOver = (status: OrderStatus) => status === 'canceled' || status === 'revoked'

/** What `whyNot` says of every situation an order can be in, so that the database can look it up row by row. */
export function blockedBySituation(actor: Pick<Actor, 'permissions'>): Record<string, Order['blocked']> {
  return Object.fromEntries(
    orderStatuses.flatMap((status) =>
      standings.map((standing) => {
        const why = (action: Action) => whyNot(action, { status, standing }, actor)
        const blocked = {
          approve: why('approve'),
          cancel: why('cancel'),
          revoke: why('revoke'),
          update: why('update'),
          invoice: why('invoice'),
          pay: why('pay'),
        }
        return [`${status}/${standing}`, blocked]
      }),
    ),
  )
}

/** Is the sum of the lines more than an amount of money can be? Counted in ten-thousandths, so nothing is rounded. */
export function isTooMuch(lines: { quantity: number; price: number }[]): boolean {
  const sum = lines.reduce((total, line) => total + BigInt(line.quantity) * tenThousandths(line.price), 0n)
  return sum > tenThousandths(maximumMoney)
}

const tenThousandths = (price: number): bigint => BigInt(Math.round(price * 10_000))
