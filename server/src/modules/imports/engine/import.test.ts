// @module-tag long
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { csv, importing } from '../../../testing/importing.ts'

const { newVendor, close } = await importing()
afterAll(close)

test('existing records become accounts, users, catalogue, stock, orders and licenses, and `portal check` finds no fault', async () => {
  const { run, rows, check, records } = await newVendor()
  const { good, problems, outcomes } = await run(records)
  expect(problems).toEqual([])
  expect(good).toBe(true)
  expect(await check()).toEqual([])
  expect(outcomes['orders.csv']).toMatchObject({
    rows: 5,
    new: 5,
    sums: { orders: 4, lines: 5, quantity: 9, 'amount EUR': '12.20' },
  })
  expect(outcomes['accounts.csv']).toMatchObject({ new: 3, changed: 1 })
  expect(outcomes['stock.csv']).toMatchObject({ new: 2, unchanged: 1, sums: { quantity: 140, 'rows of zero': 1 } })
  expect(
    await rows(sql`
    select a.code, a.name, p.code as parent, d.city from accounts a
    left join accounts p on p.account_id = a.parent_id left join addresses d on d.account_id = a.account_id order by a.code`),
  ).toEqual([
    { code: 'LAGO', name: 'Lago Verde', parent: 'SUD', city: 'Riva del Garda' },
    { code: 'OSTERIA', name: 'Osteria "Al Ponte", Verona', parent: 'LAGO', city: 'Verona' },
    { code: 'SUD', name: 'Südtirol Vertrieb', parent: 'VALLE', city: 'Bozen' },
    { code: 'VALLE', name: 'Orto della Valle', parent: null, city: 'Trento' },
  ])
  expect(await rows(sql`select email::text, status, time_zone from users where email::text like '%@lago%'`)).toEqual([
    { email: 'ben@lago.example', status: 'user_pending', time_zone: 'UTC' },
  ])
})

test('imported orders keep their dates, get codes in that order, round each line, and move no stock', async () => {
  const { run, rows, records } = await newVendor()
  await run(records)
  expect(
    await rows(sql`
    select code, ref_code, total::float as total, iso(created_at) as created, iso(approved_at) as approved, origin, paid, note
    from orders order by created_at, code`),
  ).toMatchObject([
    { code: 'SO-2020-000001', ref_code: 'C-3', total: 5, created: '2020-12-31T12:00:00.000Z', origin: 'import' },
    { code: 'SO-2021-000001', ref_code: 'A-1', total: 1.01, created: '2021-01-31T08:30:00.000Z', paid: false },
    {
      code: 'SO-2021-000002',
      ref_code: 'B-2',
      total: 3.69,
      approved: '2021-05-04T12:00:00.000Z',
      paid: true,
      note: 'two\r\nlines',
    },
    { code: 'SO-2021-000003', ref_code: 'D-4', total: 2.5, approved: null },
  ])
  expect(
    await rows(sql`
    select h.status from order_history h join orders o using (tenant_id, order_id) where o.ref_code = 'C-3' order by h.history_id`),
  ).toEqual([{ status: 'pending' }, { status: 'approved' }, { status: 'revoked' }])
  expect(await rows(sql`select reason, sum(quantity)::int as moved from stock_movements group by 1`)).toEqual([
    { reason: 'import', moved: 140 },
  ])
})

test('the dates of an imported license follow from the rule of its product', async () => {
  const { run, rows, records } = await newVendor()
  await run(records)
  expect(
    await rows(sql`
    select right(serial_key, 1) as key, iso(starts_at) as starts, iso(expires_at) as expires, license_is_perpetual as perpetual from licenses order by 1`),
  ).toEqual([
    {
      key: '1',
      starts: '2023-02-01T00:00:00.000Z',
      expires: '2024-02-01T23:59:59.999Z',
      perpetual: false,
    },
    { key: '2', starts: null, expires: null, perpetual: true },
  ])
})

