import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'

/** Takes the sales of orders that are about to go out of the sums. `ids`: a query for their ids. */
export async function forgetSales(tx: Tx, ids: Sql): Promise<void> {
  await tx.run(sql`select forget_sales(array(${ids}))`)
}
