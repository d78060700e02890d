import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, testSecrets } from '../testing/database.ts'
import { openDatabase } from './database/database.ts'
import { sql } from './database/sql.ts'
import { Refusal } from './refusal.ts'
import { sweepJobs } from './sweep.ts'
import { type Allowance, openThrottle } from './throttle.ts'

const database = await testDatabase()
const db = await openDatabase(database.url, { secrets: testSecrets })
// Acts as another process.
const elsewhere = await openDatabase(database.url, { secrets: testSecrets })
const throttle = openThrottle(db)
afterAll(async () => {
  await db.close()
  await elsewhere.close()
  await database.drop()
})
beforeEach(() => db.shared.run(sql`delete from throttles`))

const growing: Allowance = { free: 3, seconds: 10, longest: 35, memory: 100 }
const level: Allowance = { free: 3, seconds: 10, longest: 10, memory: 60 }
const pass = (seconds: number) =>
  db.shared.run(sql`
    update throttles set window_ends_at = window_ends_at - make_interval(secs => ${seconds}),
      blocked_until = blocked_until - make_interval(secs => ${seconds})`)

/** Seconds to wait, or 0 when the attempt was counted. */
const take = async (allowance: Allowance, by = throttle, key = 'a') => {
  try {
    await by.take(key, allowance)
    return 0
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal)
    expect(error).toMatchObject({ code: 'RQ429' })
    return Number((error as Refusal).headers['retry-after'])
  }
}

test('the free attempts pass, then each wait is twice as long as the one before, up to the longest', async () => {
  for (let n = 0; n < 3; n++) expect(await take(growing)).toBe(0)
  const waits = []
  for (let n = 0; n < 4; n++) {
    const wait = await take(growing)
    waits.push(wait)
    await pass(wait)
    expect(await take(growing)).toBe(0)
  }
  expect(waits).toEqual([10, 20, 35, 35])
})

test('counts are forgotten when nothing happens for long enough', async () => {
  for (let n = 0; n < 3; n++) await take(growing)
  await pass(10 + 99)
  expect(await take(growing)).toBe(0)
  expect(await take(growing)).toBe(20)
  await pass(20 + 101)
  for (let n = 0; n < 3; n++) expect(await take(growing)).toBe(0)
  expect(await take(growing)).toBe(10)
})

test('with a constant wait, counting starts again after it', async () => {
  for (let n = 0; n < 3; n++) await take(level)
  expect(await take(level)).toBe(10)
  await pass(61)
  for (let n = 0; n < 3; n++) expect(await take(level)).toBe(0)
  expect(await take(level)).toBe(10)
})

test('a few counts spread over longer than the memory never add up', async () => {
  for (let n = 0; n < 12; n++) {
    expect(await take(level)).toBe(0)
    await pass(31)
  }
})

test('of a hundred at once, in two processes, exactly the free ones pass', async () => {
  const other = openThrottle(elsewhere)
  const waits = await Promise.all(Array.from({ length: 100 }, (_, n) => take(growing, n % 2 ? throttle : other)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
})

test('a successful attempt is taken back, and with it the wait, but not the attempts of others', async () => {
  for (let n = 0; n < 3; n++) await take(growing)
  await throttle.forgive('a', growing)
  expect(await take(growing)).toBe(0)
  expect(await take(growing)).toBe(10)
  await throttle.forget('a')
  expect(await take(growing)).toBe(0)
})

test('keys are counted separately', async () => {
  for (let n = 0; n < 3; n++) await throttle.take('b', growing)
  await throttle.take('a', growing)
  await expect(throttle.take('b', growing)).rejects.toMatchObject({ code: 'RQ429' })
  expect(await take(growing)).toBe(0)
})

test('expired counters are deleted', async () => {
  await take(growing, throttle, 'old')
  await pass(101)
  await take(growing, throttle, 'young')
  const sweep = sweepJobs(db, async () => []).find(({ name }) => name === 'platform:sweep')
  await sweep?.run({})
  expect(await db.shared.rows(sql`select count from throttles`)).toEqual([{ count: 1 }])
})

test('the database does not show whose counter it is', async () => {
  await throttle.take('sign-in:anna@acme.example', growing)
  expect(await db.shared.rows(sql`select key from throttles`)).toEqual([
    { key: expect.stringMatching(/^sign-in:[\w-]{43}$/) },
  ])
})