test('importing the same files again changes nothing, whatever people have changed since', async () => {
  const { run, rows, check, records } = await newVendor()
  await run(records)
  const everything = () =>
    rows(sql`
    select (select count(*) from audit_log) as audit, (select count(*) from orders) as orders,
           (select sum(quantity) from stock_balances) as stock, (select count(*) from user_roles) as roles`)
  const before = await everything()
  const again = await run(records)
  expect(again.problems).toEqual([])
  expect(Object.values(again.outcomes).map((o) => [o.new, o.changed])).toEqual(Array(8).fill([0, 0]))
  expect(await everything()).toEqual(before)
  expect(again.outcomes['orders.csv']?.sums).toMatchObject({ orders: 4, 'amount EUR': '12.20' })
  expect(await check()).toEqual([])
})

test('a changed row for an existing account, user, product, price or association updates it', async () => {
  const { run, rows, records } = await newVendor()
  await run(records)
  const { good, outcomes } = await run({
    'accounts.csv': csv('accountCode,accountName,groupName,parentAccountCode', 'LAGO,Lago Blu,RESELLER_GOLD,SUD'),
    'users.csv': csv('email,accountCode,firstName,lastName,roles', 'BEN@lago.example,LAGO,Benno,Rossi,Basic'),
    'products.csv': csv('sku,name,price', 'PEAR,Williams pears,2.75'),
    'price-lists.csv': csv('priceListName,ownerAccountCode,sku,currencyCode,customPrice', 'Harvest,VALLE,PEAR,EUR,2.3'),
    'price-list-accounts.csv': csv(
      'accountCode,priceListName,ownerAccountCode,canPropagate',
      'SUD,Harvest,VALLE,false',
    ),
  })
  expect(good).toBe(true)
  expect(Object.values(outcomes).map((o) => [o.new, o.changed])).toEqual(Array(5).fill([0, 1]))
  expect(
    await rows(sql`
    select a.name, (select city from addresses d where d.account_id = a.account_id) as city,
           (select first_name from users where email = 'ben@lago.example') as first_name,
           (select price_msrp::float from products where sku = 'PEAR') as price
    from accounts a where a.code = 'LAGO'`),
  ).toEqual([{ name: 'Lago Blu', city: 'Riva del Garda', first_name: 'Benno', price: 2.75 }])
})

test('history cannot change: an order, opening balance or license that differs from the imported one is refused', async () => {
  const { run, records } = await newVendor()
  await run(records)
  const { good, problems } = await run(
    {
      'stock.csv': csv('accountCode,sku,quantity', 'VALLE,APPLE,99'),
      'orders.csv': csv(
        'orderRefCode,line,buyerAccountCode,vendorAccountCode,status,creationDate,sku,quantity,price,currencyCode',
        'A-1,1,SUD,VALLE,approved,2021-01-31T08:30:00Z,APPLE,2,1.005,EUR',
        'A-1,2,SUD,VALLE,approved,2021-01-31T08:30:00Z,PEAR,2,1.005,EUR',
      ),
      // In the portal the second key has no activation.
      'licenses.csv': records['licenses.csv']
        .replace('RECIPES,3', 'RECIPES,4')
        .replace('FOREVER,1,2023-01-10,,', 'FOREVER,1,2023-01-10,2023-01-12,'),
    },
    { keepGood: true },
  )
  expect(good).toBe(false)
  expect(problems).toMatchObject([
    { file: 'stock.csv', line: 2, column: 'quantity', value: '99', reason: expect.stringContaining('which is 100') },
    { file: 'orders.csv', line: 2, column: 'quantity', value: '2', reason: expect.stringContaining('imported before') },
    { file: 'orders.csv', line: 3, column: 'line', value: '2', reason: expect.stringContaining('imported before') },
    { file: 'licenses.csv', line: 2, column: 'seats', value: '4' },
    { file: 'licenses.csv', line: 3, column: 'activationDate', reason: expect.stringContaining('license that exists') },
  ])
})

