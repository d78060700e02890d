import type { StockRow } from '@trellis/contract/stock'

/** The number of pieces that raise a balance to its warning threshold, or to zero; at least one. */
export const missingOf = ({ available, threshold }: Pick<StockRow, 'available' | 'threshold'>): number =>
  Math.max(1, (threshold ?? 0) - available)
