import type { Value } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { hasWord, type Source } from '../../platform/database/words.ts'

/* Filters of lists of licenses `l`. */

/** A subquery that finds the few products with the name first; each may have many licenses. */
export const products = (alike: (values: Value[]) => Sql) => (values: Value[]) =>
  sql`l.product_id in (
    select b.product_id from offered.product_publications b
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where b.tenant_id = (select current_tenant()) and ${alike(values)})`

/** The products whose name or SKU has one of the patterns. */
const productsWith = (column: (patterns: Sql) => Sql): Source => ({
  ids: (patterns) => sql`
    select b.product_id from offered.product_publications b
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where b.tenant_id = (select current_tenant()) and ${column(patterns)}`,
})
const hasName = (patterns: Sql) => sql`p.name_folded like any(${patterns})`
const hasSku = (patterns: Sql) => sql`p.sku_folded like any(${patterns})`
export const productsByWord = productsWith((patterns) => sql`(${hasName(patterns)} or ${hasSku(patterns)})`)
export const productsByName = productsWith(hasName)
export const productsBySku = productsWith(hasSku)

/** SQL condition: the product's name or SKU contains this word. */
export const productsNamed = (word: string): Sql =>
  products(() => hasWord(word, sql`p.name_folded`, sql`p.sku_folded`))([])
