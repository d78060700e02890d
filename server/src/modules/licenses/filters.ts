import type { Value } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { hasWord } from '../../platform/database/words.ts'

/* Filters of lists of licenses `l`. */

/** A subquery that finds the few products with the name first; each may have many licenses. */
export const products = (alike: (values: Value[]) => Sql) => (values: Value[]) =>
  sql`l.product_id in (
    select b.product_id from offered.product_publications b
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where b.tenant_id = (select current_tenant()) and ${alike(values)})`

/** SQL condition: the product's name or SKU contains this word. */
export const productsNamed = (word: string): Sql =>
  products(() => hasWord(word, sql`p.name_folded`, sql`p.sku_folded`))([])
