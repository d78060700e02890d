/** Where the cards of the board go. Pure, so that the mouse, the keyboard and the menu do the same. */
import { type DealStatus, dealStatuses } from '@trellis/contract/deal-states'

interface Placed {
  dealId: string
  status: DealStatus
}

/** The deals of one status that are shown, and how many there are. */
export interface Column<D> {
  status: DealStatus
  items: readonly D[]
  count: number
}

/** The status beside this one, or null at the end of the board. */
export function statusBeside(status: DealStatus, step: -1 | 1): DealStatus | null {
  return dealStatuses[dealStatuses.indexOf(status) + step] ?? null
}

/**
 * The columns with the cards whose move is not answered yet in their new places, at the top. What was read meanwhile may have
 * them in the old column, in the new one, in both or in none, because each column is read on its own.
 * @param moves each card as it was, with its new status
 */
export function withMoves<D extends Placed>(
  columns: readonly Column<D>[],
  moves: Iterable<{ deal: D; to: DealStatus }>,
): readonly Column<D>[] {
  let shown = columns
  for (const { deal, to } of moves) {
    const isDeal = ({ dealId }: D) => dealId === deal.dealId
    const read = shown.flatMap(({ items }) => items).find(isDeal) ?? deal
    shown = shown.map((column) => {
      const has = column.items.some(isDeal)
      if (has === (column.status === to)) return column
      if (has) return { ...column, items: column.items.filter((other) => !isDeal(other)), count: column.count - 1 }
      return { ...column, items: [{ ...read, status: to }, ...column.items], count: column.count + 1 }
    })
  }
  return shown
}
