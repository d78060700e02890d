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

test('words that most texts have leave the index aside, and a rare one beside them does not', async () => {
  await client.query('truncate texts')
  await write(Array.from({ length: 300 }, (_, n) => ({ tenantId: tenant, kind: 'order', text: `so-2026-${1000 + n}` })))
  const scans = async () =>
    (await client.query<{ scans: number }>(`select pg_stat_get_xact_numscans('texts_by_part'::regclass)::int as scans`))
      .rows[0]?.scans ?? 0
  const scansFor = async (...words: string[]) => {
    await client.query('begin')
    const before = await scans()
    const { length } = await idsOf(
      `select text_id as id from texts_with_words('order', word_patterns($1), word_patterns($2), word_patterns($3), null)`,
      [words[0] ?? null, words[1] ?? null, words[2] ?? null],
    )
    const after = await scans()
    await client.query('rollback')
    return [length, after - before]
  }
  expect(await scansFor('2026')).toEqual([300, 0])
  expect(await scansFor('so', '2026', '-1')).toEqual([300, 0])
  expect(await scansFor('1299')).toEqual([1, 1])
  expect(await scansFor('2026', '1299')).toEqual([1, 1])
  expect(await scansFor('2026', 'so', '1299')).toEqual([1, 1])
  expect(await scansFor('-')).toEqual([300, 0])
})

test('a table that declares its texts is found by what its rows have now', async () => {
  await client.query(`
    truncate texts;
    create table gadgets (tenant_id uuid, gadget_id uuid primary key, owner_id uuid, name text, mail citext, note text);
    call findable('gadgets', 'gadgetOf', 'gadget_id', 'owner_id', 'name', 'mail')`)
  const [one, two, owner, another] = [1, 2, 3, 4].map((n) => `00000000-0000-7000-8000-00000000001${n}`)
  const kept = async () =>
    (
      await client.query<{ text: string }>(
        `select concat_ws(' ', right(text_id::text, 1), right(record_id::text, 1), folded) as text from texts
         where tenant_id = $1 and kind = 'gadgetOf' order by text_id`,
        [tenant],
      )
    ).rows.map(({ text }) => text)
  await client.query(
    `insert into gadgets values ($1, $2, $4, 'Büro', 'A@b.example', ''), ($1, $3, $4, null, null, '')`,
    [tenant, one, two, owner],
  )
  expect(await kept()).toEqual(['1 3 buro a@b.example', '2 3 '])
  await client.query(`update gadgets set name = 'Über', owner_id = $2 where gadget_id = $1`, [two, another])
  expect(await kept()).toEqual(['1 3 buro a@b.example', '2 4 uber'])
  await client.query(`update gadgets set mail = 'a@B.example', note = 'x'`)
  expect(await kept()).toEqual(['1 3 buro a@b.example', '2 4 uber a@b.example'])
  await client.query('delete from gadgets where gadget_id = $1', [one])
  expect(await kept()).toEqual(['2 4 uber a@b.example'])
  await client.query(`
    call findable('gadgets', 'gadgetOf', 'gadget_id', 'owner_id', 'note');
    update gadgets set note = 'Y'; drop table gadgets`)
  expect(await kept()).toEqual(['2 4 y'])
})

interface Plan {
  'Index Name'?: string
  'Actual Rows': number
  Plans?: Plan[]
}

test('whether most texts have a word is told by the oldest, the newest and those of two times between, and how many there are, of one tenant and kind', async () => {
  const mostHave = async (isOfThem: string) => {
    await client.query('truncate texts')
    await client.query(
      `insert into texts (tenant_id, kind, text_id, record_id, folded)
       select case when n between 1 and 90 then $1 else $2 end::uuid, case when n < 0 then 'deal' else 'order' end,
              id_at(now() + n * interval '1 s'), gen_random_uuid(), case when ${isOfThem} then 'acme' else 'nordico' end || n
       from generate_series(-90, 180) n`,
      [tenant, other],
    )
    const { rows } = await client.query<{ has: boolean }>(
      `select most_texts_have('order', word_patterns('acm')) as has`,
    )
    return rows[0]?.has
  }
  await client.query(`select set_config('app.tenant', $1, false)`, [tenant])
  expect(await mostHave('true')).toBe(true)
  expect(await mostHave('n not between 20 and 80')).toBe(false)
  expect(await mostHave('n between 10 and 90')).toBe(true)
  expect(await mostHave('n not between 1 and 90')).toBe(false)
  const number = async (most: number) =>
    (await client.query<{ n: number }>(`select number_of_texts('order', $1) as n`, [most])).rows[0]?.n
  expect([await number(60), await number(1000)]).toEqual([60, 90])
  await client.query('truncate texts')
  const { rows } = await client.query(`select most_texts_have('order', word_patterns('acm')) as has`)
  expect(rows).toEqual([{ has: false }])
})
