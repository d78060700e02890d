import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'

/**
 * Inserts products, for the screen and for imports. `rows` is a query with product_id and these columns of the table;
 * the others get the table's defaults.
 */
export function insertProducts(tx: Tx, columns: readonly string[], rows: Sql): Promise<number> {
  const names = sql.join(['product_id', ...columns].map((column) => sql.ref(column)))
  return tx.run(sql`insert into products (${names}) select ${names} from (${rows}) n`)
}

/** Publishes products; `rows` is a query with tenant_id and product_id. A product already published there stays so. */
export const insertPublications = (tx: Tx, rows: Sql): Promise<number> =>
  tx.run(sql`
    insert into product_publications (tenant_id, product_id, owner_tenant_id)
    select n.tenant_id, n.product_id, current_tenant() from (${rows}) n
    on conflict do nothing`)

/** The columns of a product that its editor or an import sets, for the audit log. */
export const productFacts = (product: Sql): Sql =>
  sql`(to_jsonb(${product}) - '{tenant_id,product_id,name_folded,sku_folded,published_in,created_at,created_by}'::text[])`