test('a file with invalid rows is not imported at all; every invalid row is reported, and later files are not read', async () => {
  const { run, rows, records } = await newVendor()
  const { good, problems, outcomes } = await run({
    ...records,
    'products.csv': csv(
      'sku,name,price,isLicense,licensePrefix,currencyCode,licenseDurationYears',
      'APPLE,Apples,1.00,,,,',
      'APPLE,Apples again,1.00,,,,',
      'PEAR,,1.00,,,,',
      'PLUM,Plums,"1,50",,,,',
      'FIG,Figs,1.00001,maybe,,XXX,',
      'RECIPES,Recipes,1,true,,,',
      'FIVE,too many,1,,,,,fields',
      'LONG,Long,1,true,LONG,,256',
    ),
  })
  expect(good).toBe(false)
  expect(problems.map(({ line, column, value, reason }) => `${line} ${column} ${value}: ${reason}`)).toEqual([
    '3 sku APPLE: repeats the row of line 2',
    '4 name : is required',
    '5 price 1,50: is not an amount of money, such as 1234.50',
    '6 isLicense maybe: is neither true nor false',
    '6 price 1.00001: has more than 4 decimals',
    '7 licensePrefix null: is required for a license product',
    '8 null null: has 8 fields where the header has 7',
    '9 licenseDurationYears 256: is not between 0 and 255',
  ])
  expect(outcomes['products.csv']).toMatchObject({ outcome: 'refused', bad: 7 })
  expect(outcomes['accounts.csv']?.outcome).toBe('imported')
  expect(outcomes['orders.csv']?.outcome).toBe('skipped')
  expect(await rows(sql`select sku from products`)).toEqual([])
})

test('with --keep-good the valid rows are imported, and the others are written to a file unchanged', async () => {
  const { run, rows, refused, check, records } = await newVendor()
  const head =
    'orderRefCode,line,buyerAccountCode,vendorAccountCode,status,creationDate,sku,quantity,price,currencyCode,orderNote'
  const { good, problems, outcomes } = await run(
    {
      ...records,
      'orders.csv': csv(
        head,
        'GOOD,1,LAGO,SUD,approved,2021-05-02,APPLE,3,1,EUR,',
        'HALF,1,LAGO,SUD,approved,2021-05-02,APPLE,3,1,EUR,"with, comma and',
        'break"',
        'HALF,2,LAGO,SUD,approved,2021-05-02,GHOST,3,1,EUR,"with, comma and',
        'break"',
        'UPHILL,1,SUD,LAGO,approved,2021-05-02,APPLE,3,1,EUR,',
        'NEVER,1,LAGO,SUD,approved,2021-02-30,APPLE,0,1,EUR,',
        'MIXED,1,LAGO,SUD,approved,2021-05-02,APPLE,3,1,EUR,',
        'MIXED,2,LAGO,SUD,pending,2021-05-02,APPLE,3,1,USD,',
      ),
    },
    { keepGood: true },
  )
  expect(good).toBe(false)
  expect(problems.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)).toEqual([
    '3 orderRefCode: belongs to an order of which another line is refused',
    '5 sku: is no product',
    '7 vendorAccountCode: lies not above the buyer',
    '8 creationDate: is a date that does not exist',
    '8 quantity: is not between 1 and 1000000',
    '9 orderRefCode: belongs to an order of which another line is refused',
    '10 currencyCode: differs from the first line of the record',
    '10 status: differs from the first line of the record',
  ])
  expect(outcomes['orders.csv']).toMatchObject({ outcome: 'imported', rows: 7, new: 1, bad: 6 })
  expect(await rows(sql`select ref_code from orders`)).toEqual([{ ref_code: 'GOOD' }])
  expect(refused('orders.csv').split('\r\n').slice(0, 3)).toEqual([
    head,
    'HALF,1,LAGO,SUD,approved,2021-05-02,APPLE,3,1,EUR,"with, comma and',
    'break"',
  ])
  expect(await check()).toEqual([])
})

