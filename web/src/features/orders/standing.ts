/** What the reader may do with an order, and why not. The server decides; this only controls what is shown. */
import { type Code, codes } from '@trellis/contract/codes'
import type { Order } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../app/me.ts'
import { isProblem } from '../../app/problem.ts'
import { decides } from './rules.ts'

/** Whether the reader's account decides on the order. */
export function useDecides(order: Order): boolean {
  return decides(order, useMe().account.accountId)
}

/** Translates a code of `order.blocked`. */
export function useWhyNot(): (code: string | null) => string | null {
  const { t } = useTranslation(['orders', 'errors'])
  return (code) => {
    if (code === null) return null
    if (code === 'RQ403' || code === 'OC522') return t(`orders:blocked.${code}`)
    return t(`errors:${code in codes ? (code as Code) : 'RQ403'}`)
  }
}

/** The order was changed or deleted by somebody else, so the screen is out of date. */
export const isOutdated = (error: unknown): boolean => isProblem(error, 'OC522', 'RQ404', 'RQ403', 'RQ409')
