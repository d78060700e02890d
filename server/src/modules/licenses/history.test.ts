import { devices } from '@trellis/contract/devices'
import { eventsOfPage, licenses } from '@trellis/contract/licenses'
import { expect, test } from 'vitest'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, acmeBasic, bergen, calabro, canary } = world
const { key } = licensing(world)

const activate = (serialKey: string, deviceUuid: string, deviceName?: string) =>
  world.anonymous(devices.activate, { body: { serialKey, deviceUuid, ...(deviceName && { deviceName }) } })
const history = (person: Person, serialKey: string, before?: string) =>
  person.call(licenses.history, { params: { serialKey }, query: before === undefined ? {} : { before } })

test('the history of a key says who did what with it and with which device, the newest first', async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 3)
  await activate(serialKey, 'uuid-1', 'Workshop laptop')
  await activate(serialKey, 'uuid-2')
  await acme.call(licenses.note, { params: { serialKey }, body: { licenseNote: 'Ground floor' } })
  await acme.call(licenses.note, { params: { serialKey }, body: { licenseNote: null } })
  const { licenseId, licenseSeats = [], expirationDate } = await vendor.call(licenses.read, { params: { serialKey } })
  const laptop = licenseSeats[0]?.licenseSeatId ?? ''
  const status = (licenseSeatId: string, to: 'active' | 'suspended') =>
    vendor.call(licenses.changeSeat, { params: { serialKey, licenseSeatId }, body: { status: to } })
  await status(laptop, 'suspended')
  await status(laptop, 'active')
  await vendor.call(licenses.clearSeats, { params: { serialKey }, body: { licenseSeatId: [laptop] } })
  await world.anonymous(devices.release, { body: { serialKey, deviceUuid: 'uuid-2' } })
  await vendor.call(licenses.deleteSeats, { params: { licenseId } })

  const { items, hasMore } = await history(acme, serialKey)
  const [vera, anna] = ['Vera Verdant', 'Anna Acme']
  expect(hasMore).toBe(false)
  const told = items.map(({ event, createdBy, device }) => [event, createdBy, device])
  // Both seats are deleted by one statement, in any order.
  expect(told.splice(0, 2).sort()).toEqual([
    ['seat_deleted', vera, 'Workshop laptop'],
    ['seat_deleted', vera, 'uuid-2'],
  ])
  expect(told).toEqual([
    ['seat_released', null, 'uuid-2'],
    ['seat_cleared', vera, 'Workshop laptop'],
    ['seat_resumed', vera, null],
    ['seat_suspended', vera, null],
    ['noted', anna, null],
    ['noted', anna, null],
    ['seat_taken', null, 'uuid-2'],
    ['seat_taken', null, 'uuid-1'],
    ['activated', null, null],
    ['created', anna, null],
  ])
  const at = (event: string) => items.filter((item) => item.event === event)
  expect(at('noted').map(({ noteBefore, note }) => [noteBefore, note])).toEqual([
    ['Ground floor', null],
    [null, 'Ground floor'],
  ])
  expect(at('activated')[0]?.dueDate).toBe(expirationDate)
})

test('a long history comes in pages that neither overlap nor leave a gap', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  for (let n = 0; n < eventsOfPage + 3; n++)
    await acme.call(licenses.note, { params: { serialKey }, body: { licenseNote: `Note ${n}` } })
  const first = await history(acme, serialKey)
  expect([first.items.length, first.hasMore]).toEqual([eventsOfPage, true])
  const second = await history(acme, serialKey, first.items.at(-1)?.id)
  expect([second.items.map(({ event }) => event), second.hasMore]).toEqual([
    ['noted', 'noted', 'noted', 'created'],
    false,
  ])
  const notes = [...first.items, ...second.items].flatMap(({ note }) => note ?? [])
  expect(notes).toEqual(Array.from({ length: eventsOfPage + 3 }, (_, n) => `Note ${eventsOfPage + 2 - n}`))
})

test('whoever reads the key reads its history; for strangers there is no such key (threats T2, T3)', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  for (const reader of [vendor, nordico, acme, acmeBasic])
    expect((await history(reader, serialKey)).items.map(({ event }) => event)).toEqual(['created'])
  for (const stranger of [bergen, calabro, canary])
    expect(await stranger.refused(licenses.history, { params: { serialKey }, query: {} })).toMatchObject({
      code: 'RQ404',
    })
  // An entry of another key names no page of this one.
  const other = (await history(acme, await key(acme, 'EDGE-1Y'))).items[0]?.id
  expect((await history(acme, serialKey, other)).items.length).toBeLessThanOrEqual(1)
})

test('of two imported keys that differ by a hyphen only, each is read, noted and cleared by its own spelling', async () => {
  const [dashed, plain] = [await key(acme, 'EDGE-1Y'), await key(acme, 'EDGE-1Y')]
  await raw(world, `update licenses set serial_key = 'OLD-KEY7' where serial_key = $1`, [dashed])
  await raw(world, `update licenses set serial_key = 'OLDKEY7' where serial_key = $1`, [plain])
  for (const serialKey of ['OLD-KEY7', 'OLDKEY7', 'old-key7']) {
    const params = { serialKey }
    const license = await acme.call(licenses.read, { params })
    expect(license.serialKey).toBe(serialKey.toUpperCase())
    expect((await history(acme, serialKey)).items.at(-1)?.event).toBe('created')
    await acme.call(licenses.note, { params, body: { licenseNote: serialKey } })
    expect(await acme.call(licenses.read, { params })).toMatchObject({
      ...params,
      serialKey: license.serialKey,
      licenseNote: serialKey,
    })
    await vendor.call(licenses.clearSeats, { params, body: {} })
  }
  expect((await acme.call(licenses.read, { params: { serialKey: 'OLDKEY7' } })).licenseNote).toBe('OLDKEY7')
})
