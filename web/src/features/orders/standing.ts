/** What the reader may do with an order, and why not. The server decides; this says what is worth showing. */
import { type Code, codes } from '@trellis/contract/codes'
import type { Order } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../app/me.ts'
import { isProblem } from '../../app/problem.ts'
import { decides } from './rules.ts'

/** Is the reader somebody who decides on it? */
export function useDecides(order: Order): boolean {
  return decides(order, useMe().account.accountId)
}

/** The code of `order.blocked` in words. */
export function useWhyNot(): (code: string | null) => string | null {
  const { t } = useTranslation(['orders', 'errors'])
  return (code) => {
    if (code === null) return null
    if (code === 'RQ403' || code === 'OC522') return t(`orders:blocked.${code}`)
    return t(`errors:${code in codes ? (code as Code) : 'RQ403'}`)
  }
}

/** Somebody else was quicker, or the order is gone: what is on show is not what it is any more. */
export const isOutdated = (error: unknown): boolean => isProblem(error, 'OC522', 'RQ404', 'RQ403', 'RQ409')
