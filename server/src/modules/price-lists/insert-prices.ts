import { type Sql, sql } from '../../platform/database/sql.ts'

/**
 * The statement that adds prices to lists; the caller adds what happens on a conflict.
 * @param rows a query for list, product, price, type and amount of the discount, breaks
 */
export const insertPrices = (rows: Sql): Sql => sql`
  insert into price_list_items (price_list_id, product_id, custom_price, discount_type, discount_amount, quantity_breaks) ${rows}`
