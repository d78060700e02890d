import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { openPooler } from '../../testing/pooler.ts'
import { OperatorError } from '../operator-error.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folder: string
let schema: string
let client: pg.Client

beforeEach(async () => {
  database = await testDatabase({ migrated: false })
  folder = await mkdtemp(join(tmpdir(), 'trellis-migrations-'))
  schema = join(folder, 'schema')
  await mkdir(schema)
  await schemaFile('ground.sql', ground)
  client = new pg.Client(database.url)
  await client.connect()
})

afterEach(async () => {
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

/** What the program itself needs of a schema. */
const ground = `
  create table schema_files (name text primary key, checksum text not null, applied_at timestamptz default now());
  create table schema_migrations (name text primary key, checksum text not null);`

const file = (name: string, sql: string) => writeFile(join(folder, name), sql)
const schemaFile = (name: string, sql: string) => writeFile(join(schema, name), sql)
const options = () => ({ folder, schema, columns: ['ground', 'roof', 'attic'] })
const run = () => migrate(database.url, options())
/** The first installation, before there are migrations. */
const install = async () => expect(await run()).toEqual({ applied: ['ground.sql'] })
const tables = async () =>
  (await client.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)).rows.map(
    (row) => row.tablename,
  )

test('an empty database gets the whole schema at once, in the order of its columns, and no migration', async () => {
  await schemaFile('attic.sql', `create view seen as select n from things;`)
  await schemaFile('roof.sql', `create table things (n int); select graphile_worker.add_job('x');`)
  await file('0001_things.sql', `create table things (n int);`)
  expect(await run()).toEqual({ applied: ['ground.sql', 'roof.sql', 'attic.sql'] })
  expect(await run()).toEqual({ applied: [] })
  expect((await client.query('select name from schema_migrations')).rows).toEqual([{ name: '0001_things.sql' }])
})

test('a schema that fails leaves the database empty, and the error says where it failed', async () => {
  await schemaFile('roof.sql', `create table half ();\n\ninsert into nowhere values (1);`)
  await expect(run()).rejects.toThrow(/roof\.sql:3: relation "nowhere" does not exist \(42P01\)/)
  expect(await tables()).toEqual([])
})

test('a file that no column has is refused', async () => {
  await schemaFile('cellar.sql', '')
  await expect(run()).rejects.toThrow(/cellar\.sql: no column has this name/)
})

test('of a changed file, what can be replaced is applied again after the migrations, and nothing else', async () => {
  await install()
  await file('0001_things.sql', `create table things (n int);`)
  await schemaFile(
    'roof.sql',
    `-- Things; here is a semicolon.
     create table things (n int default 1 /* here; too */);
     insert into things values (1);
     -- Replaced.
     create or replace function says() returns text language sql as
     $body$ select 'a;b' || "c;d" from (select 'it''s;' as "c;d") x; $body$;
     create index things_n on things (n);
     create or replace view seen as select n from things`,
  )
  expect(await run()).toEqual({ applied: ['0001_things.sql', 'roof.sql'] })
  expect((await client.query('select says(), (select count(*)::int from things) as rows')).rows).toEqual([
    { says: "a;bit's;", rows: 0 },
  ])
  const { rows } = await client.query(`select to_regclass('seen') as view, to_regclass('things_n') as index`)
  expect(rows).toEqual([{ view: 'seen', index: null }])
})

test('an error in a changed file names its line', async () => {
  await install()
  await schemaFile(
    'roof.sql',
    `create table things (\n  n int);\ncreate or replace view seen as\n  select n from nothing;`,
  )
  await expect(run()).rejects.toThrow(/roof\.sql:4: relation "nothing" does not exist/)
})

test('a database that no release has made is refused, with the way out', async () => {
  await client.query(`create table schema_migrations (name text primary key, checksum text, applied_at timestamptz)`)
  await expect(run()).rejects.toThrow(OperatorError)
  await expect(run()).rejects.toThrow(
    'The database was made before the first release of Trellis and cannot be upgraded. Remove the data of development with `npm run reset`, or name an empty database.',
  )
})

test("applies migrations in order, once, after the job queue's schema", async () => {
  await install()
  await file('0002_b.sql', `INSERT INTO a VALUES (1);`)
  await file('0001_a.sql', `CREATE TABLE a (n int); SELECT graphile_worker.add_job('x');`)
  expect(await run()).toEqual({ applied: ['0001_a.sql', '0002_b.sql'] })
  expect(await run()).toEqual({ applied: [] })
  await file('0003_c.sql', `CREATE TABLE c ();`)
  expect(await run()).toEqual({ applied: ['0003_c.sql'] })
})

test('two migrations at once do the work once', async () => {
  await install()
  await file('0001_slow.sql', `CREATE TABLE slow (); SELECT pg_sleep(0.3);`)
  await file('0002_index.sql', `-- no transaction\nCREATE INDEX CONCURRENTLY slow_index ON slow ((1));\n`)
  const done = await Promise.all([run(), run(), run()])
  expect(done.flatMap(({ applied }) => applied)).toEqual(['0001_slow.sql', '0002_index.sql'])
})

test('a failing file changes nothing, and the error says where it failed', async () => {
  await install()
  await file('0001_good.sql', `CREATE TABLE good ();`)
  await file('0002_bad.sql', `CREATE TABLE half ();\n\nINSERT INTO nowhere VALUES (1);`)
  await expect(run()).rejects.toThrow(/0002_bad\.sql:3: relation "nowhere" does not exist \(42P01\)/)
  expect(await tables()).toEqual(['good', 'schema_files', 'schema_migrations'])
  await file('0002_bad.sql', `CREATE TABLE half ();`)
  expect(await run()).toEqual({ applied: ['0002_bad.sql'] })
})

test('an interrupted file without a transaction runs again from its start', async () => {
  await install()
  await file('0001_a.sql', `CREATE TABLE a (n int); INSERT INTO a VALUES (1), (1);`)
  const steps = [`DROP INDEX IF EXISTS a_n;`, `CREATE UNIQUE INDEX CONCURRENTLY a_n ON a (n);`]
  await file('0002_index.sql', ['-- no transaction', ...steps, ''].join('\n'))
  await expect(run()).rejects.toThrow('0002_index.sql')
  await client.query('DELETE FROM a')
  expect(await run()).toEqual({ applied: ['0002_index.sql'] })
})

test('a migration that waits for a busy table does not block others queued behind it', { tags: ['long'] }, async () => {
  await install()
  await file('0001_a.sql', `CREATE TABLE a (n int);`)
  await run()
  await file('0002_b.sql', `ALTER TABLE a ADD COLUMN m int;`)
  await client.query('BEGIN; LOCK TABLE a IN ACCESS SHARE MODE')
  const migrated = run()
  await expect
    .poll(
      async () => (await client.query(`SELECT FROM pg_locks WHERE relation = 'a'::regclass AND NOT granted`)).rowCount,
    )
    .toBe(1)
  // It is served as soon as the migration gives up, although the table is still busy.
  const reader = new pg.Client(database.url)
  await reader.connect()
  await reader.query('SELECT FROM a')
  await reader.end()
  await client.query('COMMIT')
  expect(await migrated).toEqual({ applied: ['0002_b.sql'] })
})

test('refuses a file that was changed after it was applied', async () => {
  await install()
  await file('0001_a.sql', `CREATE TABLE a ();`)
  await run()
  await file('0001_a.sql', `CREATE TABLE b ();`)
  await expect(run()).rejects.toThrow('0001_a.sql was changed after it had been applied')
})

test('refuses a database that is newer than the files', async () => {
  await install()
  await file('0001_a.sql', `CREATE TABLE a ();`)
  await file('0002_b.sql', `CREATE TABLE b ();`)
  await run()
  await rm(join(folder, '0002_b.sql'))
  await expect(run()).rejects.toThrow('newer than this version of Trellis: it has 0002_b.sql')
})

test('refuses a file numbered before one already applied', async () => {
  await install()
  await file('0002_b.sql', `CREATE TABLE b ();`)
  await run()
  await file('0001_a.sql', `CREATE TABLE a ();`)
  await expect(run()).rejects.toThrow('0001_a.sql comes before 0002_b.sql')
})

/** Other tests take locks in other databases of the same cluster. */
const lockedHere = `locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

const lockedBy = async (name: string) => {
  const holder = new pg.Client({ connectionString: database.url, application_name: name })
  await holder.connect()
  const { rows } = await holder.query('SELECT pg_advisory_lock(7305119403), pg_backend_pid() AS pid')
  return { holder, pid: Number(rows[0].pid) }
}

test('a process that waits for the migration lock is told which process holds it, and continues when it is free', {
  tags: ['long'],
}, async () => {
  await install()
  await file('0001_a.sql', `CREATE TABLE a ();`)
  const { holder, pid } = await lockedBy('psql')
  const said: string[] = []
  const log = (line: string) => {
    said.push(line)
    if (line.startsWith('Waiting')) void holder.end()
  }
  expect(await migrate(database.url, { ...options(), log })).toEqual({ applied: ['0001_a.sql'] })
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(
    new RegExp(
      `^Waiting for the migration lock of the database, held by "psql" \\(PostgreSQL process ${pid}, user trellis_owner, from 127.0.0.1, since \\d{4}-`,
    ),
  )
})

test('a start waits for the migration lock for a limited time, then says how to free it', async () => {
  await install()
  await file('0001_a.sql', `CREATE TABLE a ();`)
  const { holder, pid } = await lockedBy('psql')
  const waiting = migrate(database.url, { ...options(), patience: 300 })
  await expect(waiting).rejects.toThrow(OperatorError)
  await expect(waiting).rejects.toThrow(
    new RegExp(`held for more than 0 s by "psql" .*end it with: select pg_terminate_backend\\(${pid}\\)$`),
  )
  expect(await tables()).toEqual(['schema_files', 'schema_migrations'])
  await holder.end()
})

test('a start that is killed behind a pooler leaves no lock behind, and the next one migrates', {
  tags: ['long'],
}, async () => {
  await install()
  await file('0001_slow.sql', `SELECT pg_sleep(0.5);`)
  const pooler = await openPooler(database.url, 'ignore')
  const held = async () => (await client.query(`SELECT FROM pg_locks WHERE ${lockedHere} AND granted`)).rowCount
  try {
    const killed = migrate(pooler.url, options()).catch(() => 'killed')
    await expect.poll(held).toBe(1)
    pooler.cut()
    expect(await killed).toBe('killed')
    await expect.poll(held).toBe(0)
    expect(await run()).toEqual({ applied: ['0001_slow.sql'] })
  } finally {
    await pooler.close()
  }
})

test('a process that lost the migration lock applies nothing more', { tags: ['long'] }, async () => {
  await install()
  await file(
    '0001_slow.sql',
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE ${lockedHere}; SELECT pg_sleep(0.3);`,
  )
  await file('0002_b.sql', `CREATE TABLE b ();`)
  await expect(run()).rejects.toThrow('The connection that held the migration lock ended')
  expect(await tables()).toEqual(['schema_files', 'schema_migrations'])
  expect(await run()).toEqual({ applied: ['0002_b.sql'] })
})

