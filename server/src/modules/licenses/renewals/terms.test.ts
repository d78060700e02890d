import { licenses } from '@trellis/contract/licenses'
import { renewals } from '@trellis/contract/renewals'
import { expect, test } from 'vitest'
import { checkTenant } from '../../../cli/check/run.ts'
import { activating } from '../../../testing/activating.ts'
import { licensing } from '../../../testing/licensing.ts'
import { network } from '../../../testing/network.ts'

const world = await network()
const { acme, at } = world
const { addProduct, give, key, product, read } = licensing(world)
const { activate } = activating(world)
await addProduct({ sku: 'MONTHLY', months: 1, maintenanceYears: 1 })
await addProduct({ sku: 'MONTHLY-DAY', days: 1, extends: 'MONTHLY' })

/** Renews the key at an instant and returns its new end. */
async function renewed(serialKey: string, instant: string, sku = 'MONTHLY') {
  at(instant)
  await give(acme, sku, 1)
  const { expirationDate } = await read(acme, serialKey)
  const body = { items: [{ serialKey, dueDate: expirationDate, productId: product(sku).productId }] }
  const seen = (await acme.call(renewals.preview, { body })).items[0]?.newDueDate
  expect((await acme.call(renewals.renew, { body })).items[0]?.newDueDate).toBe(seen)
  return (await acme.call(licenses.read, { params: { serialKey } })).expirationDate?.slice(0, 10)
}

test('a key of the last of January ends with each month and loses no day to a short one (rules K20)', {
  tags: ['long'],
}, async () => {
  const serialKey = await key(acme, 'MONTHLY')
  at('2026-01-31T10:00:00.000Z')
  const { body } = await activate(serialKey, 'laptop')
  expect(body.expirationDate).toBe('2026-02-28T23:59:59.999Z')
  const ends = []
  for (const instant of ['2026-02-10', '2026-03-30', '2026-04-01', '2026-04-02'])
    ends.push(await renewed(serialKey, `${instant}T10:00:00.000Z`))
  expect(ends).toEqual(['2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'])
  // Days are added to the count, not to a clamped end.
  expect(await renewed(serialKey, '2026-06-01T10:00:00.000Z', 'MONTHLY-DAY')).toBe('2026-07-01')
  expect(await renewed(serialKey, '2026-06-02T10:00:00.000Z')).toBe('2026-08-01')
  // After the end a new count begins that day.
  expect(await renewed(serialKey, '2026-10-31T10:00:00.000Z')).toBe('2026-11-30')
  expect(await renewed(serialKey, '2026-11-30T10:00:00.000Z')).toBe('2026-12-31')
  expect((await read(acme, serialKey)).maintenanceExpirationDate).toBe('2034-01-31T23:59:59.999Z')
  expect((await checkTenant(world.db, world.tenantId)).findings).toEqual([])
})
