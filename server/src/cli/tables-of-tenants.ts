import { sql } from '../platform/database/sql.ts'
import type { Reader } from '../platform/database/tx.ts'

/** All tables with rows of tenants, those that refer to others before these. */
export async function tablesOfTenants(tx: Pick<Reader, 'rows'>): Promise<string[]> {
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
