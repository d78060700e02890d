import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { often } from '../../testing/full.ts'

/* Texts that are found by a part (decision 181): what the index finds is what comparing finds. Covers: server/schema/platform.sql */

const database = await testDatabase()
const client = new pg.Client(database.adminUrl)
await client.connect()
afterAll(async () => {
  await client.end()
  await database.drop()
})

const tenant = '00000000-0000-7000-8000-000000000001'
const other = '00000000-0000-7000-8000-000000000002'

/** A generator of the same numbers at each run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return (below: number) => Math.floor(next() * below)
}
const random = randomFrom(181)
/** Few letters, so that parts occur; separators, wildcards and escapes, letters that fold to several, wide forms, and others. */
const letters = [...'aaabbbcc123---   %_\\ßÆéÜ½％＿＼東京🧭.,/@\'"\t']
const typedText = (most: number) =>
  Array.from({ length: random(most + 1) }, () => letters[random(letters.length)] ?? '').join('')

const write = async (texts: { tenantId: string; kind: string; text: string }[]) => {
  await client.query(
    `insert into texts (tenant_id, kind, text_id, record_id, folded)
     select t.tenant_id, t.kind, gen_random_uuid(), gen_random_uuid(), fold(t.text)
     from unnest($1::uuid[], $2::text[], $3::text[]) t (tenant_id, kind, text)`,
    [texts.map(({ tenantId }) => tenantId), texts.map(({ kind }) => kind), texts.map(({ text }) => text)],
  )
}
const idsOf = async (query: string, values: unknown[]) =>
  (await client.query<{ id: string }>(query, values)).rows.map(({ id }) => id).sort()

test('what the index finds is what comparing each text finds, whatever is typed (rules U6)', async () => {
  await client.query('truncate texts')
  await write(
    Array.from({ length: 3000 }, () => ({
      tenantId: random(5) === 0 ? other : tenant,
      kind: random(5) === 0 ? 'deal' : 'order',
      text: typedText(14),
    })),
  )
  await client.query(`select set_config('app.tenant', $1, false)`, [tenant])
  await client.query('set enable_seqscan = off')
  let found = 0
  let isNarrowed = 0
  for (let round = 0; round < often(400, 4000); round++) {
    const words = Array.from({ length: 1 + random(3) }, () => typedText(6)).filter((word) => word !== '')
    const [one = 'a', two = null, three = null] = words
    const patterns = random(4) === 0 ? 'array[part_like(x)]' : 'word_patterns(x)'
    const asked = `select ${[0, 1, 2].map((at) => `(select ${patterns} from (select $${at + 1}::text as x) w where x is not null) as p${at}`).join(', ')}`
    const byIndex = await idsOf(
      `select f.text_id as id from (${asked}) q, texts_with_words('order', q.p0, q.p1, q.p2, null) f`,
      [one, two, three],
    )
    const compared = await idsOf(
      `select t.text_id as id from texts t, (${asked}) q
       where t.tenant_id = $4 and t.kind = 'order' and t.folded like any(q.p0)
         and ($2::text is null or t.folded like any(q.p1)) and ($3::text is null or t.folded like any(q.p2))`,
      [one, two, three, tenant],
    )
    expect(byIndex, JSON.stringify([one, two, three, patterns])).toEqual(compared)
    found += Math.min(byIndex.length, 1)
    const [narrowed] = (
      await client.query<{ n: number }>(`select cardinality(pattern_grams(7, word_patterns($1))) as n`, [one])
    ).rows
    isNarrowed += Math.min(narrowed?.n ?? 0, 1)
  }
  // Neither all nor none: both ways were taken, and many words find something.
  expect(found).toBeGreaterThan(often(400, 4000) / 10)
  expect(isNarrowed).toBeGreaterThan(often(400, 4000) / 3)
  expect(isNarrowed).toBeLessThan(often(400, 4000))
})

test('patterns with wildcards in between are found by what is between them', async () => {
  await client.query('truncate texts')
  await write(['abc-123 xyz', 'abcX123', 'xyz abc', 'a%c'].map((text) => ({ tenantId: tenant, kind: 'order', text })))
  const matching = (...patterns: string[]) =>
    idsOf(`select folded as id from texts_with_words('order', $1, null, null, null)`, [patterns])
  expect(await matching('%abc%123%')).toEqual(['abc-123 xyz', 'abcx123'])
  expect(await matching('abc_123%')).toEqual(['abc-123 xyz', 'abcx123'])
  expect(await matching('abc%')).toEqual(['abc-123 xyz', 'abcx123'])
  expect(await matching('%xyz', '%123')).toEqual(['abc-123 xyz', 'abcx123'])
  expect(await matching('a\\%c')).toEqual(['a%c'])
  expect(await matching('%')).toHaveLength(4)
  expect(await matching()).toEqual([])
})

test('a search reads the letters of its own tenant and kind alone, and no more texts than asked for', async () => {
  await client.query('truncate texts')
  const text = 'so-2026-000123'
  await write([
    ...Array.from({ length: 2000 }, (_, n) => ({ tenantId: other, kind: 'order', text: `${text}${n}` })),
    ...Array.from({ length: 2000 }, (_, n) => ({ tenantId: tenant, kind: 'deal', text: `${text}${n}` })),
    ...Array.from({ length: 30 }, (_, n) => ({ tenantId: tenant, kind: 'order', text: `${text}${n}` })),
  ])
  await client.query('vacuum analyze texts')
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, format json) select from texts t
     where text_grams(text_scope(t.tenant_id, t.kind), ' ' || t.folded)
       @> pattern_grams(text_scope('${tenant}', 'order'), word_patterns('2026-0001'))`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  expect(plan?.Plans?.[0]).toMatchObject({ 'Index Name': 'texts_by_part', 'Actual Rows': 30 })
  for (const most of [1, 7, 30, 1000])
    expect(
      await idsOf(`select text_id as id from texts_with_words('order', word_patterns('2026'), null, null, $1)`, [most]),
    ).toHaveLength(Math.min(most, 30))
})

interface Plan {
  'Index Name'?: string
  'Actual Rows': number
  Plans?: Plan[]
}
