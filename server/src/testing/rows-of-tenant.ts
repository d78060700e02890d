import type { World } from './network.ts'
import { raw } from './selling.ts'

/** How many rows each table has of a tenant, over all tables that name one; those without any left out. */
export async function rowsOfTenant(world: Pick<World, 'adminUrl'>, tenant: string): Promise<Record<string, number>> {
  const tables = await raw<{ table: string }>(
    world,
    `select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { table } of tables) {
    const [row] = await raw<{ n: number }>(world, `select count(*)::int as n from ${table} where tenant_id = $1`, [
      tenant,
    ])
    if (row !== undefined && row.n > 0) counts[table] = row.n
  }
  return counts
}
