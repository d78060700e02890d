import { afterAll, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { csv, importing } from '../../../testing/importing.ts'

const { newVendor, close } = await importing()
afterAll(close)

type Told = { line: number; column: string | null; reason: string }[]
const told = (problems: Told) => problems.map(({ line, column, reason }) => [line, column, reason])

async function vendorWithNetwork() {
  const vendor = await newVendor()
  const { 'licenses.csv': _, 'orders.csv': __, ...records } = vendor.records
  await vendor.run(records)
  return vendor
}

test('features and product types give their values to the products, and no feature is taken away', async () => {
  const { run, rows, check } = await vendorWithNetwork()
  const features = csv(
    'featureName,typeName,description',
    'connections,int,At once',
    'ratio,double,A ratio',
    'isOn,bool,A switch',
    'limits,object,Limits',
  )
  const head = 'typeName,description,featureName,value'
  const types = csv(head, 'Fruit,What grows,connections,30', 'Fruit,What grows,isOn,TRUE', 'Herbs,,,')
  expect((await run({ 'features.csv': features, 'product-types.csv': types })).problems).toEqual([])
  const entitled = sql`select sku, entitlements from products where sku = 'APPLE'`
  expect(await rows(entitled)).toEqual([{ sku: 'APPLE', entitlements: { connections: 30, isOn: true } }])
  const again = await run({ 'features.csv': features, 'product-types.csv': types })
  expect(again.outcomes['features.csv']).toMatchObject({ new: 0, changed: 0, unchanged: 4 })
  expect(again.outcomes['product-types.csv']).toMatchObject({ new: 0, changed: 0, unchanged: 3 })
  const more = csv(head, 'FRUIT,What is picked,connections,40')
  expect((await run({ 'product-types.csv': more })).outcomes['product-types.csv']).toMatchObject({ changed: 1 })
  expect(await rows(entitled)).toEqual([{ sku: 'APPLE', entitlements: { connections: 40, isOn: true } }])
  expect(await rows(sql`select name, description from product_types order by name`)).toEqual([
    { name: 'Fruit', description: 'What is picked' },
    { name: 'Herbs', description: null },
  ])
  expect(await check()).toEqual([])

  const bad = await run(
    {
      'features.csv': csv(
        'featureName,typeName,description',
        'ratio,int,A ratio',
        'other,number,Other',
        'x,int,X',
        'X,int,X',
      ),
      'product-types.csv': csv(
        head,
        'Fruit,,connections,1.5',
        'Fruit,,ratio,1;5',
        'Fruit,,limits,[1]',
        'Fruit,,isOn,maybe',
        'Fruit,,nothing,1',
        'Fruit,,,7',
        'Herbs,One,ratio,',
        'Herbs,Two,isOn,',
      ),
    },
    { dryRun: true },
  )
  expect(told(bad.problems.filter(({ file }) => file === 'features.csv'))).toEqual([
    [2, 'typeName', 'is not the type that the feature has'],
    [3, 'typeName', 'is none of double, bool, string, object, dateTime, int'],
    [5, 'featureName', 'repeats the row of line 4'],
  ])
  expect(told(bad.problems.filter(({ file }) => file === 'product-types.csv'))).toEqual([
    [2, 'value', 'is no value of the type int'],
    [3, 'value', 'is no value of the type double'],
    [4, 'value', 'is no value of the type object'],
    [5, 'value', 'is no value of the type bool'],
    [6, 'featureName', 'is no feature'],
    [7, 'value', 'is given without a feature'],
    [9, 'description', 'differs from the first line of the record'],
  ])
})

test('roles take what their rows permit, that of super admins stays, and what nobody can be given is refused', async () => {
  const { run, rows } = await newVendor()
  const head = 'roleName,permissions,purpose'
  const file = csv(
    head,
    'Boss,Orders:r,super_admin',
    'Amministratori,users:u-r|Orders:c-r,administrator',
    'Support,LicensesRMA:u-ra,',
    'Nobody,none,',
  )
  expect((await run({ 'roles.csv': file })).problems).toEqual([])
  expect((await run({ 'roles.csv': file })).outcomes['roles.csv']).toMatchObject({ new: 0, changed: 0, unchanged: 4 })
  const stored = await rows<{ name: string; permissions: unknown[] }>(
    sql`select name, permissions from roles order by role_id`,
  )
  expect(stored.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['SuperAdmin', 'Amministratori', 'Support', 'Nobody']),
  )
  expect(stored.find(({ name }) => name === 'SuperAdmin')?.permissions.length).toBeGreaterThan(10)
  expect(stored.find(({ name }) => name === 'Amministratori')?.permissions).toEqual([
    { module: 'Users', flags: 'r-u' },
    { module: 'Orders', flags: 'c-r' },
  ])
  expect(
    await rows(sql`select action, count(*)::int as times from audit_log where entity = 'role' group by 1 order by 1`),
  ).toEqual([
    { action: 'role.changed', times: 1 },
    // Four of them are those of each new tenant.
    { action: 'role.created', times: 6 },
  ])
  const { problems } = await run({
    'roles.csv': csv(
      head,
      'A,Orders:c-u,',
      'B,Ordini:r,',
      'C,Orders:r|orders:c-r,',
      'D|E,Orders:r,',
      'support,Orders:r,administrator',
      'F,Orders:r,owner',
      'g,Orders:r,',
      'G,Orders:r,',
    ),
  })
  const permissions = 'is no list of permissions like Orders:c-r-u|Users:r; whoever writes also reads'
  expect(told(problems)).toEqual([
    [2, 'permissions', permissions],
    [3, 'permissions', permissions],
    [4, 'permissions', permissions],
    [5, 'roleName', 'is not 1 to 60 characters without |'],
    [6, 'roleName', 'is used already'],
    [7, 'purpose', 'is none of super_admin, administrator'],
    [9, 'roleName', 'repeats the row of line 8'],
  ])
})

