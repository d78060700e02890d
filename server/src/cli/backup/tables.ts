import type pg from 'pg'

export interface Table {
  name: string
  /** All columns except generated ones. */
  columns: string[]
  /** Those whose value may be the `null` of JSON, which is another than none. */
  jsonColumns: string[]
  /** The column with the tenant, for row-level security; null for tables of the installation. */
  tenantColumn: string | null
}

/** Every table to back up: without the counters of refused calls and the tables that migrations maintain. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Omit<Table, 'jsonColumns'> & { jsonColumns: string[] | null }>(`
    select c.relname as name,
           array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
           array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '' and a.atttypid = 'jsonb'::regtype) as "jsonColumns",
           -- A publication is written by who owns the product.
           case when not c.relrowsecurity then null
                when bool_or(a.attname = 'owner_tenant_id') then 'owner_tenant_id' else 'tenant_id' end as "tenantColumn"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname not in ('schema_migrations', 'schema_files')
    group by c.oid, c.relname, c.relrowsecurity order by c.relrowsecurity, c.relname`)
  return rows.map((table) => ({ ...table, jsonColumns: table.jsonColumns ?? [] }))
}

export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map(({ name }) => name)
}

/** SQL: not of a tenant that is arriving from another primary, or has left for one. Its rows are of no use without those that are missing. */
export const livesHere = 'tenant_id not in (select moved_id from moved_tenants)'

export async function listTenantIds(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select tenant_id as id from tenants where ${livesHere} order by created_at, tenant_id`,
  )
  return rows.map(({ id }) => id)
}

/** Row-level security applies to the owner of the tables too. */
export const actAsTenant = (client: pg.ClientBase, tenantId: string | null) =>
  client.query(`select set_config('app.tenant', $1, true)`, [tenantId ?? ''])

export const names = (list: string[]): string => list.map((name) => `"${name}"`).join(', ')
