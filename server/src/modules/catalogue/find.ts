import { hasPermission } from '@trellis/contract/permissions'
import { type Asked, type Findable, grade } from '../../platform/database/finding.ts'
import { sql } from '../../platform/database/sql.ts'
import { seen, viewOf } from './queries.ts'

/** Finds the reader's products by name, SKU and the maker's SKU; null without permission to read products. */
export function productsFound(asked: Asked): Findable | null {
  const { actor } = asked
  if (!hasPermission(actor.permissions, 'Products', 'r')) return null
  const view = viewOf(actor)
  const sku = sql`lower(p.sku)`
  const oemSku = sql`lower(coalesce(p.oem_sku, ''))`
  return {
    kinds: ['product'],
    mayHave: (patterns) => sql`exists (
      select from products p
      where (p.name_folded || ' ' || ${sku} || ' ' || ${oemSku}) like any(${patterns}))`,
    rows: asked.best(
      'product',
      sql`
        select p.product_id as record_id, p.created_at as at,
               ${grade([sku, oemSku, sql`p.name_folded`], [sku, sql`p.name_folded`])} as grade
        from asked q cross join (select p.* ${seen(view)} and p.status <> 'Deleted') p
        where ${asked.bits(sql`(p.name_folded || ' ' || ${sku} || ' ' || ${oemSku})`)} = ${asked.everyBit}`,
    ),
    shown: sql`
      select json_build_object('title', p.name, 'code', p.sku, 'creationDate', iso(p.created_at))
      ${seen(view)} and p.product_id = h.record_id and p.status <> 'Deleted'`,
  }
}
