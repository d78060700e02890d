import { sql } from '../platform/database/sql.ts'
import type { Tx } from '../platform/database/tx.ts'

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
