import { type Sql, sql } from '../../platform/database/sql.ts'
import { tablesOfTenants } from '../tables-of-tenants.ts'
import { quietly, type Server } from './servers.ts'

/** Carried by hand at the switch: what leads to a tenant must not lead to two, and the last has no key by which changes could follow. */
export const carriedTables = ['tenants', 'tenant_hosts', 'maintenances'] as const

/** The other tables with rows of tenants, which the databases copy by themselves. */
export async function copiedTables(server: Server): Promise<string[]> {
  const carried: readonly string[] = carriedTables
  return (await tablesOfTenants(server)).filter((table) => !carried.includes(table)).sort()
}

/** SQL: the rows of these tenants. */
export const ofTenants = (ids: readonly string[]): Sql => sql`tenant_id = any(${ids}::uuid[])`

const rowsOfPiece = 20_000

/** Deletes the copied rows of tenants, in pieces that are committed one by one. Returns how many. */
export async function deleteRows(server: Server, ids: readonly string[]): Promise<number> {
  let deleted = 0
  for (const table of await copiedTables(server))
    for (;;) {
      const rows = await quietly(server, () =>
        server.run(sql`
          delete from ${sql.ref(table)} where ctid = any(array(
            select ctid from ${sql.ref(table)} where ${ofTenants(ids)} limit ${rowsOfPiece}))`),
      )
      deleted += rows
      if (rows < rowsOfPiece) break
    }
  return deleted
}

/** The sequences from which a tenant numbers its records. */
export const sequencesOf = (server: Server, tenantId: string) =>
  server.rows<{ name: string; start: string; last: string | null }>(sql`
    select sequencename::text as name, start_value::text as start, last_value::text as last from pg_sequences
    where schemaname = 'numbers' and starts_with(sequencename, ${`t${tenantId.replaceAll('-', '')}_`}) order by 1`)

/** How many rows each table has of these tenants, by one statement. */
export async function countRows(server: Server, tables: readonly string[], ids: readonly string[]): Promise<string> {
  const each = tables.map(
    (table) =>
      sql`select ${sql.lit(table)} as name, count(*)::text as rows from ${sql.ref(table)} where ${ofTenants(ids)}`,
  )
  const [counted] = await server.rows<{ text: string }>(sql`
    select string_agg(name || ' ' || rows, ', ' order by name) as text from (${sql.join(each, sql.raw(' union all '))}) c`)
  return counted?.text ?? ''
}
