import { afterAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { csv, importing } from '../../testing/importing.ts'

const { newVendor, close } = await importing()
afterAll(close)

const header =
  'serialKey,ownerAccountCode,sku,seats,creationDate,activationDate,expirationDate,maintenanceExpirationDate'
const stored = sql`
  select l.serial_key as key, iso(l.expires_at) as ends, iso(l.maintenance_expires_at) as maintenance,
         l.license_is_perpetual as "isPerpetual", l.maintenance_is_perpetual as "maintenanceIsPerpetual"
  from licenses l order by l.serial_key`

async function vendorWithCatalogue() {
  const vendor = await newVendor()
  const { 'licenses.csv': _, ...records } = vendor.records
  await vendor.run(records)
  return vendor
}

test('a given end counts, whatever the term of the product says (rules K37)', async () => {
  const { run, rows, check, code } = await vendorWithCatalogue()
  const key = (name: string) => `${code}-${name}`.toUpperCase()
  const file = csv(
    header,
    // The product gives one year from the first of the next month: this key was renewed twice.
    `${key('A')},OSTERIA,RECIPES,3,2023-01-10,2023-01-31,2026-02-01,2025-02-01`,
    `${key('B')},OSTERIA,RECIPES,1,2023-01-10,2023-01-31,Für immer,31/05/2026`,
    `${key('C')},OSTERIA,FOREVER,1,2023-01-10,2023-01-31,2024-02-29T23:59:59.999Z,`,
    // Without an end the term of the product holds.
    `${key('D')},OSTERIA,RECIPES,1,2023-01-10,2023-01-31,,`,
    // Not activated: how long it lasts from then on.
    `${key('E')},OSTERIA,RECIPES,1,2023-01-10,,p18m,perpetual`,
    // It was stopped before its first term had begun.
    `${key('F')},OSTERIA,RECIPES,1,2023-01-10,2023-01-31,2023-01-31,2023-02-05`,
  )
  expect((await run({ 'licenses.csv': file })).problems).toEqual([])
  const isPerpetual = false
  const maintenanceIsPerpetual = false
  const kept = [
    { key: key('A'), ends: '2026-02-01T23:59:59.999Z', maintenance: '2025-02-01T23:59:59.999Z', isPerpetual },
    { key: key('B'), ends: null, maintenance: '2026-05-31T23:59:59.999Z', isPerpetual: true, maintenanceIsPerpetual },
    { key: key('C'), ends: '2024-02-29T23:59:59.999Z', maintenance: '2024-01-31T23:59:59.999Z', isPerpetual },
    { key: key('D'), ends: '2024-02-01T23:59:59.999Z', maintenance: '2024-02-01T23:59:59.999Z', isPerpetual },
    { key: key('E'), ends: null, maintenance: null, isPerpetual, maintenanceIsPerpetual: true },
    { key: key('F'), ends: '2023-01-31T23:59:59.999Z', maintenance: '2023-02-05T23:59:59.999Z', isPerpetual },
  ]
  expect(await rows(stored)).toMatchObject(kept)
  expect(await check()).toEqual([])
  // The same file again changes nothing.
  const again = await run({ 'licenses.csv': file })
  expect([again.problems, again.outcomes['licenses.csv']]).toMatchObject([[], { new: 0, unchanged: 6 }])
  // Another end than a key has is a fault, not a change.
  const others = csv(
    header,
    `${key('A')},OSTERIA,RECIPES,3,2023-01-10,2023-01-31,2027-02-01,perpetual`,
    `${key('B')},OSTERIA,RECIPES,1,2023-01-10,2023-01-31,P1Y,`,
    `${key('E')},OSTERIA,RECIPES,1,2023-01-10,,P17M,2024-01-01`,
  )
  expect((await run({ 'licenses.csv': others })).problems).toMatchObject([
    { line: 2, column: 'expirationDate', reason: 'differs from the license that exists' },
    { line: 3, column: 'expirationDate' },
    { line: 4, column: 'expirationDate' },
  ])
})

test('an end that cannot be is refused with its reason (rules K37)', async () => {
  const { run, rows } = await vendorWithCatalogue()
  const { problems } = await run({
    'licenses.csv': csv(
      header,
      'X-1,OSTERIA,RECIPES,1,2023-01-10,,2026-01-01,',
      'X-2,OSTERIA,RECIPES,1,2023-01-10,2023-01-31,2023-01-30,',
      'X-3,OSTERIA,RECIPES,1,2023-01-10,2023-01-31,9999-12-31,',
      'X-4,OSTERIA,RECIPES,1,2023-01-10,2023-01-31,,soon',
      'X-5,OSTERIA,RECIPES,1,2023-01-10,2023-01-31,P,2026-02-30',
    ),
  })
  expect(problems.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [2, 'expirationDate', 'is given for a key that is not activated: it needs its activation date'],
    [3, 'expirationDate', 'is before the activation date'],
    [4, 'expirationDate', 'is more than 200 years after the activation: write perpetual'],
    [5, 'maintenanceExpirationDate', 'is neither a date nor `perpetual` nor a duration from the start, such as P1Y6M'],
    [6, 'expirationDate', 'is neither a date nor `perpetual` nor a duration from the start, such as P1Y6M'],
    [6, 'maintenanceExpirationDate', 'is a date that does not exist'],
  ])
  expect(await rows(stored)).toEqual([])
})

test('what a key was extended by comes with it, and prolongs nothing (rules K38)', async () => {
  const { run, rows, check, code } = await vendorWithCatalogue()
  const line = (name: string, extensions: string) =>
    `${code}-${name},OSTERIA,RECIPES,2,2023-01-10,2023-01-31,${extensions}`
  const head = 'serialKey,ownerAccountCode,sku,seats,creationDate,activationDate,extensions'
  const { problems } = await run({ 'licenses.csv': csv(head, line('A', 'FOREVER:2|pear'), line('B', '')) })
  expect(problems).toEqual([])
  expect(
    await rows(sql`
      select l.serial_key as key, iso(l.expires_at) as ends, license_entitlements(l.license_id) -> 'extensions' as extensions
      from licenses l order by 1`),
  ).toMatchObject([
    {
      ends: '2024-02-01T23:59:59.999Z',
      // The pieces are those of all seats, as leases say them.
      extensions: [
        { sku: 'FOREVER', quantity: 4 },
        { sku: 'PEAR', quantity: 2 },
      ],
    },
    { extensions: [] },
  ])
  expect(await check()).toEqual([])
  const faults = await run({
    'licenses.csv': csv(head, line('C', 'NOTHING'), line('D', 'RECIPES:2'), line('E', 'PEAR:0'), line('F', '|')),
  })
  expect(faults.problems.map(({ line: at, column }) => [at, column])).toEqual([
    [2, 'extensions'],
    [3, 'extensions'],
    [4, 'extensions'],
    [5, 'extensions'],
  ])
})
