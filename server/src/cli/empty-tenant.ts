import { isGoing } from '../modules/tenants/index.ts'
import { type Database, isCollision } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import type { Context, Tx } from '../platform/database/tx.ts'

/** Locks of the jobs that fold rows of a tenant into seals and sums, before the tenant's id (`server/schema`). */
const folded = ['audit:', 'audit sums:', 'sales:', 'license sums:']

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
  await tx.run(sql`delete from tenants where tenant_id = (select current_tenant())`)
}

/**
 * Rows of one transaction, so that no lock, no snapshot and no replica waits for the whole tenant: the first ones of a table, twice as many
 * after each quick one, and at most so many.
 */
const rowsOfPiece = { first: 5_000, most: 40_000 }
const quick = 500

/**
 * Deletes nearly all rows of a tenant whose deletion has begun, in pieces that are committed one by one, so that it goes on where it
 * was broken off. What is left is for `emptyTenant`: the tenant itself, and rows that refer to one another out of order.
 */
export async function emptyInPieces(db: Database, as: Context, rows = rowsOfPiece): Promise<void> {
  const tables = (await db.administer(as, tablesOfTenants)).filter((table) => table !== 'tenants')
  for (let pass = 0; pass < mostPasses; pass += 1) {
    let deleted = 0
    // First the keys, so that no device finds the tenant from then on.
    for (const table of ['serial_keys', ...tables]) deleted += await emptyTable(db, as, table, rows)
    if (deleted === 0) break
  }
}

async function emptyTable(
  db: Database,
  as: Context,
  table: string,
  { first, most }: typeof rowsOfPiece,
): Promise<number> {
  let deleted = 0
  for (let size = first; ; ) {
    const begun = performance.now()
    const piece = await deletePiece(db, as, table, size)
    deleted += piece
    if (piece < size) return deleted
    if (performance.now() - begun < quick) size = Math.min(size * 2, most)
  }
}

/** Newest first, because rows refer to older ones of their table. Zero also where a row is still referred to: a later pass, or `emptyTenant`. */
async function deletePiece(db: Database, as: Context, table: string, size: number, tries = 3): Promise<number> {
  try {
    return await db.administer(as, async (tx) => {
      if (!(await isGoing(tx))) return 0
      await tx.run(sql`select set_config('app.emptied', current_tenant()::text, true)`)
      return tx.run(sql`
        delete from ${sql.ref(table)} where ctid = any(array(
          select ctid from ${sql.ref(table)} where tenant_id = (select current_tenant())
          order by ${await newestFirst(tx, table)} limit ${size}))`)
    })
  } catch (error) {
    if ((error as { code?: unknown }).code === '23503') return 0
    if (tries > 1 && isCollision(error)) return deletePiece(db, as, table, size, tries - 1)
    throw error
  }
}

const newestFirst = async (tx: Tx, table: string): Promise<Sql> => {
  const columns = await tx.rows<{ name: string }>(sql`
    select a.attname::text as name
    from pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality k (attribute, position)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attribute
    where i.indrelid = ${table}::regclass and i.indisprimary order by k.position`)
  return sql.join(columns.map(({ name }) => sql`${sql.ref(name)} desc`))
}

/** All tables with rows of tenants, those that refer to others before these. */
async function tablesOfTenants(tx: Tx): Promise<string[]> {
  const tables = await tx.rows<{ name: string; parents: string[] }>(sql`
    select c.relname::text as name, array(
      select p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
      where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as parents
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
    order by 1`)
  const left = new Map(tables.map(({ name, parents }) => [name, parents]))
  const inOrder: string[] = []
  while (left.size > 0) {
    const referredTo = new Set([...left.values()].flat())
    const free = [...left.keys()].filter((name) => !referredTo.has(name))
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...left.keys()].join(', ')}`)
    for (const name of free) left.delete(name)
    inOrder.push(...free)
  }
  return inOrder
}
