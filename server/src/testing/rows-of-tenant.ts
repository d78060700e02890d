import type { World } from './network.ts'
import { raw } from './selling.ts'

/** How many rows each table has of a tenant, over all tables that name one; those without any left out. */
export async function rowsOfTenant(world: Pick<World, 'adminUrl'>, tenant: string): Promise<Record<string, number>> {
  const tables = await raw<{ table: string }>(
    world,
    `select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  )
  const counting = tables.map(
    ({ table }) => `select '${table}' as table, count(*)::int as n from ${table} where tenant_id = $1`,
  )
  const counts = await raw<{ table: string; n: number }>(world, counting.join('\nunion all '), [tenant])
  return Object.fromEntries(counts.filter(({ n }) => n > 0).map(({ table, n }) => [table, n]))
}