test('settings are brought one by one, and what the file does not name stays', async () => {
  const { run, rows, check } = await newVendor()
  const file = csv(
    'setting,value',
    'TENANTNAME,Orto',
    'timeZone,Europe/Rome',
    'protectionDays,33',
    'stockHoldDays,3',
    'certificateReminderDays,7|60',
    'group.7,Silver partners',
  )
  expect((await run({ 'settings.csv': file })).problems).toEqual([])
  expect(
    await rows(sql`
      select t.name, t.time_zone as zone, t.protection_days as protection, t.stock_hold_days as hold, t.certificate_reminder_days as certificates,
             t.license_reminder_days as licenses, g.name as silver
      from tenants t join account_groups g on g.tenant_id = t.tenant_id and g.group_id = 7 where t.tenant_id = current_tenant()`),
  ).toEqual([
    {
      ...{ name: 'Orto', zone: 'Europe/Rome', protection: 33, hold: 3, certificates: [60, 7], licenses: [90, 60, 30] },
      silver: 'Silver partners',
    },
  ])
  expect(await check()).toEqual([])
  const { problems } = await run({
    'settings.csv': csv(
      'setting,value',
      'theme,dark',
      'protectionDays,731',
      'stockHoldDays,',
      'timeZone,Mars/Olympus',
      'primaryColor,blue',
      'externalLinks,help-desk=http://insecure.example',
      'group.7,BUYER',
      'group.99,Nobody',
      'licenseReminderDays,10|10',
      'group.6,Gold',
    ),
  })
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [2, 'setting'],
    [3, 'value'],
    [4, 'value'],
    [5, 'value'],
    [6, 'value'],
    [7, 'value'],
    [8, 'value'],
    [9, 'setting'],
    [10, 'value'],
  ])
  expect(await rows(sql`select name from account_groups where group_id = 6`)).not.toEqual([{ name: 'Gold' }])
})

