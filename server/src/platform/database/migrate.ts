import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import { version } from '../version.ts'
import { Connection } from './connection.ts'
import { type LockOptions, withMigrationLock } from './migration-lock.ts'
import {
  applySql,
  changedFiles,
  checksumOf,
  readSchema,
  readSql,
  recordFile,
  replaceable,
  type SchemaFile,
  statementsOf,
} from './schema-files.ts'

/** `server/migrations`, at the same relative path from src and from dist. */
const ownFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/**
 * How long a step waits for a lock: everybody behind it waits too. Less than what a request waits (`interactive`), and than PostgreSQL
 * waits before it looks for a deadlock, so that it is the step that gives up and begins again (decision 177).
 */
const lockPatience = '800ms'
const attempts = 20
/** `concurrently` waits for transactions that were open before, and nobody behind it. */
const concurrentPatience = '30s'

export interface MigrateOptions extends LockOptions {
  /** The columns in order of dependency: the files of `server/schema` are applied in it. */
  columns: readonly string[]
  /** Folder of the migrations; only tests pass another one. */
  folder?: string
  /** Folder of the schema; only tests pass another one. */
  schema?: string
  /** The version of the program; only tests pass another one. */
  release?: string
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

/**
 * Brings a database to the state of `server/schema`. An empty one gets all files of it at once. One that a former
 * release left gets the migrations that it lacks, each in a transaction of its own, and then, from every file that has
 * changed, the functions, triggers and views. The job queue's own schema comes first, because ours refers to it.
 * Forward only. Several processes may call it at once: one works, the others wait up to `patience`.
 * A migration whose first line is `-- no transaction` runs statement by statement (each ends with `;` at the end of a
 * line). After an interruption it runs again from its start, so its statements must be repeatable.
 * Needs a direct connection, because it uses session settings.
 */
export async function migrate(
  url: string,
  { log, patience, columns, folder = ownFolder, schema, release = version }: MigrateOptions,
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder)
  const files = await readSchema(columns, schema)
  return withMigrationLock(url, { log, patience }, (assertHeld) =>
    bringUp({ url, migrations, folder, files, release, assertHeld }),
  )
}

/**
 * What `migrate` would apply, without applying it; null for an empty database. Throws OperatorError for a database that is newer than
 * this version, or was made before the first release.
 */
export async function pendingIn(
  client: pg.Client,
  { columns, folder = ownFolder, schema }: Omit<MigrateOptions, keyof LockOptions | 'release'>,
): Promise<string[] | null> {
  if (await isEmpty(client)) return null
  const pending = await pendingOf(client, await readMigrations(folder))
  const changed = await changedFiles(client, await readSchema(columns, schema))
  return [...pending, ...changed].map(({ name }) => name)
}

interface Work {
  url: string
  migrations: Migration[]
  folder: string
  files: SchemaFile[]
  release: string
  assertHeld(): void
}

async function bringUp({ url, migrations, folder, files, release, assertHeld }: Work): Promise<{ applied: string[] }> {
  const client = new Connection({ connectionString: url, application_name: 'trellis migrate' })
  await client.connect()
  try {
    if (await isEmpty(client)) {
      await migrateQueue(url)
      assertHeld()
      await inTransaction(client, () => applyWhole(client, files, migrations))
      return { applied: files.map(({ name }) => name) }
    }
    const pending = await pendingOf(client, migrations)
    if (pending.length > 0) await migrateQueue(url)
    for (const migration of pending) {
      assertHeld()
      await located(join(folder, migration.name), migration.sql, () =>
        /^-- no transaction\b/.test(migration.sql)
          ? applyInSteps(client, migration)
          : patiently(client, () => inTransaction(client, () => applyAtOnce(client, migration))),
      )
    }
    const changed = await changedFiles(client, files)
    if (changed.length > 0) await refuseBesideNewer(client, release)
    for (const file of changed) {
      assertHeld()
      const sql = replaceable(file.sql)
      await located(file.name, sql, () => replaceEach(client, sql))
      await recordFile(client, file)
    }
    return { applied: [...pending, ...changed].map(({ name }) => name) }
  } finally {
    await client.end()
  }
}

