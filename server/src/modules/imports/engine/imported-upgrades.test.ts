// @module-tag long
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { csv, importing } from '../../../testing/importing.ts'

const world = await importing()
afterAll(() => world.close())

const head = 'serialKey,ownerAccountCode,sku,seats,creationDate,activationDate,upgradeOf'

/** A vendor with the account SHOP below it and a product that upgrades another. Keys are unique in the installation. */
async function vendorWithUpgrades() {
  const vendor = await world.newVendor()
  await vendor.run({
    'accounts.csv': csv(
      'accountCode,accountName,groupName,parentAccountCode',
      'ROOT,Root,OPCO,',
      'SHOP,Shop,RESELLER_GOLD,ROOT',
      'CAFE,Café,RESELLER_GOLD,ROOT',
    ),
    'products.csv': csv(
      'sku,name,price,isLicense,licensePrefix,licenseActivationRule,licenseDurationYears,maintenanceDurationYears',
      'STD,Standard,100,true,STD,activation,1,1',
      'PRO,Professional upgrade,60,true,PRO,activation,1,1',
      'OTHER,Another,60,true,OTH,activation,1,1',
    ),
  })
  await vendor.write(sql`
    update products set is_upgrade_right = true, extended_product_id = (select product_id from products where sku = 'STD')
    where sku = 'PRO'`)
  const keys = (...lines: string[]) => ({
    'licenses.csv': csv(head, ...lines.map((line) => line.replace(/\bk(?=\d)/gi, (k) => `${vendor.code}-${k}`))),
  })
  return { ...vendor, keys }
}

test('an imported upgrade key takes the seats of its base key, wherever that stands in the file, and has no ends', async () => {
  const { keys, run, rows, check } = await vendorWithUpgrades()
  const file = keys(
    'K2,SHOP,PRO,2,2024-03-05,2024-03-06,K1',
    'K3,SHOP,PRO,1,2024-03-05,2024-03-06,k1',
    'K1,SHOP,STD,3,2024-04-05,2024-04-06,',
  )
  expect(await run(file)).toMatchObject({ good: true, problems: [] })
  const state = sql`
    select right(l.serial_key, 2) as key, l.seats_upgraded as taken, l.expires_at is null as endless, right(b.serial_key, 2) as base
    from licenses l left join license_upgrades u using (license_id) left join licenses b on b.license_id = u.term_license_id order by 1`
  const written = [
    { key: 'K1', taken: 3, endless: false, base: null },
    { key: 'K2', taken: 0, endless: true, base: 'K1' },
    { key: 'K3', taken: 0, endless: true, base: 'K1' },
  ]
  expect(await rows(state)).toEqual(written)
  expect(await check()).toEqual([])
  // Imported again, nothing changes; another base key is another license.
  const again = await run(file)
  expect(again).toMatchObject({ good: true, outcomes: { 'licenses.csv': { new: 0, unchanged: 3 } } })
  expect(await rows(state)).toEqual(written)
  const { problems } = await run(keys('K2,SHOP,PRO,2,2024-03-05,2024-03-06,K3'))
  expect(problems).toMatchObject([
    { line: 2, column: 'upgradeOf', reason: expect.stringContaining('license that exists') },
  ])
})

test('an upgrade of an upgrade is imported in any sequence and ends with the first key', async () => {
  const { keys, run, rows, check } = await vendorWithUpgrades()
  expect(
    await run(
      keys('K3,SHOP,OTHER,1,2024-03-05,,K2', 'K2,SHOP,PRO,1,2024-03-05,,K1', 'K1,SHOP,STD,1,2024-03-05,2024-03-06,'),
    ),
  ).toMatchObject({ good: true, problems: [] })
  expect(
    await rows(sql`
      select right(b.serial_key, 2) as base, right(t.serial_key, 2) as term from license_upgrades u
      join licenses b on b.license_id = u.base_license_id join licenses t on t.license_id = u.term_license_id order by 1`),
  ).toEqual([
    { base: 'K1', term: 'K1' },
    { base: 'K2', term: 'K1' },
  ])
  expect(await check()).toEqual([])
})

test('an upgrade key without a base key, of a wrong one, or of one that is full is refused with the reason', async () => {
  const { keys, run, rows } = await vendorWithUpgrades()
  const { good, problems } = await run(
    keys(
      'K1,SHOP,STD,2,2024-03-05,,',
      'K2,SHOP,PRO,1,2024-03-05,,',
      'K3,CAFE,PRO,1,2024-03-05,,K1',
      'K4,SHOP,PRO,1,2024-03-05,,K9',
      'K5,SHOP,PRO,1,2024-03-05,,K7',
      'K6,SHOP,PRO,2,2024-03-05,,K1',
      'K7,SHOP,OTHER,1,2024-03-05,,K8',
      'K8,SHOP,OTHER,1,2024-03-05,,K7',
      'K0,SHOP,PRO,1,2024-03-05,,K1',
    ),
  )
  expect(good).toBe(false)
  expect(problems.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [3, 'upgradeOf', expect.stringContaining('names the key')],
    ...[4, 5, 6, 8, 9].map((line) => [line, 'upgradeOf', expect.stringContaining('no key of this owner')]),
    [10, 'upgradeOf', expect.stringContaining('fewer seats')],
  ])
  expect(await rows(sql`select from licenses`)).toEqual([])
})

test('a key of a row that is refused is upgraded by none, and the good rows are kept', async () => {
  const { keys, run, rows, check } = await vendorWithUpgrades()
  const { problems } = await run(
    keys(
      'K1,SHOP,STD,0,2024-03-05,,',
      'K2,SHOP,PRO,1,2024-03-05,,K1',
      'K3,SHOP,OTHER,1,2024-03-05,,K2',
      'K4,SHOP,STD,1,2024-03-05,,',
      'K5,SHOP,PRO,2,2024-03-05,,K4',
      'K6,SHOP,OTHER,1,2024-03-05,,K5',
      'K7,SHOP,PRO,1,2024-03-05,,K4',
    ),
    { keepGood: true },
  )
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [2, 'seats'],
    ...[3, 4, 6, 7].map((line) => [line, 'upgradeOf']),
    [8, 'upgradeOf'],
  ])
  expect(await rows(sql`select right(serial_key, 2) as key from licenses order by 1`)).toEqual([{ key: 'K4' }])
  expect(await check()).toEqual([])
})