test('stock warnings and environments are of accounts, and a known one takes what its row says', async () => {
  const { run, rows, check } = await vendorWithNetwork()
  const thresholds = csv('accountCode,sku,threshold', 'SUD,APPLE,5', 'LAGO,FOREVER,2')
  const environments = csv(
    'accountCode,customerEnvironmentId,customerName',
    'OSTERIA,plant-1,Kitchen',
    'LAGO,PLANT-1,Shop',
  )
  expect((await run({ 'thresholds.csv': thresholds, 'environments.csv': environments })).problems).toEqual([])
  const changed = await run({
    'thresholds.csv': csv('accountCode,sku,threshold', 'SUD,apple,7', 'LAGO,FOREVER,2'),
    'environments.csv': csv(
      'accountCode,customerEnvironmentId,customerName',
      'OSTERIA,Plant-1,Bar',
      'LAGO,PLANT-1,Shop',
    ),
  })
  expect(changed.outcomes).toMatchObject({
    'thresholds.csv': { changed: 1, unchanged: 1 },
    'environments.csv': { changed: 1, unchanged: 1 },
  })
  expect(await rows(sql`select threshold from stock_thresholds order by 1`)).toEqual([
    { threshold: 2 },
    { threshold: 7 },
  ])
  expect(
    await rows(sql`select customer_environment_id as id, customer_name as name from environments order by 2`),
  ).toEqual([
    { id: 'Plant-1', name: 'Bar' },
    { id: 'PLANT-1', name: 'Shop' },
  ])
  expect(await check()).toEqual([])
  const { problems } = await run(
    {
      'thresholds.csv': csv('accountCode,sku,threshold', 'SUD,APPLE,0', 'NOBODY,APPLE,1', 'SUD,NOTHING,1'),
      'environments.csv': csv('accountCode,customerEnvironmentId,customerName', 'NOBODY,x,X'),
    },
    { dryRun: true },
  )
  expect(problems.map(({ file, line, column }) => [file, line, column])).toEqual([
    ['thresholds.csv', 2, 'threshold'],
    ['thresholds.csv', 3, 'accountCode'],
    ['thresholds.csv', 4, 'sku'],
    ['environments.csv', 2, 'accountCode'],
  ])
})

test('planned prices come in with the way back, and what cannot be planned is refused', async () => {
  const { run, rows, check } = await vendorWithNetwork()
  const head = 'priceListName,ownerAccountCode,day,sku,customPrice,quantityBreaks,note,until'
  const file = csv(
    head,
    'Harvest,VALLE,2098-03-01,APPLE,0.8,10:0.7,Spring,2098-04-01',
    'Harvest,VALLE,2098-03-01,PEAR,,,Spring,2098-04-01',
  )
  expect((await run({ 'price-plans.csv': file })).problems).toEqual([])
  expect(
    await rows(sql`
      select p.day::text, r.sku, i.custom_price::float as price, breaks_text(i.quantity_breaks) as breaks, p.note
      from price_plans p join price_plan_items i using (tenant_id, plan_id) join products r using (tenant_id, product_id) order by 1, 2`),
  ).toEqual([
    { day: '2098-03-01', sku: 'APPLE', price: 0.8, breaks: '10:0.7', note: 'Spring' },
    { day: '2098-03-01', sku: 'PEAR', price: null, breaks: null, note: 'Spring' },
    { day: '2098-04-01', sku: 'APPLE', price: 0.9, breaks: null, note: 'Spring' },
    { day: '2098-04-01', sku: 'PEAR', price: 2.25, breaks: null, note: 'Spring' },
  ])
  expect((await run({ 'price-plans.csv': file })).outcomes['price-plans.csv']).toMatchObject({ new: 0, unchanged: 2 })
  expect(await check()).toEqual([])
  const row = (day: string, rest: string) => `Harvest,VALLE,${day},${rest}`
  const { problems } = await run({
    'price-plans.csv': csv(
      head,
      row('2020-01-01', 'APPLE,1,,,'),
      row('2098-05-01', 'FOREVER,,,,'),
      row('2098-06-01', 'APPLE,1,10:2,,'),
      row('2098-07-01', 'APPLE,,10:2,,'),
      row('2098-08-01', 'APPLE,1,,,2098-08-01'),
      row('2098-09-01', 'APPLE,1,,,2098-04-01'),
      row('2098-10-01', 'APPLE,1,,One,'),
      row('2098-10-01', 'PEAR,1,,Two,'),
      row('2098-03-01', 'APPLE,0.85,,,'),
      'Other,VALLE,2098-11-01,APPLE,1,,,',
      row('2098-02-30', 'APPLE,1,,,'),
    ),
  })
  expect(told(problems)).toEqual([
    [2, 'day', 'is not later than today'],
    [3, 'sku', 'is not on the list by then'],
    [4, 'customPrice', 'is not above the price of the first quantity break, which is 2'],
    [5, 'customPrice', 'is required'],
    [6, 'until', 'is not later than the day of the new prices'],
    [7, 'until', 'is not later than the day of the new prices'],
    [8, 'day', 'belongs to an order of which another line is refused'],
    [9, 'note', 'differs from the first line of the record'],
    [10, 'day', 'has a plan that exists and says something else'],
    [11, 'priceListName', 'is no price list of that owner'],
    [12, 'day', 'is a date that does not exist'],
  ])
})

