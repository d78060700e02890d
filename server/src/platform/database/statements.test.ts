import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { newId } from '../ids.ts'
import { openDatabase } from './database.ts'
import { compile, keptPieces, type Sql, sql } from './sql.ts'
import { preparedOf, type Step, value } from './statements.ts'
import type { Context } from './tx.ts'

/* A statement is known by the templates that it is made of, and one text is asked without its description (decision 183). */

const database = await testDatabase()
const db = await openDatabase(database.url)
afterAll(async () => {
  await db.close()
  await database.drop()
})
const context: Context = { tenantId: newId(), userId: null, reach: null, clock: null, requestId: null }
const reader = db.read(context)

const between = (from: unknown, to: unknown): Sql => sql`x between ${from} and ${to}`
const one = (more: Sql, from: unknown, to: unknown): Sql => sql`select ${between(from, to)} and ${more} limit ${20}`

test('a statement has its values in order, however deep they stand', () => {
  const { text, values } = compile(one(sql`y = ${'z'} or ${between(3, 4)}`, 1, 2))
  expect(text).toBe('select x between $1 and $2 and y = $3 or x between $4 and $5 limit $6')
  expect(values).toEqual([1, 2, 'z', 3, 4, 20])
  expect(sql.join([]).text).toBe('')
  expect(sql.join([1, sql`now()`, 2]).text).toBe('$1, now(), $2')
  const many = compile(sql.join(Array.from({ length: 150 }, (_, n) => n)))
  expect(many.text).toMatch(/^\$1, \$2, .*, \$150$/)
  expect(many.values).toHaveLength(150)
})

test('the same question with other values is the same statement, and with another word it is not', () => {
  const asked = [1, 2, 3].map((n) => compile(one(sql`y = ${n}`, n, n)))
  expect(new Set(asked.map(({ prepared }) => prepared))).toHaveProperty('size', 1)
  expect(asked.map(({ values }) => values[0])).toEqual([1, 2, 3])
  // Alike in all that is counted: the lengths of the texts.
  const alike = ['asc', 'dsc'].flatMap((way) =>
    [10, 20].map((limit) => sql`order by ${sql.raw(way)} limit ${sql.lit(limit)}`),
  )
  expect(alike.map((query) => compile(query).text)).toEqual(alike.map(({ text }) => text))
  expect(new Set(alike.map((query) => compile(query).name))).toHaveProperty('size', 4)
  const [first, second] = [sql`select a`, sql`select b`]
  expect([compile(first).text, compile(second).text, compile(first).text]).toEqual(['select a', 'select b', 'select a'])
})

test('one text is one statement, however it is put together', () => {
  const whole = compile(sql`select ${1} from a where b`)
  const pieced = compile(sql`select ${1} from ${sql.ref('a').text.length === 3 ? sql.raw('a') : sql``} where b`)
  expect(pieced.prepared).toBe(whole.prepared)
  expect(preparedOf(['select 4711'], () => 'select 4711')).toBe(compile(sql`select 4711`).prepared)
})

test('the text of a statement that is known is not put together again', () => {
  let made = 0
  const ask = (...steps: Step[]) =>
    preparedOf(steps, () => {
      made += 1
      return `select 'made ${steps.length}'`
    })
  const texts = ["select 'made", "'"]
  for (let n = 0; n < 3; n++) ask(texts, value)
  expect(made).toBe(1)
  ask(texts, value, value)
  expect(made).toBe(2)
})

test('equal pieces of different sessions make one statement', () => {
  const pieces = keptPieces<object>()
  const [session, another] = [{}, {}]
  const make = () => sql`select ${1}, ${sql.join([sql`a`, sql`b`])}`
  const statement = (owner: object) => compile(sql`${pieces(owner, 'fields', make)} from c where d = ${2}`)
  expect(pieces(session, 'fields', make)).toBe(pieces(session, 'fields', make))
  expect(statement(session).prepared).toBe(statement(another).prepared)
  expect(statement(session)).toMatchObject({ text: 'select $1, a, b from c where d = $2', values: [1, 2] })
})

test('of very many statements those that were asked last are known by their templates still', () => {
  const often = sql`select 'often'`
  const { prepared } = compile(often)
  for (let n = 0; n < 1500; n++) {
    compile(sql.raw(`select 'once ${n}'`))
    if (n % 100 === 0) expect(compile(often).prepared).toBe(prepared)
  }
  expect(compile(often).text).toBe("select 'often'")
  expect(compile(often).prepared).toBe(prepared)
})

test('a statement that is put together in very many ways is the same one each time', () => {
  const { prepared } = compile(sql`select 'ways'`)
  for (let n = 0; n < 2500; n++) {
    const gap = sql.join(
      Array.from({ length: 100 + (n % 7) }, () => sql``),
      sql``,
    )
    expect(compile(sql`select ${gap}'ways'`).prepared).toBe(prepared)
  }
})

test('an answer of one text is that text, or nothing', async () => {
  const text = async (query: Sql) => (await reader.json<unknown>(query))?.text
  for (let n = 0; n < 9; n++)
    expect(await text(sql`select '{"n":' || ${n}::int || ',"é":"€😀"}'`)).toBe(`{"n":${n},"é":"€😀"}`)
  expect(await text(sql`select null::text`)).toBeUndefined()
  expect(await text(sql`select 'x' where false`)).toBeUndefined()
  expect(await text(sql`select n::text from generate_series(1, 3) n`)).toBe('1')
  expect(await text(sql`select current_setting('app.tenant')`)).toBe(context.tenantId)
  const long = await text(sql`select repeat('ä', 300000)`)
  expect(long).toBe('ä'.repeat(300_000))
})

test('a text that cannot be made is refused with the error of the database, and the next one is answered', async () => {
  const share = (n: number) => reader.json<unknown>(sql`select (1 / ${n}::int)::text`)
  await expect(share(0)).rejects.toMatchObject({ code: '22012' })
  expect((await share(1))?.text).toBe('1')
  await expect(reader.json(sql`select nothing from nowhere`)).rejects.toMatchObject({ code: '42P01' })
  const circle: Record<string, unknown> = {}
  circle.self = circle
  await expect(reader.json(sql`select ${circle}::text`)).rejects.toThrow(/circular/i)
  const asked = await Promise.all([1, 0, 1].map((n) => share(n).catch((error: { code: string }) => error.code)))
  expect(asked).toMatchObject([{ text: '1' }, '22012', { text: '1' }])
})
