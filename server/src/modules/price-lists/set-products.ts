import type { Out } from '@trellis/contract/endpoint'
import type { PriceRow, PriceRows, PriceRowsResult, RowFault } from '@trellis/contract/pricing'
import { inDryRun } from '../../platform/database/dry-run.ts'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { findStatuses } from '../catalogue/index.ts'
import { effectOfPrices, listPrices } from './effects.ts'
import { msrpsIn, storedBreaks } from './items.ts'
import { lockForUpdate } from './lock-price-list.ts'
import type { SeenList } from './queries.ts'
import { recordPrices } from './record-prices.ts'
import { faultOf } from './rules.ts'
import { writeItems } from './write-items.ts'

type Row = Out<typeof PriceRow>

const noEffect = { accountCount: 0, groups: [] }

/**
 * Sets many prices of a list and removes products from it, all or nothing. Rows name products by id or SKU. Errors are
 * reported by row; with any error, and with `dryRun`, nothing is written.
 */
export async function setProducts(
  tx: Tx,
  actor: Actor,
  priceListId: string,
  { items, removeOthers, remove, dryRun }: Out<typeof PriceRows>,
): Promise<PriceRowsResult> {
  const list = await lockForUpdate(tx, actor, priceListId)
  const { ids, faults } = await productsOf(tx, actor, list, items)
  if (faults.length > 0) return { added: 0, changed: 0, unchanged: 0, removed: 0, faults, effect: noEffect }
  const former = await listPrices(tx, priceListId)
  const drafts = draftsOf(items, ids)
  const leaving = leavingOf(priceListId, ids, { removeOthers, remove })
  const write = async (tx: Tx): Promise<PriceRowsResult> => {
    const counts = await writeItems(tx, priceListId, drafts, leaving)
    return {
      ...counts,
      unchanged: items.length - counts.added - counts.changed,
      faults,
      effect: await effectOfPrices(tx, priceListId, former),
    }
  }
  if (dryRun) return inDryRun(tx, write)
  await recordPrices(
    tx,
    sql`select ${priceListId}::uuid, d.id, d.price, d.kind, d.amount, d.breaks from ${drafts}
        union all select price_list_id, product_id, null, null, null, null from ${leaving}`,
  )
  return write(tx)
}

/** The product of each row, or its error. A product already on the list can be priced even if the actor cannot see it. */
export async function productsOf(
  tx: Tx,
  actor: Actor,
  { priceListId, currencyId }: SeenList,
  rows: Row[],
): Promise<{ ids: string[]; faults: RowFault[] }> {
  const skus = rows.flatMap(({ sku }) => (sku ? [sku] : []))
  const bySku = new Map(
    (
      await tx.rows<{ sku: string; productId: string }>(sql`
        select g.sku, p.product_id as "productId" from unnest(${skus}::text[]) as g (sku)
        join offered.products p on key_of(p.sku) = key_of(g.sku)
        join offered.product_publications b on b.owner_tenant_id = p.tenant_id and b.product_id = p.product_id
        where b.tenant_id = (select current_tenant())`)
    ).map(({ sku, productId }) => [sku, productId]),
  )
  const ids = rows.map(({ productId, sku }) => productId?.toLowerCase() ?? bySku.get(sku ?? '') ?? '')
  const statuses = await findStatuses(tx, actor, ids.filter(Boolean))
  const listed = await tx.rows<{ productId: string }>(sql`
    select product_id as "productId" from price_list_items
    where tenant_id = (select current_tenant()) and price_list_id = ${priceListId} and product_id = any(${ids.filter(Boolean)}::uuid[])`)
  const msrps = await msrpsIn(tx, currencyId, ids.filter(Boolean))
  const isListed = new Set(listed.map(({ productId }) => productId))
  const first = new Map<string, number>()
  const faults = rows.flatMap((row, index): RowFault[] => {
    const id = ids[index] as string
    const which = row.sku ? 'sku' : 'productId'
    const status = statuses.get(id)
    // A product that the actor does not see gives the same answer as one that does not exist.
    if (status === undefined && !isListed.has(id)) return [{ index, field: which, code: 'unknown' }]
    if (first.has(id)) return [{ index, field: which, code: 'twice' }]
    first.set(id, index)
    if (status === 'Deleted' && !isListed.has(id)) return [{ index, field: which, code: 'deleted' }]
    const fault = faultOf(row, msrps.get(id) ?? null)
    return fault === null ? [] : [{ index, field: fault.field, code: fault.code }]
  })
  return { ids, faults }
}

/** The rows as a table `d` in SQL. */
function draftsOf(rows: Row[], ids: string[]): Sql {
  const drafts = rows.map((row, index) => ({
    id: ids[index],
    price: row.customPrice,
    kind: row.customPriceDiscountType ?? null,
    amount: row.customPriceDiscountAmount ?? null,
    breaks: storedBreaks(row),
  }))
  return sql`jsonb_to_recordset(${json(drafts)}) as d (id uuid, price numeric(19, 4), kind text, amount numeric(19, 4), breaks jsonb)`
}

/** The items of the list that are removed from it. */
function leavingOf(
  priceListId: string,
  ids: string[],
  { removeOthers, remove }: Pick<Out<typeof PriceRows>, 'removeOthers' | 'remove'>,
): Sql {
  return sql`price_list_items
    where tenant_id = (select current_tenant()) and price_list_id = ${priceListId} and product_id <> all(${ids}::uuid[])
      and (${removeOthers} or product_id = any(${remove}::uuid[]))`
}
