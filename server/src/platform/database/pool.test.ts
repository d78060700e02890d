import pg from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { newId } from '../ids.ts'
import { type Database, openDatabase } from './database.ts'
import { compile, sql } from './sql.ts'
import type { Context } from './tx.ts'

/* Connections and their plans live on, so that the first call after a pause is as quick as the others (decision 123). */

const database = await testDatabase()
const opened: Database[] = []
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()))
  await database.drop()
})

async function open(size: number): Promise<Database> {
  const db = await openDatabase(database.url, { size })
  opened.push(db)
  return db
}

const context: Context = { tenantId: newId(), userId: null, reach: null, clock: null, requestId: null }
const read = (db: Database) => db.read(context)

interface Planned {
  statement: string
  own: number
  general: number
}

/** What one connection has prepared. */
async function plansOf(db: Database, pid: number): Promise<Planned[]> {
  const client = await db.pool.driver.connect()
  try {
    const { rows } = await client.query(
      `select statement, custom_plans::int as own, generic_plans::int as general from pg_prepared_statements
       where pg_backend_pid() = $1 and name not like 'trellis%'`,
      [pid],
    )
    return rows
  } finally {
    client.release()
  }
}

/** A statement with one plan for all values, which also says which connection answered. */
const codes = (from: number) => sql`
  select pg_backend_pid() as pid, (select count(*) from currencies where currency_id = ${from}::int) as found`
const pidOf = async (db: Database, from: number) => (await read(db).row<{ pid: number }>(codes(from)))?.pid ?? 0

test('after ten minutes of silence as many connections are open as the processors keep busy, and no more', async () => {
  const db = await open(40)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const lent = await Promise.all(Array.from({ length: 40 }, (_, n) => db.pool.borrow(`tenant ${n}`, false)))
  expect(db.pool.driver.totalCount).toBe(40)
  for (const { release } of lent) release()
  vi.advanceTimersByTime(600_000)
  const { min } = db.pool.driver.options
  expect(min).toBeGreaterThan(2)
  await expect.poll(() => db.pool.driver.totalCount).toBe(min)
  const pid = await pidOf(db, 1)
  vi.advanceTimersByTime(600_000)
  expect(await pidOf(db, 1)).toBe(pid)
})

test('what PostgreSQL decided about a plan on one connection holds for those that are opened later, before they serve', async () => {
  const db = await open(2)
  const first = await pidOf(db, 0)
  for (let times = 1; times < 8; times++) expect(await pidOf(db, times)).toBe(first)
  expect(await plansOf(db, first)).toEqual([expect.objectContaining({ own: 5, general: 3 })])

  const { release } = await db.pool.borrow('another tenant', true)
  const second = await pidOf(db, 8)
  expect(second).not.toBe(first)
  const third = await pidOf(db, 9)
  expect(third).toBe(second)
  // Planned once before it served, and used twice.
  const plans = await plansOf(db, second)
  expect(plans.filter(({ statement }) => statement.includes('from currencies'))).toEqual([
    expect.objectContaining({ own: 0, general: 3 }),
  ])
  release()
})

test('a statement whose plan depends on its values keeps a plan for each', async () => {
  const db = await open(1)
  const series = (until: number) =>
    read(db).row<{ pid: number; sum: number }>(
      sql`select pg_backend_pid() as pid, count(*) as sum from generate_series(1, ${until}::int)`,
    )
  for (let times = 1; times <= 12; times++) expect((await series(times))?.sum).toBe(times)
  const pid = (await series(3))?.pid ?? 0
  expect(await plansOf(db, pid)).toEqual([expect.objectContaining({ own: 13, general: 0 })])
})

test('functions that a statement with one plan for all values calls still choose for themselves', async () => {
  const db = await open(1)
  const mode = (n: number) =>
    read(db).row<{ mode: string }>(sql`select current_setting('plan_cache_mode') as mode, ${n}::int as n`)
  for (let times = 1; times < 12; times++) expect((await mode(times))?.mode).toBe('auto')
})

test('of very many statements a connection keeps those that were used last, and each is prepared again when it is asked', {
  tags: ['long'],
}, async () => {
  const db = await open(1)
  const numbered = (n: number) =>
    read(db).row<{ pid: number; n: number }>(sql`select pg_backend_pid() as pid, ${sql.lit(n)} + ${0}::int as n`)
  for (let n = 0; n < 1200; n++) {
    expect((await numbered(n))?.n).toBe(n)
    // One that is asked again and again is never forgotten.
    if (n % 50 === 0) await numbered(3)
  }
  const pid = (await numbered(0))?.pid ?? 0
  const plans = await plansOf(db, pid)
  expect(plans.length).toBeLessThanOrEqual(200)
  expect(plans.length).toBeGreaterThan(100)
  const usesOf = (n: number) =>
    plans.filter(({ statement }) => statement.includes(`, ${n} +`)).map(({ own, general }) => own + general)
  expect(usesOf(1199)).toEqual([1])
  expect(usesOf(0)).toEqual([1])
  expect(usesOf(600)).toEqual([])
  expect(usesOf(3)[0]).toBeGreaterThan(20)
})

test('very many calls at once, of several tenants, on a pool that has just been opened are all answered', async () => {
  const db = await open(10)
  const writes = Array.from({ length: 60 }, (_, n) =>
    db.write({ ...context, tenantId: [newId(), context.tenantId, ''][n % 3] || context.tenantId }, (tx) =>
      tx.row<{ n: number }>(sql`select ${n}::int as n`),
    ),
  )
  expect((await Promise.all(writes)).map((row) => row?.n)).toEqual(Array.from({ length: 60 }, (_, n) => n))
})

test('a migration that changes the type of a column is noticed by no call, read or write, of a process that runs', async () => {
  const db = await open(3)
  const admin = new pg.Client(database.adminUrl)
  await admin.connect()
  try {
    await admin.query(
      'create table migrated (amount int not null); insert into migrated values (1); grant select, update on migrated to public',
    )
    const amount = sql`select amount from migrated`
    const all = async () => {
      const lent = await Promise.all(Array.from({ length: 3 }, (_, n) => db.pool.borrow(`all ${n}`, false)))
      for (const { client } of lent) await client.query(compile(amount))
      for (const { release } of lent) release()
    }
    await all()
    await admin.query('alter table migrated alter amount type numeric')
    expect(await read(db).row(amount)).toEqual({ amount: '1' })
    await all()
    await admin.query('alter table migrated alter amount type bigint')
    expect(await db.write(context, (tx) => tx.row(amount))).toEqual({ amount: 1 })
    await all()
    const lent = await Promise.all(Array.from({ length: 3 }, (_, n) => db.pool.borrow(`all ${n}`, false)))
    for (const { client } of lent) await client.query('deallocate all')
    for (const { release } of lent) release()
    expect(await db.write(context, (tx) => tx.row(amount))).toEqual({ amount: 1 })
    expect(await read(db).row(amount)).toEqual({ amount: 1 })
  } finally {
    await admin.query('drop table if exists migrated')
    await admin.end()
  }
})
