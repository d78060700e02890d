import type { Code } from '@trellis/contract/codes'
import { nextStatuses, type Order, type OrderStatus, orderStatuses } from '@trellis/contract/orders'
import { hasPermission } from '@trellis/contract/permissions'
import { maximumMoney } from '@trellis/contract/values'
import type { Actor } from '../../platform/tenancy.ts'

/**
 * The side of an order that a user is on. The vendor's side is the vendor and every account above it. The buyer's side is
 * the buyer, and every account that reaches the buyer but not the vendor. Anybody else is a reader.
 */
export type Standing = 'vendor' | 'buyer' | 'reader'
export const standings: readonly Standing[] = ['vendor', 'buyer', 'reader']

export type Action = keyof Order['blocked']

export interface Situation {
  status: OrderStatus
  standing: Standing
  /** The user's own account is the buyer. */
  isOwnPurchase?: boolean
}

const statusAfter = { approve: 'approved', cancel: 'canceled', revoke: 'revoked' } as const

/**
 * The code that refuses an action, or null. The route enforces it and the screen shows it, so both use this function.
 * Rules O4, O5, O14.
 */
export function whyNot(action: Action, order: Situation, actor: Pick<Actor, 'permissions'>): Code | null {
  if (action === 'attach') return whyNotAttach(order, actor)
  if (!hasPermission(actor.permissions, 'Orders', 'u')) return 'RQ403'
  if (action === 'update') return order.standing === 'reader' ? 'RQ403' : null
  if (order.standing !== 'vendor') return 'RQ403'
  if (action === 'invoice' || action === 'pay') return isOver(order.status) ? 'OC522' : null
  return whyNotBecome(statusAfter[action], order, actor)
}

/** Either side attaches with `u`, in every status; the buyer also with `c`, to its own pending order (rules B8). */
function whyNotAttach({ standing, status, isOwnPurchase }: Situation, actor: Pick<Actor, 'permissions'>): Code | null {
  const may = (flag: 'c' | 'u') => hasPermission(actor.permissions, 'Orders', flag)
  if (standing === 'reader') return 'RQ403'
  return may('u') || (may('c') && isOwnPurchase && status === 'pending') ? null : 'RQ403'
}

/** The same for a requested new status. */
export function whyNotBecome(status: OrderStatus, order: Situation, actor: Pick<Actor, 'permissions'>): Code | null {
  if (!hasPermission(actor.permissions, 'Orders', 'u') || order.standing !== 'vendor') return 'RQ403'
  return nextStatuses[order.status].includes(status) ? null : 'OC522'
}

/** A canceled or revoked order cannot be invoiced or paid. */
const isOver = (status: OrderStatus) => status === 'canceled' || status === 'revoked'

/** The result of `whyNot` for every possible situation of an order, so that SQL can look it up for each row. */
export function blockedBySituation(actor: Pick<Actor, 'permissions'>): Record<string, Order['blocked']> {
  return Object.fromEntries(
    orderStatuses.flatMap((status) =>
      standings.flatMap((standing) =>
        [true, false].map((isOwnPurchase) => {
          const why = (action: Action) => whyNot(action, { status, standing, isOwnPurchase }, actor)
          const blocked = {
            approve: why('approve'),
            cancel: why('cancel'),
            revoke: why('revoke'),
            update: why('update'),
            invoice: why('invoice'),
            pay: why('pay'),
            attach: why('attach'),
          }
          return [`${status}/${standing}/${isOwnPurchase}`, blocked]
        }),
      ),
    ),
  )
}

/** Whether the sum of the lines exceeds the largest amount. Computed in ten-thousandths, so that nothing is rounded. */
export function isTooMuch(lines: { quantity: number; price: number }[]): boolean {
  const sum = lines.reduce((total, line) => total + BigInt(line.quantity) * tenThousandths(line.price), 0n)
  return sum > tenThousandths(maximumMoney)
}

const tenThousandths = (price: number): bigint => BigInt(Math.round(price * 10_000))
