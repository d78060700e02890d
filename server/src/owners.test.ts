import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type Ownership, owners } from './owners.ts'
import { testDatabase } from './testing/database.ts'
import { type Mention, mentionsIn, mentionsOf } from './testing/sql-of.ts'

const modules = fileURLToPath(new URL('./modules', import.meta.url))
const schema = fileURLToPath(new URL('../schema', import.meta.url))
const columns = Object.entries<Ownership>(owners)
const ownerOf = new Map(columns.flatMap(([column, { tables }]) => tables.map((table) => [table, column] as const)))
const offered = new Set(columns.flatMap(([, { offers }]) => offers.map((view) => `offered.${view}`)))

const database = await testDatabase()
const client = new pg.Client(database.url)
await client.connect()
afterAll(async () => {
  await client.end()
  await database.drop()
})

const inDatabase = async (schema: string, kind: string) =>
  (
    await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = $2 order by 1`,
      [schema, kind],
    )
  ).rows.map(({ name }) => name)

/** Forbidden tables in the SQL of a column, each with its place. */
const trespasses = (column: string, mentions: Mention[]) =>
  mentions
    .filter(({ table, kind }) => {
      if (table.startsWith('offered.')) return kind === 'write' || !offered.has(table)
      const owner = ownerOf.get(table.replace(/^public\./, ''))
      return owner !== undefined && owner !== column
    })
    .map(({ file, line, kind, table }) => `${file.slice(modules.length + 1)}:${line} ${kind}s ${table}`)

test('every table of the database has one owner', async () => {
  expect([...ownerOf.keys()].sort()).toEqual(await inDatabase('public', 'r'))
  expect(columns.flatMap(([, { tables }]) => tables)).toHaveLength(ownerOf.size)
})

test('the views that a column offers show its own tables, and there are no other views', async () => {
  expect([...offered].sort()).toEqual((await inDatabase('offered', 'v')).map((view) => `offered.${view}`))
  const { rows } = await client.query<{ view: string; reads: string[]; invoker: boolean }>(`
    select v.relname as view, array_agg(distinct t.relname::text) as reads,
           coalesce(v.reloptions @> array['security_invoker=true'], false) as invoker
    from pg_class v
    join pg_rewrite w on w.ev_class = v.oid
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid and d.refclassid = 'pg_class'::regclass
    join pg_class t on t.oid = d.refobjid and t.oid <> v.oid
    where v.relnamespace = 'offered'::regnamespace group by v.oid, v.relname, v.reloptions`)
  for (const { view, reads, invoker } of rows) {
    const owner = columns.find(([, { offers }]) => offers.includes(view))?.[0]
    expect(
      reads.map((table) => ownerOf.get(table)),
      view,
    ).toEqual(reads.map(() => owner))
    expect(invoker, `${view} is read with the reader's row-level security`).toBe(true)
  }
})

test.each(readdirSync(modules).filter((name) => !name.includes('.')))(
  '%s writes only its own tables, and reads others through what their owners offer',
  (column) => {
    expect(trespasses(column, mentionsIn(join(modules, column)))).toEqual([])
  },
)

test.each(readdirSync(schema))('the functions and triggers of %s write only tables of their own column', (file) => {
  const mentions = mentionsOf(join(schema, file), readFileSync(join(schema, file), 'utf8'))
  const column = file.replace('.sql', '')
  const writes = mentions.filter(({ kind, table }) => {
    const owner = ownerOf.get(table.replace(/^(public|offered)\./, ''))
    return kind === 'write' && owner !== undefined && owner !== column
  })
  expect(writes.map(({ line, table }) => `${file}:${line} writes ${table}`)).toEqual([])
})

/** Foundation first, as in app.ts. */
const order = columns.map(([column]) => column)
const functionOwners = new Map(
  readdirSync(schema)
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) =>
      [...readFileSync(join(schema, file), 'utf8').matchAll(/create or replace function (\w+)\(/g)].map(
        ([, name = '']) => [name, file.replace('.sql', '')] as const,
      ),
    ),
)
const viewOwners = new Map<string, string>(
  columns.flatMap(([column, { offers }]) => offers.map((view) => [`offered.${view}`, column] as const)),
)

