import { useQuery } from '@tanstack/react-query'
import { type StockRow, stock } from '@trellis/contract/stock'
import { useCan } from './me.ts'
import type { Missing } from './purchase.ts'
import { queryOf } from './queries.ts'

type Level = Pick<StockRow, 'available' | 'threshold'>

/** Whether fewer pieces are left than the warning threshold (rules S6). */
export const isBelowThreshold = (left: number, threshold: number | null): threshold is number =>
  threshold !== null && left < threshold

export const isScarce = ({ available, threshold }: Level): boolean => isBelowThreshold(available, threshold)

/** At most so many products are put on one purchase by a link. */
const atMost = 50

/** The products of an account that are below their warning threshold. */
export const scarceQuery = (accountId: string, products: readonly string[] = []) =>
  queryOf(stock.search, {
    body: {
      limit: atMost,
      filterBy: [
        { field: 'belowThreshold', values: [true] },
        ...(products.length > 0 ? [{ field: 'productId' as const, values: [...products] }] : []),
      ],
      parentAccountId: accountId,
    },
  })

/** What brings scarce products back to their threshold. */
export const missingOfScarce = (rows: readonly StockRow[]): Missing[] =>
  rows.map(({ productId, available, threshold }) => ({ productId, quantity: (threshold ?? 0) - available }))

const byProduct = (rows: readonly StockRow[]): ReadonlyMap<string, StockRow> =>
  new Map(rows.map((row) => [row.productId, row]))

const none: ReadonlyMap<string, StockRow> = new Map()

/** An account's stock with its warning thresholds, by product; empty for readers without the permission. */
export function useStockLevels(accountId: string | undefined): ReadonlyMap<string, StockRow> {
  const mayRead = useCan('Stocks', 'r')
  const { data } = useQuery({
    ...queryOf(stock.ofAccount, { params: { accountId: accountId ?? '' } }),
    enabled: mayRead && accountId !== undefined,
    select: byProduct,
  })
  return data ?? none
}
