import { isGoing } from '../modules/tenants/index.ts'
import { type Database, isCollision } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import type { Context, Tx } from '../platform/database/tx.ts'
import { tablesOfTenants } from './tables-of-tenants.ts'

/** Locks of the jobs that fold rows of a tenant into seals and sums, before the tenant's id (`server/schema`). */
const folded = ['audit:', 'sums:']

/** Deletes may make triggers write again into tables that were emptied before. */
const mostPasses = 5

/**
 * Deletes every row of the transaction's tenant, the tenant itself as well: a sandbox (decision 147), or one that was suspended for
 * thirty days (decision 160). Whose tables refer to others goes first. The transaction is the owner's: the application may not delete from ledgers.
 */
export async function emptyTenant(tx: Tx): Promise<void> {
  const tables = await tablesOfTenants(tx)
  // What a job under way would add to sums of rows that are gone: those begun before are waited for, those begun later wait and
  // then find the tenant as it is.
  for (const name of folded)
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${name} || current_tenant()::text, 0))`)
  await tx.run(sql`select from tenants where tenant_id = (select current_tenant()) for update`)
  // Before its days are over a real tenant's own row refuses to go, and with it everything stays.
  await tx.run(sql`select set_config('app.emptied', current_tenant()::text, true)`)
  for (let pass = 0; pass < mostPasses; pass += 1) {
    let deleted = 0
    for (const table of tables)
      if (table !== 'tenants')
        deleted += await tx.run(sql`delete from ${sql.ref(table)} where tenant_id = (select current_tenant())`)
    if (deleted === 0) break
  }
  await tx.run(sql`call forget_numbers(current_tenant())`)
  await tx.run(sql`delete from tenants where tenant_id = (select current_tenant())`)
}

/**
 * Rows of one transaction, so that no lock, no snapshot and no replica waits for the whole tenant: at first, twice as many after each
 * quick one, and at most so many.
 */
const rowsOfPiece = { first: 5_000, most: 40_000 }
/** In milliseconds. */
const quick = 1_000

/**
 * Deletes nearly all rows of a tenant whose deletion has begun, in pieces that are committed one by one, so that it goes on where it
 * was broken off. What is left is for `emptyTenant`: the tenant itself, and rows that refer to one another out of order.
 */
export async function emptyInPieces(db: Database, as: Context, { first, most } = rowsOfPiece): Promise<void> {
  const [tables, keys] = await db.administer(as, async (tx) => [await tablesOfTenants(tx), await newestFirst(tx)])
  const others = tables.filter((table) => table !== 'tenants' && table !== 'serial_keys')
  for (let pass = 0; pass < mostPasses; pass += 1) {
    let deleted = 0
    // The keys first and alone, so that no device finds the tenant from then on.
    for (const group of [['serial_keys'], others]) {
      let [left, size] = [group, first]
      while (left.length > 0) {
        const begun = performance.now()
        const piece = await deletePiece(db, as, { tables: left, keys, size })
        left = piece.left
        deleted += piece.rows
        if (performance.now() - begun < quick) size = Math.min(size * 2, most)
      }
    }
    if (deleted === 0) break
  }
}

interface Piece {
  tables: string[]
  keys: Map<string, Sql>
  size: number
}

/**
 * One transaction: up to so many rows of the tables, the newest first, because rows refer to older ones of their table. Returns what is
 * left; a table with a row that is still referred to is left out, and waits for the next pass or for `emptyTenant`.
 */
async function deletePiece(
  db: Database,
  as: Context,
  { tables, keys, size }: Piece,
  tries = 3,
): Promise<{ rows: number; left: string[] }> {
  let at = 0
  try {
    return await db.administer(as, async (tx) => {
      if (!(await isGoing(tx))) return { rows: 0, left: [] }
      await tx.run(sql`select set_config('app.emptied', current_tenant()::text, true)`)
      let rows = 0
      for (const [index, table] of tables.entries()) {
        at = index
        rows += await tx.run(sql`
          delete from ${sql.ref(table)} where ctid = any(array(
            select ctid from ${sql.ref(table)} where tenant_id = (select current_tenant())
            order by ${keys.get(table)} limit ${size - rows}))`)
        if (rows >= size) return { rows, left: tables.slice(index) }
      }
      return { rows, left: [] }
    })
  } catch (error) {
    if ((error as { code?: unknown }).code === '23503')
      return { rows: 0, left: tables.filter((_, index) => index !== at) }
    if (tries > 1 && isCollision(error)) return deletePiece(db, as, { tables, keys, size }, tries - 1)
    throw error
  }
}

/** SQL by which each table is sorted by its primary key backwards: tenant first, then ids that rise. */
async function newestFirst(tx: Tx): Promise<Map<string, Sql>> {
  const rows = await tx.rows<{ name: string; columns: string[] }>(sql`
    select c.relname::text as name, array(
      select a.attname::text
      from unnest(i.indkey::int2[]) with ordinality k (attribute, position)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attribute order by k.position) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and i.indisprimary`)
  return new Map(rows.map(({ name, columns }) => [name, sql.join(columns.map((each) => sql`${sql.ref(each)} desc`))]))
}