test('an account that was deleted comes in as deleted, so that its orders do, and an import deletes none (rules I33)', async () => {
  const { run, rows, check } = await vendorWithNetwork()
  const head = 'accountCode,accountName,groupName,parentAccountCode,creationDate,deletionDate'
  const file = csv(
    head,
    'OLD,Old Partner,DISTRIBUTOR,VALLE,2019-01-01,2022-05-01',
    'OLDER,Older,BUYER,OLD,2019-01-01,2021-05-01',
  )
  const order = csv(
    'orderRefCode,line,buyerAccountCode,vendorAccountCode,status,creationDate,sku,quantity,price,currencyCode',
    'O-1,1,OLD,VALLE,approved,2020-02-01,APPLE,2,1,EUR',
  )
  expect((await run({ 'accounts.csv': file, 'orders.csv': order })).problems).toEqual([])
  expect(
    await rows(sql`select code, iso(deleted_at) as gone from accounts where deleted_at is not null order by 1`),
  ).toEqual([
    { code: 'OLD', gone: '2022-05-01T12:00:00.000Z' },
    { code: 'OLDER', gone: '2021-05-01T12:00:00.000Z' },
  ])
  expect((await run({ 'accounts.csv': file })).outcomes['accounts.csv']).toMatchObject({ new: 0, unchanged: 2 })
  expect(await check()).toEqual([])
  const { problems } = await run({
    'accounts.csv': csv(
      head,
      'SUD,Südtirol Vertrieb,DISTRIBUTOR,VALLE,2019-01-01,2022-05-01',
      'OLD,Old Partner,DISTRIBUTOR,VALLE,,',
      'NEW,New,DISTRIBUTOR,VALLE,2019-01-01,2018-01-01',
      'FAR,Far,DISTRIBUTOR,VALLE,2019-01-01,2099-01-01',
    ),
  })
  expect(told(problems)).toEqual([
    [2, 'deletionDate', 'is not for you to set'],
    [3, 'accountCode', 'is the code of an account that was deleted'],
    [4, 'deletionDate', 'is before the creation date'],
    [5, 'deletionDate', 'lies in the future'],
  ])
})

test('all addresses of an account come in with their numbers, and no number is left out', async () => {
  const { run, rows, check } = await vendorWithNetwork()
  const head = 'accountCode,line,legalName,street,city,countryCode'
  const file = csv(head, 'SUD,3,,Via 3,Meran,IT', 'SUD,2,Lager,Via 2,Brixen,Italien', 'LAGO,1,,Via 1,,')
  expect((await run({ 'addresses.csv': file })).outcomes['addresses.csv']).toMatchObject({ new: 2, changed: 1, bad: 0 })
  expect((await run({ 'addresses.csv': file })).outcomes['addresses.csv']).toMatchObject({ new: 0, unchanged: 3 })
  expect(
    await rows(sql`
      select a.code, d.legal_name as name, d.street, d.city, d.country_code as country
      from addresses d join accounts a using (tenant_id, account_id) where a.code in ('SUD', 'LAGO') order by a.code, d.created_at`),
  ).toEqual([
    { code: 'LAGO', name: 'Lago Verde', street: 'Via 1', city: 'Riva del Garda', country: 'IT' },
    { code: 'SUD', name: 'Südtirol Vertrieb', street: '', city: 'Bozen', country: 'IT' },
    { code: 'SUD', name: 'Lager', street: 'Via 2', city: 'Brixen', country: 'IT' },
    { code: 'SUD', name: 'Südtirol Vertrieb', street: 'Via 3', city: 'Meran', country: 'IT' },
  ])
  expect(await check()).toEqual([])
  const { problems } = await run({
    'addresses.csv': csv(head, 'SUD,5,,Via 5,,', 'NOBODY,1,,,,', 'LAGO,2,,,,XX', 'LAGO,2,,,,'),
  })
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [2, 'line'],
    [3, 'accountCode'],
    [4, 'countryCode'],
    [5, 'line'],
  ])
})
