import { afterAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { csv, importing } from '../../testing/importing.ts'

const { newVendor, close } = await importing()
afterAll(close)

const header =
  'sku,name,price,isLicense,licensePrefix,isLicenseTrial,islicenseUpgradeRight,extendedSku,originalSku,licenseMaxVersion,subscription,status'
const stored = sql`
  select p.sku, p.is_trial as trial, p.is_upgrade_right as upgrade, x.sku as extends, o.sku as "variantOf", p.license_max_version as version,
         b.name as subscription, p.status
  from products p left join products x on x.product_id = p.extended_product_id
  left join products o on o.product_id = p.original_product_id
  left join subscriptions b on b.tenant_id = p.tenant_id and b.subscription_id = p.subscription_id
  order by p.sku`

test('trials, upgrade rights, extensions and variants come in with their products, in any sequence', {
  tags: ['long'],
}, async () => {
  const { run, rows, check } = await newVendor()
  const [first, second] = await rows<{ name: string }>(sql`select name from subscriptions order by subscription_id`)
  const file = csv(
    header,
    'A-UP,Upgrade,50,true,UP,,yes,core,,,,',
    `B-TRIAL,Trial,0,true,TRY,ja,no,,CORE,12.4,${second?.name.toUpperCase()},`,
    'CORE,Core,100,true,CORE,,,,,10,,',
    'D-GONE,Gone,1,true,GONE,,,CORE,,,,Deleted',
  )
  const { problems } = await run({ 'products.csv': file })
  expect(problems).toEqual([])
  const known = { trial: false, upgrade: false, extends: null, variantOf: null, version: null, status: 'Active' }
  expect(await rows(stored)).toEqual([
    { ...known, sku: 'A-UP', upgrade: true, extends: 'CORE', subscription: null },
    { ...known, sku: 'B-TRIAL', trial: true, variantOf: 'CORE', version: '12.4', subscription: second?.name },
    { ...known, sku: 'CORE', version: '10', subscription: first?.name },
    { ...known, sku: 'D-GONE', extends: 'CORE', subscription: first?.name, status: 'Deleted' },
  ])
  expect(await check()).toEqual([])
  const again = await run({ 'products.csv': file })
  expect([again.problems, again.outcomes['products.csv']]).toMatchObject([[], { new: 0, changed: 0, unchanged: 4 }])
  // The log says what a new product extends.
  expect(
    await rows(sql`
      select count(*)::int as count from audit_log where action = 'product.created' and after ->> 'extended_product_id' is not null`),
  ).toEqual([{ count: 2 }])
  // A change says so; an empty cell changes nothing.
  const changed = await run({
    'products.csv': csv(header, 'B-TRIAL,Trial,0,,,no,,A-UP,,,,', 'A-UP,Upgrade,50,,,,,,,,,'),
  })
  expect(changed.outcomes['products.csv']).toMatchObject({ changed: 1, unchanged: 1 })
  expect(await rows(stored)).toMatchObject([
    {},
    { trial: false, extends: 'A-UP', variantOf: 'CORE', version: '12.4' },
    {},
    {},
  ])
})

test('what a product names must be there, and an import deletes no product', async () => {
  const { run, rows } = await newVendor()
  await run({ 'products.csv': csv(header, 'KEPT,Kept,1,,,,,,,,,', 'GONE,Gone,1,,,,,,,,,Deleted') })
  const { problems, good } = await run(
    {
      'products.csv': csv(
        header,
        'A,A,1,,,,,NOTHING,,,,',
        'B,B,1,,,,,b,,,,',
        'C,C,1,true,CCC,,true,,,,,',
        'D,D,1,,,,,,,4.x,,',
        'E,E,1,,,,,,,,Lifetime,',
        'KEPT,Kept,1,,,,,,,,,Deleted',
        'GONE,Gone,1,,,,,,,,,Active',
        // The product that they name is refused, and so are they.
        'F,F,1,,,,,A,,,,',
        'G,G,1,,,,,,F,,,',
        'H,H,1,,,,,KEPT,GONE,,,',
      ),
    },
    { keepGood: true },
  )
  expect(good).toBe(false)
  expect(problems.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [2, 'extendedSku', 'is no product'],
    [3, 'extendedSku', 'is the product itself'],
    [4, 'extendedSku', 'is required for an upgrade right: the product whose keys it upgrades'],
    [5, 'licenseMaxVersion', 'is no version of one to four numbers, such as 12.4'],
    [6, 'subscription', 'is no kind of subscription of the tenant'],
    [7, 'status', 'is not for you to set'],
    [8, 'sku', 'is the SKU of a product that was deleted'],
    [9, 'extendedSku', 'is no product'],
    [10, 'originalSku', 'is no product'],
  ])
  expect(await rows(sql`select sku from products order by sku`)).toEqual([
    { sku: 'GONE' },
    { sku: 'H' },
    { sku: 'KEPT' },
  ])
})
