import { sql } from '../../platform/database/sql.ts'
import { CommandError } from '../command.ts'
import { openServer, type Server } from './servers.ts'
import { copiedTables, ofTenants } from './tables.ts'

/** What both primaries had at the switch, when nobody could write: compared afterwards, while the tenants go on in one of them. */
export interface Snapshots {
  /** Fixes what is seen to this moment. */
  take(): Promise<void>
  source: Server
  target: Server
  close(): Promise<void>
}

export async function openSnapshots(link: { source: Server; target: Server }): Promise<Snapshots> {
  const [source, target] = await Promise.all([openServer(link.source), openServer(link.target)])
  const both = [source, target]
  return {
    source,
    target,
    async take() {
      await Promise.all(
        both.map(async (server) => {
          await server.say('begin isolation level repeatable read read only')
          await server.rows(sql`select 1`)
        }),
      )
    },
    close: async () => void (await Promise.allSettled(both.map((server) => server.close()))),
  }
}

/** Compares every row of the tenants. Returns how many there are; refuses when any differs. */
export async function prove(
  { source, target }: Snapshots,
  ids: readonly string[],
): Promise<{ tables: number; rows: number }> {
  const tables = await copiedTables(source)
  const differing: string[] = []
  let rows = 0
  for (const table of tables) {
    const columns = await columnsOf(source, table)
    const sum = (server: Server) => sumOf(server, table, columns, ids)
    const [here, there] = await Promise.all([sum(source), sum(target)])
    if (here.hash !== there.hash || here.rows !== there.rows)
      differing.push(`${table} (${here.rows} and ${there.rows} rows)`)
    rows += here.rows
  }
  if (differing.length > 0)
    throw new CommandError(
      `${source.name} and ${target.name} differ: ${differing.join(', ')}. The tenants live in ${target.name}. Their rows at ${source.name} are kept, and nobody can change them there; the same command again would delete them.`,
    )
  return { tables: tables.length, rows }
}

/** By name: a database that grew by migrations may have them in another order than a new one. */
const columnsOf = async (server: Server, table: string): Promise<string[]> =>
  (
    await server.rows<{ name: string }>(sql`
      select attname::text as name from pg_attribute
      where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped order by 1`)
  ).map(({ name }) => name)

async function sumOf(server: Server, table: string, columns: readonly string[], ids: readonly string[]) {
  const [sum] = await server.rows<{ rows: number; hash: string }>(sql`
    select count(*)::int as rows,
           coalesce(sum(hashtextextended(row(${sql.join(columns.map((name) => sql.ref(name)))})::text, 0)::numeric), 0)::text as hash
    from ${sql.ref(table)} where ${ofTenants(ids)}`)
  return sum ?? { rows: 0, hash: '' }
}
