import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import type { Config } from '../../platform/config.ts'
import { Connection } from '../../platform/database/connection.ts'
import { fits } from '../../platform/installation.ts'
import { nameOfKey, openSecrets } from '../../platform/secrets.ts'
import { CommandError } from '../command.ts'
import { type End, format, type Header, type Heading, mark } from './format.ts'
import { actAsTenant, listMigrations, listTables, listTenantIds, names } from './tables.ts'

const rowsPerInsert = 2000

/** Restores a backup into an installation without tenants: all of it, or nothing. */
export async function readBackup(
  url: string,
  file: string,
  config: Pick<Config, 'secretKey' | 'dataDir'>,
): Promise<{ rows: number }> {
  const client = new Connection({ connectionString: url, application_name: 'trellis restore' })
  await client.connect()
  try {
    await client.query('begin')
    if ((await listTenantIds(client)).length > 0)
      throw new CommandError('There are tenants already. A backup goes into an empty installation only.')
    const finish = await loosen(client)
    // The keys that the new installation created have signed nothing yet.
    await client.query('delete from signing_keys; delete from secret_key_check')
    const rows = await insertLines(client, file)
    if (!(await fits(client, openSecrets(config)))) {
      throw new CommandError(
        `The backup was made with another key than ${nameOfKey(config)}. Restore it with that one, then change it with \`portal keys reseal\`. Nothing was restored.`,
      )
    }
    await finish()
    await client.query('commit')
    return { rows }
  } finally {
    await client.end()
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

async function insertLines(client: pg.Client, file: string): Promise<number> {
  let heading: Heading | undefined
  let end: End | undefined
  let header: Header | undefined
  let total = 0
  let rows: string[] = []
  const flush = async () => {
    if (heading && rows.length > 0) await insertRows(client, heading, rows)
    total += rows.length
    rows = []
  }
  for await (const line of linesOf(file)) {
    if (!line.startsWith(mark)) {
      rows.push(line)
      if (rows.length >= rowsPerInsert) await flush()
      continue
    }
    await flush()
    const said = JSON.parse(line.slice(mark.length)) as Header | Heading | End
    if ('format' in said) header = await checked(client, said)
    else if ('end' in said) end = said
    else {
      heading = said
      await actAsTenant(client, said.tenantId)
    }
  }
  if (!header) throw new CommandError('This is not a backup of Trellis.')
  if (end?.rows !== total)
    throw new CommandError('The backup is not whole: it was cut short, or changed. Nothing was restored.')
  return total
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  // Reading lines ends without an error where the file breaks off; `finished` reports it.
  const whole = finished(unpacked, { writable: false })
  whole.catch(() => undefined)
  try {
    yield* createInterface({ input: source.pipe(unpacked), crlfDelay: Number.POSITIVE_INFINITY })
    await whole
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
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

const insertRows = (client: pg.Client, { table, tenantId, columns }: Heading, rows: string[]) =>
  client.query(
    `insert into "${table}" (${names(columns)})
     select ${names(columns)} from json_populate_recordset(null::"${table}", $1::json)
     ${tenantId === null ? 'on conflict do nothing' : ''}`,
    [`[${rows.join(',')}]`],
  )
