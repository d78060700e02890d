import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { dropGone, free, stands, type UndoPart } from '../../platform/import/undo.ts'
import { isTouchedSince, recordRows } from '../audit/index.ts'
import { dropExternalIdsOf, hasOtherExternalIds, lostExternalIds, restoreExternalIds } from '../tenants/index.ts'
import { importedColumns } from './import-products.ts'
import { productFacts } from './insert-products.ts'
import { isReferredTo } from './save-product.ts'

const tenant = sql`(select current_tenant())`
const product = sql`p.tenant_id = ${tenant} and p.product_id = u.entity_id::uuid`
const type = sql`y.tenant_id = ${tenant} and y.type_id = u.entity_id::uuid`
const made = sql`from undo_rows u join products p on ${product} where u.action = 'product.created'`
const changed = sql`from undo_rows u join products p on ${product} where u.action = 'product.updated'`
const actions = ['product.created', 'product.updated', 'product_type.created']

/** Facts that follow from others. */
const derived = sql`'{source,externalIds,entitlements}'::text[]`

/** New products are deleted if nothing refers to them, and new types that no product has; changed products take back what they had. */
export const productsUndo: UndoPart = {
  actions,

  async check(tx) {
    await dropGone(
      tx,
      sql`u.action = 'product.created' and not exists (select from products p where ${product} and p.status <> 'Deleted')`,
    )
    await dropGone(
      tx,
      sql`u.action = 'product_type.created' and not exists (select from product_types y where ${type})`,
    )
    await tx.run(sql`
      select from products where tenant_id = ${tenant} and product_id in (select entity_id::uuid from undo_rows where action = any(${actions}))
      order by product_id for update`)
    await stands(
      tx,
      'removedSince',
      sql`from undo_rows u where u.action = 'product.updated'
          and not exists (select from products p where ${product} and p.status <> 'Deleted')`,
    )
    await stands(
      tx,
      'changedSince',
      sql`${changed} and (not ${productFacts(sql`p`)} @> (u.after - ${derived}) or ${hasOtherExternalIds} or nullif(u.before ->> 'type_id', '') is not null
        and not exists (select from product_types y where y.tenant_id = ${tenant} and y.type_id = (u.before ->> 'type_id')::uuid))`,
    )
    await stands(tx, 'keyTaken', sql`${changed} and ${lostExternalIds('product')}`)
    await stands(tx, 'changedSince', sql`${made} and ${isTouchedSince}`)
    const ids = await tx.rows<{ id: string }>(sql`select u.entity_id as id ${made} and ${free} order by u.n`)
    const inUse = await findReferredTo(
      tx,
      ids.map(({ id }) => id),
    )
    await stands(tx, 'inUse', sql`${made} and u.entity_id = any(${inUse}::text[])`)
    await stands(
      tx,
      'inUse',
      sql`from undo_rows u where u.action = 'product_type.created' and exists (
        select from products p
        where p.tenant_id = ${tenant} and p.type_id = u.entity_id::uuid
          and not exists (
            select from undo_rows w
            where w.entity_id = p.product_id::text and w.action in ('product.created', 'product.updated')
              and coalesce(w.before ->> 'type_id', '') <> u.entity_id and not exists (select from undo_obstacles o where o.n = w.n)))`,
    )
  },

  async undo(tx) {
    const restored = await restore(tx)
    return { removed: await remove(tx), restored }
  },
}

/** Products that something refers to: only the foreign keys see the rows of other tenants too. Halves are tried until they are found. */
async function findReferredTo(tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  await tx.run(sql`savepoint referring`)
  try {
    await tx.run(sql`delete from products where tenant_id = ${tenant} and product_id = any(${ids}::uuid[])`)
    return []
  } catch (error) {
    if (!isReferredTo(error)) throw error
    // What failed has to be left before more is asked.
    await tx.run(sql`rollback to savepoint referring`)
    if (ids.length === 1) return ids
    const half = Math.ceil(ids.length / 2)
    return [...(await findReferredTo(tx, ids.slice(0, half))), ...(await findReferredTo(tx, ids.slice(half)))]
  } finally {
    await tx.run(sql`rollback to savepoint referring`)
    await tx.run(sql`release savepoint referring`)
  }
}

async function remove(tx: Tx): Promise<number> {
  const ids = sql`select u.entity_id::uuid from undo_rows u where u.action = 'product.created' and ${free}`
  await recordRows(
    tx,
    'product.removed',
    'product',
    sql`select p.product_id, ${productFacts(sql`p`)}, null::jsonb from products p where p.tenant_id = ${tenant} and p.product_id in (${ids})`,
  )
  await dropExternalIdsOf(tx, ids)
  const removed = await tx.run(sql`delete from products where tenant_id = ${tenant} and product_id in (${ids})`)
  const types = sql`product_types y where y.tenant_id = ${tenant} and y.type_id in (
    select u.entity_id::uuid from undo_rows u where u.action = 'product_type.created' and ${free})`
  await recordRows(
    tx,
    'product_type.removed',
    'product_type',
    sql`select y.type_id, jsonb_build_object('name', y.name), null::jsonb from ${types}`,
  )
  return removed + (await tx.run(sql`delete from ${types}`))
}

async function restore(tx: Tx): Promise<number> {
  const rows = sql`undo_rows u where u.action = 'product.updated' and ${free}`
  const columns = sql.join(importedColumns.map((column) => sql.ref(column)))
  const restored = await tx.run(sql`
    update products p set (${columns}) = (select ${columns} from jsonb_populate_record(p, u.before) r)
    from ${rows} and ${product}`)
  await recordRows(
    tx,
    'product.updated',
    'product',
    sql`select u.entity_id, u.after - 'source', ${productFacts(sql`p`)}
          || case when u.before ? 'externalIds' then jsonb_build_object('externalIds', u.before -> 'externalIds') else '{}' end
          || '{"source": "undo"}'
        from undo_rows u join products p on ${product} where u.action = 'product.updated' and ${free}`,
  )
  await restoreExternalIds(tx, 'product', sql`from ${rows}`)
  return restored
}
