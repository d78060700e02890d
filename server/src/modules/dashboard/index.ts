import type { Tx } from '../../platform/database/tx.ts'
import { fold } from './queries.ts'

export { dashboardRoutes } from './routes.ts'

/** Orders that one fold takes: its transaction lasts a second or two at most. */
const ordersPerFold = 10_000

/**
 * Adds some of this tenant's approvals and revocations that wait to the sums that the dashboard reads; returns how many
 * orders. Call it until it returns 0. Figures are exact at every moment without it; it keeps them quick.
 */
export const foldSales = (tx: Tx): Promise<number> => fold(tx, ordersPerFold)
