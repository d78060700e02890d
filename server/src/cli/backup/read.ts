import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import type { Config } from '../../platform/config.ts'
import { Connection } from '../../platform/database/connection.ts'
import { fits } from '../../platform/installation.ts'
import { linesIn } from '../../platform/lines.ts'
import { nameOfKey, openSecrets } from '../../platform/secrets.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { type Call, CommandError } from '../command.ts'
import { jsonNulls } from '../tenant-export/records.ts'
import { type Content, type End, format, type Header, type Heading, mark } from './format.ts'
import { restoringFiles } from './restore-file.ts'
import { actAsTenant, listMigrations, listTables, listTenantIds, names } from './tables.ts'

const rowsPerInsert = 2000

/**
 * Restores a backup into an installation without tenants: all of it, or nothing. When it fails, the objects of files
 * that it wrote are removed.
 */
export async function readBackup(
  url: string,
  file: string,
  config: Pick<Config, 'secretKey' | 'dataDir'>,
  storage: Storage,
  onStop: Call['onStop'] = () => undefined,
): Promise<{ rows: number; files: number }> {
  const client = new Connection({ connectionString: url, application_name: 'trellis restore' })
  await client.connect()
  const files = restoringFiles(storage)
  const refuseOtherKey = async () => {
    if (await fits(client, openSecrets(config))) return
    throw new CommandError(
      `The backup was made with another key than ${nameOfKey(config)}. Restore it with that one, then change it with \`portal keys reseal\`. Nothing was restored.`,
    )
  }
  let isComplete = false
  onStop(async () => {
    if (!isComplete) await files.undo()
  })
  try {
    await client.query('begin')
    // The transaction waits while a file is written.
    await client.query('set local idle_in_transaction_session_timeout = 0')
    if ((await listTenantIds(client)).length > 0)
      throw new CommandError('There are tenants already. A backup goes into an empty installation only.')
    const finish = await loosen(client)
    // The keys that the new installation created have signed nothing yet.
    await client.query('delete from signing_keys; delete from secret_key_check')
    const rows = await insertLines(client, file, async (content, lines) => {
      // The rows of the installation come first. Before many bytes are written for nothing:
      if (files.count() === 0) await refuseOtherKey()
      await files.add(content, lines)
    })
    await refuseOtherKey()
    await finish()
    // If the connection breaks now, the rows may be committed: the objects have to remain.
    isComplete = true
    await client.query('commit')
    return { rows, files: files.count() }
  } finally {
    await client.end()
    if (!isComplete) await files.undo()
  }
}

/**
 * Disables triggers, because the rows already contain their effects, and defers foreign keys, because tables are not in
 * order of reference. Returns a function that restores both in the same transaction.
 */
async function loosen(client: pg.Client): Promise<() => Promise<void>> {
  const tables = await listTables(client)
  const { rows: keys } = await client.query<{ table: string; key: string }>(`
    select conrelid::regclass::text as table, conname as key from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`)
  for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`)
  for (const { table, key } of keys) {
    await client.query(`alter table ${table} alter constraint "${key}" deferrable initially deferred`)
  }
  return async () => {
    await client.query('set constraints all immediate')
    for (const { table, key } of keys)
      await client.query(`alter table ${table} alter constraint "${key}" not deferrable`)
    for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`)
  }
}

async function insertLines(
  client: pg.Client,
  file: string,
  restoreFile: (content: Content, lines: AsyncIterator<string>) => Promise<void>,
): Promise<number> {
  let heading: Heading | undefined
  let end: End | undefined
  let header: Header | undefined
  let total = 0
  let files = 0
  let rows: string[] = []
  const jsonColumns = new Map((await listTables(client)).map((table) => [table.name, table.jsonColumns]))
  const flush = async () => {
    if (heading && rows.length > 0) await insertRows(client, heading, rows, jsonColumns.get(heading.table) ?? [])
    total += rows.length
    rows = []
  }
  const lines = linesOf(file)
  for await (const line of lines) {
    if (!line.startsWith(mark)) {
      rows.push(line)
      if (rows.length >= rowsPerInsert) await flush()
      continue
    }
    await flush()
    const said = parsed(line.slice(mark.length))
    if ('format' in said) header = await checked(client, said)
    else if ('end' in said) end = said
    else if ('fileId' in said) {
      await restoreFile(said, lines)
      files += 1
    } else {
      heading = said
      await actAsTenant(client, said.tenantId)
    }
  }
  if (!header) throw new CommandError('This is not a backup of Trellis.')
  if (end?.rows !== total || end.files !== files) throw notWhole()
  return total
}

const notWhole = () => new CommandError('The backup is not whole: it was cut short, or changed. Nothing was restored.')

function parsed(line: string): Header | Heading | Content | End {
  try {
    return JSON.parse(line)
  } catch {
    throw notWhole()
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  try {
    yield* linesIn(source.pipe(unpacked))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EISDIR') throw new CommandError(`${file} is a folder: name the backup in it.`)
    if (code === 'ENOENT') throw new CommandError(`There is no file ${file}.`)
    if (code?.startsWith('Z_')) throw new CommandError('This is not a backup of Trellis, or it was cut short.')
    throw error
  }
}

async function checked(client: pg.Client, header: Header): Promise<Header> {
  if (header.format !== format) throw new CommandError(`The backup is of another kind: ${header.format}.`)
  const here = await listMigrations(client)
  const lacking = header.migrations.filter((name) => !here.includes(name))
  const further = here.filter((name) => !header.migrations.includes(name))
  if (lacking.length + further.length > 0)
    throw new CommandError(
      `The backup is of another version of Trellis (${[...lacking, ...further].join(', ')}). Restore it with that one, then migrate.`,
    )
  return header
}

async function insertRows(
  client: pg.Client,
  { table, tenantId, columns }: Heading,
  rows: string[],
  jsonColumns: string[],
): Promise<void> {
  const values = columns.map((name) =>
    jsonColumns.includes(name)
      ? `case when (l.row -> '${jsonNulls}')::jsonb ? ${pg.escapeLiteral(name)} then 'null'::jsonb else r."${name}" end`
      : `r."${name}"`,
  )
  try {
    await client.query(
      `insert into "${table}" (${names(columns)})
       select ${values.join(', ')}
       from json_array_elements($1::json) as l (row) cross join lateral json_populate_record(null::"${table}", l.row) r
       ${tenantId === null ? 'on conflict do nothing' : ''}`,
      [`[${rows.join(',')}]`],
    )
  } catch (error) {
    // The version is the right one, so what does not fit the table was damaged.
    if (/^(22|23|42P01|42703)/.test((error as pg.DatabaseError).code ?? '')) throw notWhole()
    throw error
  }
}
