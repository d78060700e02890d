import { type Sql, sql } from '../../platform/database/sql.ts'

/**
 * The statement that writes the ledger; the balances are the caller's to change.
 * @param rows a query for id, account, product, quantity, reason, order and license
 */
export const insertMovements = (rows: Sql): Sql => sql`
  insert into stock_movements (movement_id, account_id, product_id, quantity, reason, order_id, license_id) ${rows}`
