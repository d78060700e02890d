import type { StockRow } from '@trellis/contract/stock'

/** The pieces that bring a balance back to its warning threshold, or out of the red; at least one. */
export const missingOf = ({ available, threshold }: Pick<StockRow, 'available' | 'threshold'>): number =>
  Math.max(1, (threshold ?? 0) - available)
