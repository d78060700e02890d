import { licenses } from '@trellis/contract/licenses'
import { expect, test } from 'vitest'
import { checkTenant } from '../../cli/check/run.ts'
import { sql } from '../../platform/database/sql.ts'
import { activating } from '../../testing/activating.ts'
import { holders } from '../../testing/calling.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'

const world = await network()
const { acme, bergen } = world
const { key, write } = licensing(world)
const { activate, heartbeat, release } = activating(world)

const read = (person: Person, serialKey: string) => person.call(licenses.read, { params: { serialKey } })

const seatsOf = async (person: Person, serialKey: string) => (await read(person, serialKey)).licenseSeats ?? []
const clear = (person: Person, serialKey: string, body: object = {}) =>
  person.raw(licenses.clearSeats, { params: { serialKey }, body })
const suspend = (person: Person, serialKey: string, licenseSeatId: string, status = 'suspended') =>
  person.raw(licenses.changeSeat, { params: { serialKey, licenseSeatId }, body: { status } })

test('support frees a lost device’s seat, and another device takes it', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  const { body: lost } = await activate(serialKey, 'lost')
  expect((await activate(serialKey, 'new')).body.code).toBe('DV409')
  const cleared = await clear(acme, serialKey, { LicenseSeatId: [lost.licenseSeatId] })
  expect(cleared.body).toEqual({ cleared: [lost.licenseSeatId], suspended: [] })
  expect((await heartbeat(serialKey, 'lost')).body.code).toBe('DV428')
  expect((await activate(serialKey, 'new')).status).toBe(200)
  expect(await read(acme, serialKey)).toMatchObject({ seatsOccupied: 1, licenseSeats: [{ deviceUuid: 'new' }] })
  const again = await clear(acme, serialKey, { licenseSeatId: [lost.licenseSeatId] })
  expect([again.status, (again.body as { code: string }).code]).toEqual([409, 'RQ409'])
})

test('a suspended seat gets no lease and is not cleared; “all” leaves it and names it; resumed, it works (threats L2)', async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 3)
  const [one, two] = [(await activate(serialKey, 'one')).body, (await activate(serialKey, 'two')).body]
  expect((await suspend(acme, serialKey, one.licenseSeatId)).body).toMatchObject({
    licenseSeats: [{ suspended: true, active: false }, { suspended: false }],
  })
  expect((await heartbeat(serialKey, 'one')).body.code).toBe('DV423')
  const named = await clear(acme, serialKey, { licenseSeatId: [one.licenseSeatId, two.licenseSeatId] })
  expect(named.body).toMatchObject({ code: 'LC521', info: { licenseSeatId: [one.licenseSeatId] } })
  expect((await read(acme, serialKey)).seatsOccupied).toBe(2)
  expect((await clear(acme, serialKey)).body).toEqual({ cleared: [two.licenseSeatId], suspended: [one.licenseSeatId] })
  expect((await read(acme, serialKey)).seatsOccupied).toBe(1)
  await suspend(acme, serialKey, one.licenseSeatId, 'active')
  expect((await heartbeat(serialKey, 'one')).status).toBe(200)
  expect((await clear(acme, serialKey, { licenseSeatId: [] })).body).toEqual({
    cleared: [one.licenseSeatId],
    suspended: [],
  })
  expect((await suspend(acme, serialKey, one.licenseSeatId)).body).toMatchObject({ code: 'RQ409' })
})

test('deleting all seats takes them out of the list, also suspended ones and the history; the audit log keeps them', async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 3)
  const { licenseId } = await read(acme, serialKey)
  const { body: one } = await activate(serialKey, 'one')
  await activate(serialKey, 'two')
  await release(serialKey, 'two')
  await suspend(acme, serialKey, one.licenseSeatId)
  expect((await acme.raw(licenses.deleteSeats, { params: { licenseId } })).status).toBe(403)
  await world.vendor.call(licenses.deleteSeats, { params: { licenseId } })
  expect(await read(acme, serialKey)).toMatchObject({ seatsOccupied: 0, licenseSeats: [] })
  const kept = await write((tx) =>
    tx.rows<{ device: string }>(sql`
      select before ->> 'device_uuid' as device from audit_log
      where action = 'license.seat_deleted' and entity_id = ${licenseId} order by 1`),
  )
  expect(kept.map(({ device }) => device)).toEqual(['one', 'two'])
  expect((await activate(serialKey, 'one')).status).toBe(200)
  expect(JSON.stringify(await checkTenant(world.db, world.tenantId))).not.toContain(serialKey)
})

test('clearing and activating at once never give more seats than there are (threats L2)', async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 5)
  for (let round = 0; round < 3; round++) {
    const devices = Array.from({ length: 10 }, (_, n) => activate(serialKey, `racer-${round}-${n}`))
    await Promise.all([...devices, clear(acme, serialKey), clear(acme, serialKey)])
    const held = (await seatsOf(acme, serialKey)).length
    expect((await read(acme, serialKey)).seatsOccupied).toBe(held)
    expect(held).toBeLessThanOrEqual(5)
  }
  expect(JSON.stringify(await checkTenant(world.db, world.tenantId))).not.toContain(serialKey)
})

test('seats are found only in reach and of their own license, and need the flags of LicensesRMA (threats L2, T2)', async () => {
  const [serialKey, other] = [await key(acme, 'EDGE-1Y'), await key(acme, 'EDGE-1Y')]
  const { licenseId } = await read(acme, serialKey)
  const { body: seat } = await activate(serialKey, 'mine')
  const { body: foreign } = await activate(other, 'mine')
  const mixed = { licenseSeatId: [seat.licenseSeatId, foreign.licenseSeatId] }
  expect((await clear(acme, serialKey, mixed)).status).toBe(404)
  expect((await suspend(acme, serialKey, foreign.licenseSeatId)).status).toBe(404)
  for (const person of [bergen, world.canary]) {
    expect((await clear(person, serialKey)).status).toBe(404)
    expect((await suspend(person, serialKey, seat.licenseSeatId)).status).toBe(404)
  }
  const { call: eraser } = await holders(world)(bergen, ['c', 'r', 'u', 'd'])
  expect((await eraser(licenses.deleteSeats, { params: { licenseId } })).status).toBe(404)
  expect((await clear(world.acmeBasic, serialKey)).status).toBe(403)
  expect((await acme.raw(licenses.read, { params: { serialKey } })).body).toMatchObject({
    seatsOccupied: 1,
    blocked: { seats: null },
  })
})
