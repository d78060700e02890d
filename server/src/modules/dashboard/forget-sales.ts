import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { shareTree } from '../accounts/index.ts'

/** Until the end of the transaction nobody folds sales. Who locks orders to forget their sales does this before: folds lock in this order. */
export async function holdSales(tx: Tx): Promise<void> {
  await shareTree(tx)
  await tx.run(sql`select lock_sales()`)
}

/** Takes the sales of orders that are about to go out of the sums. `ids`: a query for their ids. */
export async function forgetSales(tx: Tx, ids: Sql): Promise<void> {
  await tx.run(sql`select forget_sales(array(${ids}))`)
}
