import { access, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { Connection } from '../../platform/database/connection.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { writingTo } from '../../platform/writing.ts'
import type { Call } from '../command.ts'
import { jsonNulls } from '../tenant-export/records.ts'
import { linesOfFiles } from './file-lines.ts'
import { format, line } from './format.ts'
import { actAsTenant, listMigrations, listTables, listTenantIds, livesHere, names, type Table } from './tables.ts'

const rowsPerFetch = 2000

export interface Written {
  tenants: number
  rows: number
  files: number
  /** Files whose object is missing or damaged, as sentences. */
  damaged: string[]
}

/**
 * Writes the whole database in one snapshot and the bytes of its files, while they are in use. Never overwrites a file.
 * The sweep keeps the objects of deleted files for an hour, so a backup that takes less finds all of its snapshot.
 */
export async function writeBackup(
  url: string,
  file: string,
  storage: Storage,
  onStop: Call['onStop'] = () => undefined,
): Promise<Written> {
  const client = new Connection({ connectionString: url, application_name: 'trellis backup' })
  await client.connect()
  const written: Written = { tenants: 0, rows: 0, files: 0, damaged: [] }
  try {
    await client.query('begin isolation level repeatable read read only')
    // The transaction waits while a file is read.
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await refuseExisting(file)
    // It gets its name when it is whole: whoever looks for the newest backup never finds one that was interrupted.
    const part = `${file}.part`
    // The file contains password hashes: only the operator may read it.
    const target = writingTo(part, { flags: 'wx', mode: 0o600, flush: true })
    target.once('open', () => onStop(() => rm(part, { force: true })))
    try {
      await pipeline(Readable.from(linesOf(client, storage, written)), createGzip(), target)
      await rename(part, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(part, { force: true })
      throw error
    }
    return written
  } finally {
    await client.end()
  }
}

async function refuseExisting(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) throw Object.assign(new Error(`EEXIST: ${file} is there already`), { code: 'EEXIST' })
}

async function* linesOf(client: pg.Client, storage: Storage, written: Written): AsyncGenerator<string> {
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
  for (const tenantId of tenantIds) {
    await actAsTenant(client, tenantId)
    yield* linesOfFiles(client, storage, tenantId, written)
  }
  yield line({ end: true, rows: written.rows, files: written.files })
}

/** SQL: a row as JSON, which names the columns whose value is the `null` of JSON. */
function rowOf({ jsonColumns }: Table): string {
  if (jsonColumns.length === 0) return 'row_to_json(r)::text'
  const values = jsonColumns.map((name) => `(${pg.escapeLiteral(name)}, jsonb_typeof(r."${name}"))`).join(', ')
  return `(
    select case when count(*) = 0 then row_to_json(r)::text
                else left(row_to_json(r)::text, -1) || ',"${jsonNulls}":' || json_agg(v.name) || '}' end
    from (values ${values}) v (name, type) where v.type = 'null')`
}

async function* rowsOf(client: pg.Client, table: Table, tenantId: string | null): AsyncGenerator<string[]> {
  const whose =
    table.tenantColumn === null
      ? table.columns.includes('tenant_id')
        ? `where ${livesHere}`
        : ''
      : `where ${table.tenantColumn} = ${pg.escapeLiteral(tenantId ?? '')}`
  await client.query(`
    declare backup_rows no scroll cursor for
    select ${rowOf(table)} as row from (select ${names(table.columns)} from "${table.name}" ${whose}) r`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsPerFetch} from backup_rows`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('close backup_rows')
}
