/** Where a card of the board goes. Pure, so that the mouse, the keyboard and the menu do the same. */
import { type DealStatus, dealStatuses } from '@trellis/contract/deal-states'

/** The status beside this one, or null at the end of the board. */
export function statusBeside(status: DealStatus, step: -1 | 1): DealStatus | null {
  return dealStatuses[dealStatuses.indexOf(status) + step] ?? null
}

/** The deals of each status after one of them has been moved to the top of its new column. */
export function moved<D extends { dealId: string; status: DealStatus }>(
  columns: Readonly<Record<DealStatus, readonly D[]>>,
  deal: D,
  to: DealStatus,
): Record<DealStatus, readonly D[]> {
  return Object.fromEntries(
    dealStatuses.map((status) => {
      const others = columns[status].filter(({ dealId }) => dealId !== deal.dealId)
      return [status, status === to ? [{ ...deal, status: to }, ...others] : others]
    }),
  ) as unknown as Record<DealStatus, readonly D[]>
}
