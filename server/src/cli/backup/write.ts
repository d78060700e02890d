import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { Connection } from '../../platform/database/connection.ts'
import { format, mark } from './format.ts'
import { actAsTenant, listMigrations, listTables, listTenantIds, names, type Table } from './tables.ts'

const rowsPerFetch = 2000

export interface Written {
  tenants: number
  rows: number
}

/** Writes the whole database in one snapshot, while it is in use. Never overwrites a file. */
export async function writeBackup(url: string, file: string): Promise<Written> {
  const client = new Connection({ connectionString: url, application_name: 'trellis backup' })
  await client.connect()
  const written: Written = { tenants: 0, rows: 0 }
  try {
    await client.query('begin isolation level repeatable read read only')
    // The file contains password hashes: only the operator may read it.
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
    try {
      await pipeline(Readable.from(linesOf(client, written)), createGzip(), target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(file, { force: true })
      throw error
    }
    return written
  } finally {
    await client.end()
  }
}

async function* linesOf(client: pg.Client, written: Written): AsyncGenerator<string> {
  const line = (value: unknown) => `${mark}${JSON.stringify(value)}\n`
  yield line({ format, createdAt: new Date().toISOString(), migrations: await listMigrations(client) })
  const tables = await listTables(client)
  const tenantIds = await listTenantIds(client)
  written.tenants = tenantIds.length
  for (const tenantId of [null, ...tenantIds]) {
    await actAsTenant(client, tenantId)
    for (const table of tables.filter(({ tenantColumn }) => (tenantColumn === null) === (tenantId === null))) {
      yield line({ table: table.name, tenantId, columns: table.columns })
      for await (const rows of rowsOf(client, table, tenantId)) {
        written.rows += rows.length
        yield `${rows.join('\n')}\n`
      }
    }
  }
  yield line({ end: true, rows: written.rows })
}

async function* rowsOf(client: pg.Client, table: Table, tenantId: string | null): AsyncGenerator<string[]> {
  const whose = table.tenantColumn === null ? '' : `where ${table.tenantColumn} = ${pg.escapeLiteral(tenantId ?? '')}`
  await client.query(`
    declare backup_rows no scroll cursor for
    select row_to_json(r)::text as row from (select ${names(table.columns)} from "${table.name}" ${whose}) r`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsPerFetch} from backup_rows`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('close backup_rows')
}