test('an account below a refused one is refused too, and accounts that are each other’s parents have no valid parent', async () => {
  const { run, rows, check } = await newVendor()
  const { problems } = await run(
    {
      'accounts.csv': csv(
        'accountCode,accountName,groupName,parentAccountCode',
        'VALLE,Orto,OPCO,',
        'SECOND,Another root,OPCO,',
        'OK,Good,DISTRIBUTOR,VALLE',
        'LOST,Lost,DISTRIBUTOR,NOWHERE',
        'CHILD,Child of lost,RESELLER_GOLD,LOST',
        'SENIOR,As senior as its parent,DISTRIBUTOR,OK',
        'BUYER,Buyer,BUYER,OK',
        'UNDER,Below a buyer,BUYER,BUYER',
        'RING,Ring,NO_SUCH_GROUP,VALLE',
        'CIRCLE,Its own parent,BUYER,CIRCLE',
      ),
    },
    { keepGood: true },
  )
  expect(problems.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)).toEqual([
    '3 parentAccountCode: is empty, as on line 2: there is one root',
    '5 parentAccountCode: is no account, or one that is refused',
    '7 groupName: is not below the group of the parent',
    '9 parentAccountCode: is an account whose group cannot have any below it',
    '10 groupName: is no account group',
    '11 parentAccountCode: is an account whose group cannot have any below it',
    '6 parentAccountCode: is refused itself, or lies below this account',
  ])
  expect(await rows(sql`select code from accounts order by 1`)).toEqual([
    { code: 'BUYER' },
    { code: 'OK' },
    { code: 'VALLE' },
  ])
  expect(await check()).toEqual([])
})

test('a dry run reports everything and stores nothing', async () => {
  const { run, rows, records } = await newVendor()
  const { good, problems, outcomes } = await run(
    { ...records, 'stock.csv': csv('accountCode,sku,quantity', 'SUD,APPLE,-1') },
    { dryRun: true },
  )
  expect(good).toBe(false)
  expect(problems).toMatchObject([{ file: 'stock.csv', line: 2, reason: 'is below zero, which only the root may be' }])
  expect(outcomes['orders.csv']).toMatchObject({ outcome: 'imported', new: 5, sums: { 'amount EUR': '12.20' } })
  expect(
    await rows(sql`select (select count(*) from accounts) as accounts, (select count(*) from products) as products`),
  ).toEqual([{ accounts: 1, products: 0 }])
})

test('a byte order mark, LF line ends and any column order are accepted; control characters are removed and counted', async () => {
  const { run, rows } = await newVendor()
  const { good, outcomes } = await run({
    'products.csv': '\uFEFFprice,name,sku\n1.00,App\u0001les\u0007,APPLE\n\n2,"Pears\tand more",PEAR\n',
  })
  expect(good).toBe(true)
  expect(outcomes['products.csv']).toMatchObject({ rows: 2, new: 2, removed: 2 })
  expect(await rows(sql`select name from products order by sku`)).toEqual([
    { name: 'Apples' },
    { name: 'Pears\tand more' },
  ])
})

const headOf = (name: (n: number) => string) => `${Array.from({ length: 100_000 }, (_, n) => name(n)).join(',')}\n`

test.each([
  ['is empty: a header row is needed', ''],
  ['has columns twice: sku', 'sku,sku,name,price\n'],
  ['lacks columns that are required: price', 'sku,name\n'],
  // A part of it is UTF-8, so the rest cannot be Windows-1252.
  [
    'is not text here',
    Buffer.concat([Buffer.from('sku,name,price\nA,Caffè,1\nB,Caf'), Buffer.from([0xe9, 0x2c, 0x31])]),
  ],
  ['is not RFC 4180 CSV: there is text after a closing quote', 'sku,name,price\nA,"6" pipe,1\n'],
  // Reported as soon as a row is too long, instead of after reading the whole file as one cell.
  ['is not RFC 4180 CSV: a quote is never closed', `sku,name,price\nA,"open,1\n${'B,Bees,1\n'.repeat(200_000)}`],
  ['is separated by "|": comma, semicolon and tab are read', 'sku|name|price\nA|Apples|1\n'],
  ['lacks columns that are required: sku, name, price', headOf((n) => `c${n}`)],
  ['columns twice: sku, … (99999)', headOf(() => 'sku')],
])('a file that %s is refused', async (reason, text) => {
  const { run } = await newVendor()
  const { good, problems, outcomes } = await run({ 'products.csv': text })
  expect(good).toBe(false)
  expect(problems.map((problem) => problem.reason).join('\n')).toContain(reason)
  expect(outcomes['products.csv']?.outcome).toBe('refused')
})