test('an older program puts its functions back only when no process of a newer one is left', {
  tags: ['long'],
}, async () => {
  await install()
  const text = (n: number) => `create or replace function answer() returns int language sql as 'select ${n}';`
  const answer = async () => (await client.query('select answer() as n')).rows[0].n
  const as = (release: string) => migrate(database.url, { ...options(), release })
  await schemaFile('roof.sql', text(1))
  await as('0.9.0')
  const listener = new pg.Client({ connectionString: database.url, application_name: 'trellis listener 0.10.0' })
  await listener.connect()
  await schemaFile('roof.sql', text(2))
  await as('0.10.0')
  await schemaFile('roof.sql', text(1))
  await expect(as('0.9.12')).rejects.toThrow(
    /^Version 0\.10\.0 of Trellis runs on this database, and 0\.9\.12 would put/,
  )
  expect(await answer()).toBe(2)
  // One that changes nothing may start, and so may a newer one.
  await schemaFile('roof.sql', text(2))
  expect(await as('0.9.12')).toEqual({ applied: [] })
  await schemaFile('roof.sql', text(3))
  expect(await as('0.10.1')).toEqual({ applied: ['roof.sql'] })
  await listener.end()
  await schemaFile('roof.sql', text(1))
  await as('0.9.12')
  expect(await answer()).toBe(1)
})
