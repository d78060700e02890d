import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { mentionsOf } from '../../testing/sql-of.ts'
import { distribution, readCatalogue } from './distributed.ts'

const database = await testDatabase()
const client = new pg.Client(database.adminUrl)
await client.connect()
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** What `statements` leave to find when they are run and undone. */
async function faultsAfter(...statements: string[]): Promise<string[]> {
  await client.query('begin')
  for (const statement of statements) await client.query(statement)
  const { faults } = distribution(await readCatalogue(client))
  await client.query('rollback')
  return faults
}

test('the whole schema can be distributed by tenant: every key has the tenant and leads into the same shard', async () => {
  expect(distribution(await readCatalogue(client)).faults).toEqual([])
})

test('every table is placed once, and every foreign key is back but that of products of other tenants', async () => {
  const catalogue = await readCatalogue(client)
  const { statements } = distribution(catalogue)
  const text = statements.join('\n')
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] as string)
  const placed = [
    ...named(/create_reference_table\('(\w+)'/g),
    ...named(/create_distributed_table\('(\w+)', 'tenant_id'/g),
    ...named(/On the coordinator alone: (.*), and/g).flatMap((names) => names.split(', ')),
  ]
  expect(placed.sort()).toEqual(catalogue.tables.map(({ name }) => name))
  expect(named(/create_reference_table\('(\w+)'/g)).toEqual(['currencies', 'serial_keys', 'tenant_hosts', 'tenants'])
  const dropped = named(/drop constraint (\w+);/g)
  const added = named(/add constraint (\w+) foreign key/gi)
  expect(dropped.filter((name) => !added.includes(name))).toEqual([
    'product_publications_owner_tenant_id_product_id_fkey',
  ])
})

test('but for the calls to Citus, PostgreSQL takes the statements', async () => {
  const { statements } = distribution(await readCatalogue(client))
  const keysOf = async () => (await readCatalogue(client)).keys.map(({ name, definition }) => `${name} ${definition}`)
  const before = await keysOf()
  await client.query('begin')
  await client.query(`
    create function create_reference_table(text) returns void language sql as '';
    create function create_distributed_table(text, text, colocate_with text) returns void language sql as ''`)
  for (const statement of statements) await client.query(statement)
  const after = await keysOf()
  await client.query('rollback')
  expect(before.filter((key) => !after.includes(key))).toHaveLength(1)
})

test.each([
  [
    'create table things (thing_id uuid primary key)',
    ['things has no tenant', 'things: things_pkey is unique beyond a tenant'],
  ],
  [
    'create table things (tenant_id uuid not null, number bigint generated always as identity, primary key (tenant_id, number))',
    ['things.number is numbered by a sequence'],
  ],
  ['create unlogged table things (tenant_id uuid primary key)', ['things is not logged']],
  ['create unique index once on orders (order_id)', ['orders: once is unique beyond a tenant']],
  [
    'alter table accounts add constraint odd unique (tenant_id, account_id); create table things (tenant_id uuid not null, other_id uuid, account_id uuid, primary key (tenant_id, account_id), foreign key (other_id, account_id) references accounts (tenant_id, account_id))',
    ['things: things_other_id_account_id_fkey leads out of the shard'],
  ],
  [
    'create table things (tenant_id uuid not null, account_id uuid, primary key (tenant_id, account_id), constraint emptied foreign key (tenant_id, account_id) references accounts on delete set null)',
    ['things: emptied empties the tenant'],
  ],
  ['create policy open on orders using (true)', ['orders.open shows rows of other tenants']],
])('%s would not work there, and is named', async (statement, faults) => {
  expect(await faultsAfter(statement)).toEqual(faults)
})

/*
 * Every statement is of one tenant. Requests, jobs and imports run as a login that row-level security holds to the tenant of
 * the setting, on each table that is distributed (tenancy.test.ts, rights.test.ts); the catalogue above names the two policies
 * that show more. What is left are functions that run as the owner, and read tables that have no policy.
 */
test('functions that see rows beyond row-level security name the tenant of each table they read', async () => {
  const open = (await readCatalogue(client)).tables.filter(({ hasTenant }) => hasTenant).map(({ name }) => name)
  const { rows: unsecured } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relforcerowsecurity`,
  )
  const texts = unsecured.map(({ name }) => name).filter((name) => open.includes(name) && /_texts$/.test(name))
  expect(texts.sort()).toEqual(['audit_texts', 'find_texts', 'license_texts'])
  const { rows: functions } = await client.query<{ name: string; body: string }>(
    `select proname as name, pg_get_functiondef(oid) as body from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))`,
  )
  const reading = functions.filter(({ body }) => texts.some((table) => new RegExp(`\\b${table}\\b`).test(body)))
  expect(reading.length).toBeGreaterThan(6)
  expect(reading.filter(({ body }) => !/tenant_id\b/.test(body)).map(({ name }) => name)).toEqual([])
})

test('a statement without a tenant reads tables of the installation, or a function that sets one tenant after another', async () => {
  const folder = fileURLToPath(new URL('../..', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^testing/.test(name),
  )
  const sent = files.flatMap((name) =>
    [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/\bshared\)?\s*\.\s*(?:rows?|run|json)\b[^`]*`([^`]*)`/g),
    ].map((match) => match[1] as string),
  )
  expect(sent.length).toBeGreaterThan(12)
  const catalogue = await readCatalogue(client)
  const ofTenants = new Set(
    [
      ...distribution(catalogue)
        .statements.join('\n')
        .matchAll(/create_distributed_table\('(\w+)'/g),
    ].map((match) => match[1]),
  )
  const tables = sent.flatMap((text) => mentionsOf('', text).map(({ table }) => table))
  expect(tables).toContain('tenants')
  expect(tables.filter((table) => ofTenants.has(table.replace(/^.*\./, '')))).toEqual([])
})
