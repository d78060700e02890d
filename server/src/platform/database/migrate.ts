import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import { Connection } from './connection.ts'
import { type LockOptions, withMigrationLock } from './migration-lock.ts'
import { applyText, changedTexts, readTexts, type SchemaText, textsFolder } from './schema-texts.ts'

/** `server/migrations`, at the same relative path from src and from dist. */
const ownFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))
const attempts = 5

export interface MigrateOptions extends LockOptions {
  /** Folder of the migrations; only tests pass another one. */
  folder?: string
  /** Folder of functions, triggers and views; null to apply none. */
  texts?: string | null
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

/**
 * Brings the database to the state of `server/migrations` and `server/schema`: first the job queue's own schema, then
 * our migrations in order, each in a transaction of its own, then every changed file of functions, triggers and views.
 * Forward only. Several processes may call it at once: one works, the others wait up to `patience`.
 * A file whose first line is `-- no transaction` runs statement by statement (each ends with `;` at the end of a line).
 * After an interruption it runs again from its start, so its statements must be repeatable.
 * Needs a direct connection, because it uses session settings.
 */
export async function migrate(
  url: string,
  { log, patience, folder = ownFolder, texts: given = folder === ownFolder ? textsFolder : null }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const files = await readMigrations(folder)
  const texts = given === null ? [] : await readTexts(given)
  return withMigrationLock(url, { log, patience }, (assertHeld) =>
    applyPending({ url, files, folder, texts, assertHeld }),
  )
}

interface Work {
  url: string
  files: Migration[]
  folder: string
  texts: SchemaText[]
  assertHeld(): void
}

async function applyPending({ url, files, folder, texts, assertHeld }: Work): Promise<{ applied: string[] }> {
  const client = new Connection({ connectionString: url, application_name: 'trellis migrate' })
  await client.connect()
  try {
    const pending = await pendingOf(client, files)
    if (pending.length > 0) await migrateQueue(url)
    for (const migration of pending) {
      assertHeld()
      await apply(client, join(folder, migration.name), migration.sql, () =>
        /^-- no transaction\b/.test(migration.sql)
          ? applyInSteps(client, migration)
          : inTransaction(client, () => applyAtOnce(client, migration)),
      )
    }
    const changed = texts.length === 0 ? [] : await changedTexts(client, texts)
    for (const text of changed) {
      assertHeld()
      await apply(client, text.name, text.sql, () => inTransaction(client, () => applyText(client, text)))
    }
    return { applied: [...pending, ...changed].map(({ name }) => name) }
  } finally {
    await client.end()
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const numbers = new Set<string>()
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1]
    if (!number) throw new Error(`${join(folder, name)}: a migration is named like 0001_tenants.sql.`)
    if (numbers.has(number)) throw new Error(`${join(folder, name)}: there are two migrations numbered ${number}.`)
    numbers.add(number)
  }
  return Promise.all(
    names.map(async (name) => {
      // Git may check out the files with CRLF on Windows.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function pendingOf(client: pg.Client, files: Migration[]): Promise<Migration[]> {
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations ORDER BY name COLLATE "C"',
  )
  const known = new Map(files.map((file) => [file.name, file]))
  for (const { name, checksum } of rows) {
    const file = known.get(name)
    if (!file)
      throw new OperatorError(
        `The database is newer than this version of Trellis: it has ${name}. Start the newer version.`,
      )
    if (file.checksum !== checksum) {
      throw new Error(
        `${name} was changed after it had been applied to this database. Undo the change and add a new file.`,
      )
    }
    known.delete(name)
  }
  const pending = [...known.values()]
  const last = rows.at(-1)?.name
  const late = pending.find(({ name }) => last !== undefined && name < last)
  if (late)
    throw new Error(`${late.name} comes before ${last}, which has been applied already. Give it the next number.`)
  return pending
}

/** Runs first, because our own migrations refer to the queue's add_job. */
async function migrateQueue(url: string): Promise<void> {
  const silent = new Logger(() => () => undefined)
  await runMigrations({ connectionString: url, logger: silent })
}

/**
 * A migration that waits for a lock on a busy table blocks everybody behind it in the lock queue. It gives up after the
 * lock timeout and retries later.
 */
async function apply(client: pg.Client, file: string, text: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query("SET lock_timeout = '3s'")
      await work()
      return
    } catch (error) {
      const lockTimeout = error instanceof pg.DatabaseError && error.code === '55P03'
      if (!lockTimeout || attempt === attempts) throw locate(error, file, text)
      await sleep(attempt * 500)
    } finally {
      await client.query('RESET lock_timeout').catch(() => undefined)
    }
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function applyAtOnce(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(migration.sql)
  await record(client, migration)
}

async function applyInSteps(client: pg.Client, migration: Migration): Promise<void> {
  let start = 0
  for (const statement of migration.sql.split(/(?<=;[ \t]*\n)/)) {
    try {
      await client.query(statement)
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.position) error.position = String(Number(error.position) + start)
      throw error
    }
    start += [...statement].length
  }
  await record(client, migration)
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
}

/** PostgreSQL reports a character position; this finds the line. */
function locate(error: unknown, file: string, sql: string): Error {
  if (!(error instanceof pg.DatabaseError)) return new Error(`${file}: ${String(error)}`, { cause: error })
  const place = error.position ? `:${[...sql].slice(0, Number(error.position)).join('').split('\n').length}` : ''
  const more = [error.detail, error.hint, error.where].filter(Boolean).map((line) => `\n  ${line}`)
  return new Error(`${file}${place}: ${error.message} (${error.code})${more.join('')}`, { cause: error })
}