/**
 * An older program has older texts of functions, which it may put back only when nobody needs the newer ones any more: beside processes
 * of a newer version, as one that is started again in the middle of an upgrade, it would break them (decision 177).
 */
async function refuseBesideNewer(client: pg.Client, release: string): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`
    select distinct substring(application_name from '^trellis listener (\\S+)$') as version from pg_stat_activity
    where datname = current_database() and application_name like 'trellis listener %'`)
  const newer = rows.map(({ version }) => version).find((version) => isNewer(version, release))
  if (newer !== undefined)
    throw new OperatorError(
      `Version ${newer} of Trellis runs on this database, and ${release} would put back functions that it has replaced. Start the newer version, or stop its processes first.`,
    )
}

/** By the three numbers of a version. */
function isNewer(one: string, than: string): boolean {
  const [a, b] = [one, than].map((version) => version.split(/[.-]/).map(Number))
  const at = [0, 1, 2].find((place) => a?.[place] !== b?.[place])
  return at !== undefined && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}

/** Whether nothing of ours is in the database. Refuses what no release has left. */
async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ files: boolean; migrations: boolean }>(
    `select to_regclass('public.schema_files') is not null as files,
            to_regclass('public.schema_migrations') is not null as migrations`,
  )
  const [present] = rows
  if (present?.migrations && !present.files) {
    throw new OperatorError(
      'The database was made before the first release of Trellis and cannot be upgraded. Remove the data of development with `npm run reset`, or name an empty database.',
    )
  }
  return !present?.files
}

/** All of the schema, which contains what the migrations of former releases led to. */
async function applyWhole(client: pg.Client, files: SchemaFile[], migrations: Migration[]): Promise<void> {
  for (const { name, sql } of files) {
    await applySql(client, sql).catch((error: unknown) => {
      throw locate(error, name, sql)
    })
  }
  for (const file of files) await recordFile(client, file)
  for (const migration of migrations) await record(client, migration)
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
      const sql = await readSql(join(folder, name))
      return { name, sql, checksum: checksumOf(sql) }
    }),
  )
}

async function pendingOf(client: pg.Client, files: Migration[]): Promise<Migration[]> {
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

/** Runs first, because our own schema refers to the queue's add_job. */
async function migrateQueue(url: string): Promise<void> {
  const silent = new Logger(() => () => undefined)
  const pgPool = new pg.Pool({ Client: Connection, connectionString: url, max: 1 })
  // Whoever waits for an answer learns of the end; the queue's library asks for these.
  pgPool.on('error', () => undefined)
  pgPool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await runMigrations({ pgPool, logger: silent })
  } finally {
    await pgPool.end()
  }
}

async function located(file: string, text: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw locate(error, file, text)
  }
}

/** Gives up what it waits for before others behind it do, and begins again. */
async function patiently(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`set lock_timeout = '${lockPatience}'`)
      await work()
      return
    } catch (error) {
      const isBehind = error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')
      if (!isBehind || attempt === attempts) throw error
      await sleep(Math.min(attempt * 200, 2_000))
    } finally {
      await client.query('reset lock_timeout').catch(() => undefined)
    }
  }
}

/**
 * Functions, triggers and views of a file, each in a transaction of its own: together they would hold locks on many tables and views, for
 * which calls would wait.
 */
const replaceEach = (client: pg.Client, sql: string): Promise<void> =>
  eachStatement(statementsOf(sql), async (statement) => {
    if (statement.trim() === '') return
    await patiently(client, () => inTransaction(client, () => applySql(client, statement)))
  })

/** Errors get their position in the whole text. */
async function eachStatement(statements: string[], run: (statement: string) => Promise<unknown>): Promise<void> {
  let start = 0
  for (const statement of statements) {
    try {
      await run(statement)
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.position) error.position = String(Number(error.position) + start)
      throw error
    }
    start += [...statement].length
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
  await eachStatement(migration.sql.split(/(?<=;[ \t]*\n)/), async (statement) => {
    if (!/\bconcurrently\b/i.test(statement)) return patiently(client, () => client.query(statement))
    await client.query(`set lock_timeout = '${concurrentPatience}'`)
    await client.query(statement).finally(() => client.query('reset lock_timeout').catch(() => undefined))
  })
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