/** What a column asks of columns that depend on it, by name. Functions are told by the underscore in their names. */
function upward(column: string, mentions: Mention[], text: string): string[] {
  const named = text.replace(/--.*|\/\/.*|\/\*[\s\S]*?\*\//g, '')
  const things = [
    ...mentions.map(({ table }) => table.replace(/^public\./, '')),
    ...[...named.matchAll(/\b(?:references|alter table) (\w+)/g)].map(([, table = '']) => table),
    ...[...named.matchAll(/\b(\w+_\w+)\(/g)].map(([, name = '']) => name),
  ]
  const ownerOfThing = (thing: string) => viewOwners.get(thing) ?? ownerOf.get(thing) ?? functionOwners.get(thing)
  return things.filter((thing) => order.indexOf(ownerOfThing(thing) ?? '') > order.indexOf(column))
}

const sourcesOf = (column: string): string =>
  readdirSync(join(modules, column), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .map((path) => readFileSync(join(modules, column, path), 'utf8'))
    .join('\n')

/**
 * What still looks upward. An entry that is no longer needed fails: the list only shrinks. What a lower column needs of
 * higher ones is collected as an offer, as `today`, `find` and `news` do it.
 */
const notYetMended: Record<string, string[]> = {
  tenants: ['offered.accounts', 'offered.user_roles', 'offered.users'],
  audit: [
    ...['accounts_at_or_below', 'deal_managers', 'offered.deals', 'offered.orders', 'offered.price_lists'],
    ...['offered.products', 'offered.users', 'reachable_accounts'],
  ],
  accounts: ['offered.certificate_badges', 'offered.users'],
  catalogue: ['effective_prices', 'offered.stock_balances'],
  'price-lists': ['offered.order_items'],
  stock: ['offered.licenses', 'offered.orders'],
  files: ['offered.order_attachments', 'offered.orders'],
  orders: ['offered.issued_certificates', 'offered.licenses'],
  environments: ['offered.licenses'],
}

test('the owners stand in the order of app.ts', () => {
  const imported = [
    ...readFileSync(join(modules, '../app.ts'), 'utf8').matchAll(/from '\.\/modules\/([\w-]+)\/index\.ts'/g),
  ].map(([, column]) => column)
  expect(order).toEqual(['platform', ...imported])
})

test.each(order)('the SQL of %s asks only what stands below it', (column) => {
  const file = join(schema, `${column}.sql`)
  const own = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const isModule = column !== 'platform'
  const found = [
    ...upward(column, mentionsOf(file, own), own),
    ...(isModule ? upward(column, mentionsIn(join(modules, column)), sourcesOf(column)) : []),
  ]
  expect([...new Set(found)].sort()).toEqual(notYetMended[column] ?? [])
})

test('every owner is a column, or the platform', () => {
  for (const [column] of columns.filter(([name]) => name !== 'platform'))
    expect(existsSync(join(modules, column)), column).toBe(true)
})

test.each(['accounts', 'addresses', 'users', 'products', 'product_publications', 'price_list_accounts'])(
  'screen and import fill %s by one insert',
  (table) => {
    const sources = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter((path) =>
      // The service user of an API key is nobody whom a screen or an import creates.
      /(?<!\.test|api-keys\/save-key)\.ts$/.test(path),
    )
    const inserting = sources.flatMap((path) =>
      [...readFileSync(join(modules, path), 'utf8').matchAll(new RegExp(`insert into ${table}\\b`, 'g'))].map(
        () => path,
      ),
    )
    expect(inserting).toHaveLength(1)
  },
)

test('a foreign write, a foreign read and a write through a view are detected', () => {
  const source = `
    // comments are ignored: delete from orders
    sql\`insert into orders (code) values (\${code})\`
    sql\`select 1 from stock_balances b join offered.orders o on true, products p\`
    sql\`update offered.orders set code = ''\``
  expect(trespasses('stock', mentionsOf(`${modules}/stock/x.ts`, source))).toEqual([
    'stock/x.ts:3 writes orders',
    'stock/x.ts:5 writes offered.orders',
    'stock/x.ts:4 reads products',
  ])
  expect(trespasses('mail', mentionsOf(`${modules}/mail/x.ts`, source))).toContain('mail/x.ts:4 reads stock_balances')
})

test.each([
  ['in a common table expression', 'with made as (insert into orders (code) values (1) returning code) select 1'],
  ['by a merge', 'merge into orders o using mine m on o.code = m.code when matched then delete'],
  ['in capitals', 'DELETE FROM Orders'],
  ['in quotes', 'update "orders" set code = 1'],
  ['with its schema', 'update "public"."orders" set code = 1'],
  ['of the table alone', 'update only orders set code = 1'],
  ['by a truncation', 'truncate orders'],
  ['by a copy', 'copy orders from stdin'],
  ['by a name that is put in', `delete from \${sql.ref('orders')} where true`],
  ['by raw text', `\${sql.raw('update orders set code = 1')}`],
])('a foreign write %s is detected', (_, statement) => {
  const [found = ''] = trespasses('stock', mentionsOf(`${modules}/stock/x.ts`, `sql\`${statement}\``))
  expect(found).toMatch(/^stock\/x\.ts:1 writes (public\.)?orders$/)
})

test.each([
  ['in quotes', 'select 1 from "orders" o'],
  ['in capitals, after a comma', 'SELECT 1 FROM STOCK_BALANCES B, ORDERS O'],
  ['by its alias after a comma', 'select 1 from stock_balances b, orders as o'],
  ['by a name that is put in', `select 1 from \${sql.ref('orders')} o`],
])('a foreign read %s is detected', (_, statement) => {
  expect(trespasses('stock', mentionsOf(`${modules}/stock/x.ts`, `sql\`${statement}\``))).toEqual([
    'stock/x.ts:1 reads orders',
  ])
})