test('unknown files stop the import before it begins', async () => {
  const { run, rows, records } = await newVendor()
  await expect(run({ ...records, 'order.csv': 'code\n' })).rejects.toThrow('order.csv is not a file of an import')
  await expect(run({})).rejects.toThrow('There is no file to import')
  expect(await rows(sql`select count(*) as count from accounts`)).toEqual([{ count: 1 }])
})

test('a serial key used by another vendor of the installation is refused', async () => {
  const [one, other] = [await newVendor(), await newVendor()]
  const files = {
    'products.csv': csv('sku,name,price,isLicense,licensePrefix', 'KEY,Key,1,true,KEY'),
    'accounts.csv': csv('accountCode,accountName,groupName', 'ROOT,Root,OPCO'),
    'licenses.csv': csv('serialKey,ownerAccountCode,sku,seats,creationDate', 'shared-1,ROOT,KEY,1,2023-01-10'),
  }
  expect((await one.run(files)).good).toBe(true)
  const { problems } = await other.run(files)
  expect(problems).toMatchObject([
    { column: 'serialKey', value: 'SHARED-1', reason: 'is used already in this installation' },
  ])
})

test('a list in which nobody has a parent is put below the root, as on the screen; a single row is the root', async () => {
  const { rows, run } = await newVendor()
  const head = 'accountCode,accountName,groupName'
  const network = () =>
    rows(sql`
      select a.code, a.name, p.code as parent from accounts a left join accounts p on p.account_id = a.parent_id
      order by a.code`)
  expect(await run({ 'accounts.csv': csv(head, 'VALLE,Valle,OPCO') })).toMatchObject({ good: true })
  const list = csv(head, 'NORD,Nord,DISTRIBUTOR', 'SUD,Sud,DISTRIBUTOR')
  expect(await run({ 'accounts.csv': list })).toMatchObject({ good: true, problems: [] })
  const after = [
    { code: 'NORD', name: 'Nord', parent: 'VALLE' },
    { code: 'SUD', name: 'Sud', parent: 'VALLE' },
    { code: 'VALLE', name: 'Valle', parent: null },
  ]
  expect(await network()).toEqual(after)
  expect((await run({ 'accounts.csv': list })).outcomes['accounts.csv']).toMatchObject({ new: 0, unchanged: 2 })
  // Where others have parents, one without is not put anywhere.
  const orphan = csv(`${head},parentAccountCode`, 'A,A,DISTRIBUTOR,VALLE', 'B,B,DISTRIBUTOR,', 'C,C,DISTRIBUTOR,')
  expect((await run({ 'accounts.csv': orphan })).good).toBe(false)
  expect(await network()).toEqual(after)
})

test('an import cannot remove the super admin role or move a user to another account', async () => {
  const { run, records } = await newVendor()
  await run(records)
  const { problems } = await run({
    'users.csv': csv(
      'email,accountCode,firstName,lastName,roles',
      'admin@vendor.example,VALLE,Super,Admin,Basic',
      'anna@sud.example,LAGO,Anna,Egger,AccountAdmin',
      'new@sud.example,SUD,New,Body,Wizard',
    ),
  })
  expect(problems.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)).toEqual([
    '2 roles: would take the super admin role away, which an import does to nobody',
    '3 accountCode: is not the account that the user belongs to: an import moves nobody',
    '4 roles: names a role that does not exist: Wizard',
  ])
})
