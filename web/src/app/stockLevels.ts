import { useQuery } from '@tanstack/react-query'
import { type StockRow, stock } from '@trellis/contract/stock'
import { useCan } from './me.ts'
import { queryOf } from './queries.ts'

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
