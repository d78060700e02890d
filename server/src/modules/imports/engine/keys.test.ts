import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { priceLists } from '@trellis/contract/price-lists'
import { productTypes } from '@trellis/contract/product-types'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { checkTenant } from '../../../cli/check/run.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { migrate } from '../../../platform/database/migrate.ts'
import { sql } from '../../../platform/database/sql.ts'
import { testDatabase, testSecrets } from '../../../testing/database.ts'
import { csv, importing } from '../../../testing/importing.ts'
import { network } from '../../../testing/network.ts'

const world = await importing()
afterAll(() => world.close())

/** The same records with keys in another case and with surrounding spaces. */
const otherwise = (text: string): string =>
  text.replace(
    /\b(VALLE|OSTERIA|LAGO|SUD|APPLE|PEAR|RECIPES|FOREVER|Harvest|Fruit|OPCO|BUYER|Basic|[A-D]-\d|EUR)\b(?=,|\||\r|$)/gm,
    (key) => (key === key.toLowerCase() ? key : ` ${key.toLowerCase()} `),
  )

test('a key in another case or with surrounding spaces is the same key, in every file', async () => {
  const { records, run, rows, check } = await world.newVendor()
  await run(records)
  const again = Object.fromEntries(
    Object.entries(records)
      .filter(([name]) => name !== 'users.csv')
      // Prefixes are case-sensitive.
      .map(([name, text]) => [name, otherwise(text).replaceAll('true, recipes ,', 'true,RECIPES,')]),
  )
  expect(again['orders.csv']).toContain(' b-2 ,1, lago , sud ,')
  const { problems, outcomes } = await run(again)
  expect(problems).toEqual([])
  for (const { file, new: added, changed } of Object.values(outcomes))
    expect([file, added, changed]).toEqual([file, 0, 0])
  expect(await rows(sql`select code from accounts order by 1`)).toEqual(
    ['LAGO', 'OSTERIA', 'SUD', 'VALLE'].map((code) => ({ code })),
  )
  expect(await check()).toEqual([])
})

test('two rows of a file whose keys differ only in case and spaces are reported as repeated', async () => {
  const { run, rows } = await world.newVendor()
  const { problems } = await run(
    {
      'accounts.csv': csv(
        'accountCode,accountName,groupName,parentAccountCode',
        'ROOT,Root,OPCO,',
        'SP1,One,DISTRIBUTOR,root ',
        'SP1 ,Two,DISTRIBUTOR,ROOT',
        'sp1,Three,distributor,ROOT',
      ),
      'products.csv': csv('sku,name,price,typeName', 'A1,A,1,Fruit', 'a1,A,1,', '\u00a0A1,A,1,', 'B1,B,1,FRUIT '),
    },
    { keepGood: true },
  )
  expect(problems.map(({ file, line, reason }) => `${file} ${line}: ${reason}`)).toEqual([
    'accounts.csv 4: repeats the row of line 3',
    'accounts.csv 5: repeats the row of line 3',
    'products.csv 3: repeats the row of line 2',
    'products.csv 4: repeats the row of line 2',
  ])
  expect(await rows(sql`select name from product_types`)).toEqual([{ name: 'Fruit' }])
})

test('a creation date in the future is refused', async () => {
  const { run } = await world.newVendor()
  const { problems } = await run(
    {
      'accounts.csv': csv('accountCode,accountName,groupName,creationDate', 'ROOT,Root,OPCO,9999-12-31'),
      'products.csv': csv('sku,name,price,creationDate', 'A1,A,1,9999-12-31'),
    },
    { keepGood: true },
  )
  expect(problems.map(({ file, column, reason }) => `${file} ${column}: ${reason}`)).toEqual([
    'accounts.csv creationDate: lies in the future',
    'products.csv creationDate: lies in the future',
  ])
})

test("the portal's forms refuse a key that exists in another case or with surrounding spaces", async () => {
  const { vendor } = await network()
  await vendor.call(priceLists.create, { body: { name: ' Harvest ', currencyId: 978, items: [] } })
  expect(
    await vendor.refused(priceLists.create, { body: { name: 'harvest', currencyId: 978, items: [] } }),
  ).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'name', code: 'taken' }] },
  })
  await vendor.call(productTypes.create, { body: { name: 'Fruit' } })
  expect(await vendor.refused(productTypes.create, { body: { name: 'FRUIT ' } })).toMatchObject({ code: 'RQ422' })
})

test('an upgrade keeps duplicates from before keys were unique, lists them, and allows no new ones', async () => {
  const database = await testDatabase({ migrated: false })
  const migrations = fileURLToPath(new URL('../../../../migrations', import.meta.url))
  const before = mkdtempSync(join(tmpdir(), 'trellis-migrations-'))
  for (const name of readdirSync(migrations).filter((file) => file < '0032'))
    cpSync(join(migrations, name), join(before, name))
  await migrate(database.url, { folder: before })
  rmSync(before, { recursive: true })
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  const tenantId = '00000000-0000-4000-8000-000000000001'
  await admin.query(`
    set session_replication_role = replica;
    insert into tenants (tenant_id, code, name, currency_id) values ('${tenantId}', 'old', 'Old', 978);
    insert into account_groups (tenant_id, group_id, name, level) values ('${tenantId}', 1, 'OPCO', 20);
    insert into accounts (tenant_id, account_id, parent_id, code, name, group_id, created_at)
    select '${tenantId}', ('00000000-0000-4000-8000-00000000001' || n)::uuid,
           case when n > 1 then '00000000-0000-4000-8000-000000000011'::uuid end, c, 'Account', 1, now() + n * interval '1 second'
    from unnest(array[' sp1', 'SP1', 'sp2 ']) with ordinality as a (c, n);
    insert into orders (tenant_id, order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, ref_code)
    select '${tenantId}', gen_random_uuid(), 'SO-2020-00000' || n, gen_random_uuid(), '00000000-0000-4000-8000-000000000011',
           '00000000-0000-4000-8000-000000000011', 'import', 'canceled', 978, 0, 'R-1'
    from generate_series(1, 2) n`)
  await migrate(database.url)
  const { rows } = await admin.query('select code, is_double from accounts order by created_at')
  expect(rows).toEqual([
    { code: ' sp1', is_double: true },
    { code: 'SP1', is_double: false },
    { code: 'sp2', is_double: false },
  ])
  const db = await openDatabase(database.url, { secrets: testSecrets })
  const found = Object.fromEntries(
    (await checkTenant(db, tenantId)).findings.map(({ invariant, examples }) => [invariant, examples]),
  )
  expect(found).toMatchObject({
    'the reference of an imported order exists once': [
      "reference 'R-1' is that of the orders SO-2020-000001, SO-2020-000002",
    ],
    'no two keys differ by nothing but case and spaces': ["accounts ' sp1', 'SP1'"],
  })
  const again = admin.query(`
    insert into orders (tenant_id, order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, ref_code)
    select tenant_id, gen_random_uuid(), 'SO-2020-000003', relation_id, buyer_id, vendor_id, origin, status, currency_id, total, 'r-1'
    from orders limit 1`)
  await expect(again).rejects.toMatchObject({ constraint: 'orders_imported_once' })
  // After it gets a code of its own, the account is like any other.
  await admin.query(`set session_replication_role = origin; update accounts set code = 'SP3' where is_double`)
  expect((await admin.query('select from accounts where is_double')).rowCount).toBe(0)
  await admin.end()
  await db.close()
  await database.drop()
})
