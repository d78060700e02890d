import pg from 'pg'

export type Row = Record<string, unknown>

/** Every row of a tenant, or of all, by table, in the order of their text. Read as the superuser, without row-level security. */
export async function everyRow(
  { adminUrl }: { adminUrl: string },
  tenantId: string | null = null,
): Promise<Record<string, Row[]>> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select c.relname::text as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
    const all: Record<string, Row[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: Row }>(
        `select to_jsonb(r) as row from "${name}" r where $1::uuid is null or tenant_id = $1
         order by to_jsonb(r)::text collate "C"`,
        [tenantId],
      )
      all[name] = rows.map(({ row }) => row)
    }
    return all
  } finally {
    await client.end()
  }
}
