import { devices, maximumSeatsOfKey } from '@trellis/contract/devices'
import { licenses } from '@trellis/contract/licenses'
import { beforeEach, expect, test } from 'vitest'
import { checkTenant } from '../../cli/check/run.ts'
import { sql } from '../../platform/database/sql.ts'
import { activating } from '../../testing/activating.ts'
import { often } from '../../testing/full.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'
import { selfRelease } from './self-release.ts'
import { newSerialKey } from './serial-keys.ts'

/* Covers: server/src/modules/licenses/silent-seats.ts */

const world = await network()
const { acme, bergen, at } = world
const { addProduct, key, write } = licensing(world)
const { activate, call, heartbeat, release } = activating(world)

await addProduct({ sku: 'LIVING', years: 5, seatReclaimDays: 30, selfReleases: 2 })
await addProduct({ sku: 'HASTY', years: 5, seatReclaimDays: 1 })
await addProduct({ sku: 'STRICT', years: 5 })

beforeEach(() => at('2026-03-01T08:00:00.000Z'))

const read = (person: Person, serialKey: string) => person.call(licenses.read, { params: { serialKey } })
const seats = (serialKey: string, deviceUuid: string, headers = {}) =>
  call(devices.seats, { serialKey, deviceUuid }, headers) as unknown as Promise<{ status: number; body: Seat[] }>
const free = (serialKey: string, deviceUuid: string, licenseSeatId: string) =>
  call(devices.release, { serialKey, deviceUuid, licenseSeatId })
type Seat = {
  licenseSeatId: string
  deviceName: string | null
  lastContact: string
  isOwn: boolean
  releasable: boolean
}
const seatIdOf = async (person: Person, serialKey: string, deviceUuid: string) =>
  (await read(person, serialKey)).licenseSeats?.find((seat) => seat.deviceUuid === deviceUuid)?.licenseSeatId as string
const history = async (person: Person, serialKey: string) =>
  (await person.call(licenses.history, { params: { serialKey }, query: {} })).items.map(
    ({ event, createdBy, device, otherDevice, creationDate }) => ({
      event,
      createdBy,
      device,
      otherDevice,
      creationDate,
    }),
  )
const checked = async () => (await checkTenant(world.db, world.tenantId)).findings
const licenseIdOf = async (serialKey: string) =>
  (await write((tx) =>
    tx.row<{ id: string }>(sql`select license_id as id from licenses where serial_key = ${serialKey}`),
  )) as { id: string }

test('a device whose key is full takes the seat that was silent longest, and its former device is told to activate again', async () => {
  const serialKey = await key(acme, 'LIVING', 2)
  await activate(serialKey, 'old', { deviceName: 'Lost laptop' })
  at('2026-03-02T08:00:00.000Z')
  await activate(serialKey, 'young', { deviceName: 'Desktop' })
  at('2026-03-31T08:00:00.000Z')
  expect((await activate(serialKey, 'new')).body).toMatchObject({ code: 'DV409' })
  at('2026-03-31T08:00:00.001Z')
  expect((await read(acme, serialKey)).licenseSeats?.map(({ mayBeTakenOver }) => mayBeTakenOver)).toEqual([true, false])
  expect(await activate(serialKey, 'new', { deviceName: 'Replacement' })).toMatchObject({ status: 200 })
  expect(await heartbeat(serialKey, 'old')).toMatchObject({ status: 428, body: { code: 'DV428' } })
  expect((await heartbeat(serialKey, 'young')).status).toBe(200)
  const { seatsOccupied, licenseSeats } = await read(acme, serialKey)
  expect(seatsOccupied).toBe(2)
  expect(licenseSeats?.map(({ deviceUuid }) => deviceUuid)).toEqual(['young', 'new'])
  expect((await history(acme, serialKey)).slice(0, 2)).toEqual([
    {
      event: 'seat_taken',
      createdBy: null,
      device: 'Replacement',
      otherDevice: null,
      creationDate: '2026-03-31T08:00:00.001Z',
    },
    {
      event: 'seat_taken_over',
      createdBy: null,
      device: 'Lost laptop',
      otherDevice: 'Replacement',
      creationDate: '2026-03-31T08:00:00.001Z',
    },
  ])
  expect(await checked()).toEqual([])
})

test('of several silent seats the one that was silent longest is taken first, whenever it was taken', async () => {
  const serialKey = await key(acme, 'LIVING', 3)
  for (const name of ['first', 'second', 'third']) await activate(serialKey, name)
  for (const [day, name] of ['second', 'third', 'first'].entries()) {
    at(`2026-03-0${day + 2}T08:00:00.000Z`)
    await heartbeat(serialKey, name)
  }
  at('2026-05-01T08:00:00.000Z')
  const left = async () => (await read(acme, serialKey)).licenseSeats?.map(({ deviceUuid }) => deviceUuid)
  await activate(serialKey, 'new')
  expect(await left()).toEqual(expect.arrayContaining(['first', 'third', 'new']))
  await activate(serialKey, 'newer')
  expect(await left()).toEqual(expect.arrayContaining(['first', 'new', 'newer']))
})

test('a seat whose lease may still run is not taken over, however few days the product says', async () => {
  const serialKey = await key(acme, 'HASTY')
  await activate(serialKey, 'old')
  // Contacts are noted once a minute: the lease of this one ends 59 s later than the noted contact says.
  at('2026-03-01T08:00:59.000Z')
  expect((await heartbeat(serialKey, 'old')).body).toMatchObject({ leaseExpirationDate: '2026-03-08T08:00:59.000Z' })
  at('2026-03-08T08:01:00.000Z')
  expect((await activate(serialKey, 'new')).body).toMatchObject({ code: 'DV409' })
  at('2026-03-08T08:01:00.001Z')
  expect((await activate(serialKey, 'new')).status).toBe(200)
})

test('a suspended seat, a seat of another product and one of an expired or exported key are never taken over', async () => {
  const [suspended, strict] = [await key(acme, 'LIVING'), await key(acme, 'STRICT')]
  await activate(suspended, 'old')
  await activate(strict, 'old')
  const params = { serialKey: suspended, licenseSeatId: await seatIdOf(acme, suspended, 'old') }
  await world.vendor.call(licenses.changeSeat, { params, body: { status: 'suspended' } })
  at('2027-03-01T08:00:00.000Z')
  for (const serialKey of [suspended, strict]) {
    expect((await activate(serialKey, 'new')).body).toMatchObject({ code: 'DV409' })
    expect((await read(acme, serialKey)).licenseSeats?.map(({ mayBeTakenOver }) => mayBeTakenOver)).toEqual([false])
  }
  await world.vendor.call(licenses.changeSeat, { params, body: { status: 'active' } })
  at('2031-03-02T08:00:00.000Z')
  expect((await activate(suspended, 'new')).body).toMatchObject({ code: 'DV410' })
  at('2027-03-01T08:00:00.000Z')
  const exported = (how: string) =>
    write((tx) => tx.run(sql`update licenses set exported_at = ${sql.raw(how)} where serial_key = ${suspended}`))
  await exported('clock()')
  expect((await activate(suspended, 'new')).body).toMatchObject({ code: 'DV423' })
  await exported('null')
  expect((await activate(suspended, 'new')).status).toBe(200)
})

const rush = often(16, 60)
test(`of ${rush} devices that activate at once on full keys, exactly as many get a seat as may be taken over (threats L9)`, {
  tags: ['long'],
}, async () => {
  for (const silent of [0, 1, 3, 5]) {
    at('2026-03-01T08:00:00.000Z')
    const serialKey = await key(acme, 'LIVING', 5)
    for (let n = 0; n < 5; n++) await activate(serialKey, `old ${n}`)
    at('2026-04-20T08:00:00.000Z')
    for (let n = silent; n < 5; n++) await heartbeat(serialKey, `old ${n}`)
    const answers = await Promise.all(Array.from({ length: rush }, (_, n) => activate(serialKey, `new ${n}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(silent)
    expect(answers.filter(({ body }) => body.code === 'DV409')).toHaveLength(rush - silent)
    const { seatsOccupied, licenseSeats } = await read(acme, serialKey)
    expect([seatsOccupied, licenseSeats?.length]).toEqual([5, 5])
    expect(licenseSeats?.filter(({ deviceUuid }) => deviceUuid.startsWith('old'))).toHaveLength(5 - silent)
  }
  expect(await checked()).toEqual([])
})

test('a device that speaks while another takes seats over keeps its own', async () => {
  const serialKey = await key(acme, 'LIVING', 2)
  await activate(serialKey, 'first')
  at('2026-03-01T08:01:00.000Z')
  await activate(serialKey, 'second')
  at('2026-05-01T08:00:00.000Z')
  // Its contact is written, but not yet seen by the others.
  let taking: Promise<{ status: number }> | undefined
  await write(async (tx) => {
    await tx.run(sql`
      update license_seats set last_seen_at = '2026-05-01T08:00:00Z' where device_uuid = 'first' and revoked_at is null
        and license_id = (select license_id from licenses where serial_key = ${serialKey})`)
    let done = false
    taking = activate(serialKey, 'new').finally(() => {
      done = true
    })
    await waiting(() => done)
  })
  expect((await taking)?.status).toBe(200)
  expect((await read(acme, serialKey)).licenseSeats?.map(({ deviceUuid }) => deviceUuid)).toEqual(['first', 'new'])
})

/** Until a connection waits for a row that another holds, or the work is over without. */
async function waiting(isOver: () => boolean) {
  while (!isOver()) {
    const row = await write((tx) =>
      tx.row<{ n: number }>(sql`
        select count(*)::int as n from pg_locks k join pg_stat_activity a using (pid)
        where not k.granted and a.datname = current_database()`),
    )
    if (row?.n) return
  }
}

test('a device with the key sees its seats, the one that was silent longest first, also without a seat of its own', async () => {
  const serialKey = await key(acme, 'LIVING', 3)
  await activate(serialKey, 'one', { deviceName: 'Laptop' })
  at('2026-03-01T09:00:00.000Z')
  await activate(serialKey, 'two')
  const laptop = { licenseSeatId: expect.any(String), deviceName: 'Laptop', lastContact: '2026-03-01T08:00:00.000Z' }
  const other = { licenseSeatId: expect.any(String), deviceName: null, lastContact: '2026-03-01T09:00:00.000Z' }
  expect((await seats(serialKey.toLowerCase(), 'two')).body).toEqual([
    { ...laptop, isOwn: false, releasable: true },
    { ...other, isOwn: true, releasable: true },
  ])
  expect((await seats(serialKey, 'stranger')).body).toEqual([
    { ...laptop, isOwn: false, releasable: true },
    { ...other, isOwn: false, releasable: true },
  ])
  const strict = await key(acme, 'STRICT')
  expect(await seats(strict, 'none')).toMatchObject({ status: 200, body: [] })
  await activate(strict, 'one')
  expect((await seats(strict, 'two')).body).toMatchObject([{ isOwn: false, releasable: false }])
  expect((await seats(strict, 'one')).body).toMatchObject([{ isOwn: true, releasable: true }])
})

test('an unknown key, one of another tenant and a malformed one are refused alike, and no device id is shown (threats L10)', async () => {
  const serialKey = await key(acme, 'LIVING')
  await activate(serialKey, 'secret-uuid')
  expect(JSON.stringify(await seats(serialKey, 'two'))).not.toContain('secret-uuid')
  const refused = [
    await seats(newSerialKey('EDGE'), 'two'),
    await seats('nonsense', 'two'),
    await seats(serialKey, 'two', { 'X-Tenant-Code': 'another' }),
  ].map(({ status, body }) => ({ status, body: { ...body, requestId: null } }))
  expect(refused[0]).toMatchObject({ status: 404, body: { code: 'DV404' } })
  expect(refused[1]).toEqual(refused[0])
  expect(refused[2]).toEqual(refused[0])
  const seatId = await seatIdOf(acme, serialKey, 'secret-uuid')
  const other = await key(bergen, 'LIVING')
  expect((await free(other, 'two', seatId)).body).toMatchObject({ code: 'RQ404' })
  expect((await free(newSerialKey('EDGE'), 'two', seatId)).body).toMatchObject({ code: 'DV404' })
  expect((await free(serialKey, 'two', 'nonsense')).body).toMatchObject({ code: 'RQ422' })
  expect((await heartbeat(serialKey, 'secret-uuid')).status).toBe(200)
})

test('a device frees a sibling as often a year as the product says, then is told when the next is possible', async () => {
  const serialKey = await key(acme, 'LIVING', 1)
  const lost = async (name: string, by: string) => {
    await activate(serialKey, name, { deviceName: name })
    return free(serialKey, by, await seatIdOf(acme, serialKey, name))
  }
  expect((await lost('first', 'x')).status).toBe(204)
  at('2026-06-01T08:00:00.000Z')
  expect((await read(acme, serialKey)).selfReleases).toEqual({ allowed: 2, left: 1, nextReleaseDate: null })
  expect((await lost('second', 'y')).status).toBe(204)
  expect((await read(acme, serialKey)).selfReleases).toEqual({
    allowed: 2,
    left: 0,
    nextReleaseDate: '2027-03-01T08:00:00.000Z',
  })
  const third = await lost('third', 'z')
  expect(third).toMatchObject({
    status: 409,
    body: { code: 'DV430', info: { reason: 'none_left', nextReleaseDate: '2027-03-01T08:00:00.000Z' } },
  })
  at('2027-02-28T07:59:59.999Z')
  expect((await seats(serialKey, 'z')).body).toMatchObject([{ releasable: false }])
  // The new year of the calendar gives none.
  at('2027-02-28T08:00:00.000Z')
  expect((await free(serialKey, 'z', await seatIdOf(acme, serialKey, 'third'))).body).toMatchObject({ code: 'DV430' })
  at('2027-03-01T08:00:00.000Z')
  expect((await seats(serialKey, 'z')).body).toMatchObject([{ releasable: true }])
  expect((await free(serialKey, 'z', await seatIdOf(acme, serialKey, 'third'))).status).toBe(204)
  expect((await read(acme, serialKey)).selfReleases).toMatchObject({
    left: 0,
    nextReleaseDate: '2027-06-01T08:00:00.000Z',
  })
  expect(await checked()).toEqual([])
})

test('what a device does with its own seat, and what support does, is not counted', async () => {
  const serialKey = await key(acme, 'LIVING', 1)
  for (let time = 0; time < 3; time++) {
    const { body } = await activate(serialKey, 'mine')
    expect((await free(serialKey, 'mine', body.licenseSeatId)).status).toBe(204)
    expect((await free(serialKey, 'mine', body.licenseSeatId)).status).toBe(204)
    await activate(serialKey, 'mine')
    expect((await release(serialKey, 'mine')).status).toBe(204)
  }
  await activate(serialKey, 'mine')
  await world.vendor.call(licenses.clearSeats, { params: { serialKey }, body: {} })
  expect((await read(acme, serialKey)).selfReleases).toMatchObject({ left: 2 })
  const strict = await key(acme, 'STRICT')
  const { body } = await activate(strict, 'mine')
  expect((await free(strict, 'mine', body.licenseSeatId)).status).toBe(204)
})

test('a release that is repeated costs one and frees nobody else (threats L5)', async () => {
  const serialKey = await key(acme, 'LIVING', 1)
  const { body } = await activate(serialKey, 'lost')
  for (let time = 0; time < 4; time++) expect((await free(serialKey, 'new', body.licenseSeatId)).status).toBe(204)
  await activate(serialKey, 'new')
  expect((await free(serialKey, 'lost', body.licenseSeatId)).status).toBe(204)
  expect(await read(acme, serialKey)).toMatchObject({ seatsOccupied: 1, selfReleases: { left: 1 } })
  expect((await heartbeat(serialKey, 'new')).status).toBe(200)
})

test('why a seat may not be freed is said, and nothing is freed: not allowed, suspended', async () => {
  const [strict, suspended] = [await key(acme, 'STRICT'), await key(acme, 'LIVING')]
  await activate(strict, 'lost')
  await activate(suspended, 'lost')
  const params = { serialKey: suspended, licenseSeatId: await seatIdOf(acme, suspended, 'lost') }
  await world.vendor.call(licenses.changeSeat, { params, body: { status: 'suspended' } })
  for (const [serialKey, reason] of [
    [strict, 'not_allowed'],
    [suspended, 'suspended'],
  ] as const) {
    expect(await free(serialKey, 'new', await seatIdOf(acme, serialKey, 'lost'))).toMatchObject({
      status: 409,
      body: { code: 'DV430', info: { reason, nextReleaseDate: null } },
    })
    expect((await read(acme, serialKey)).seatsOccupied).toBe(1)
  }
  expect((await free(suspended, 'lost', params.licenseSeatId)).body).toMatchObject({ code: 'DV423' })
  expect((await seats(suspended, 'lost')).body).toMatchObject([{ isOwn: true, releasable: false }])
})

test('of many releases at once, as many succeed as are left (threats L9)', async () => {
  const serialKey = await key(acme, 'LIVING', 6)
  const ids = []
  for (let n = 0; n < 6; n++) ids.push((await activate(serialKey, `device ${n}`)).body.licenseSeatId)
  const answers = await Promise.all(ids.map((id, n) => free(serialKey, `new ${n}`, id)))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(2)
  expect(answers.filter(({ body }) => body?.code === 'DV430')).toHaveLength(4)
  expect(await read(acme, serialKey)).toMatchObject({ seatsOccupied: 4, selfReleases: { left: 0 } })
  expect(await checked()).toEqual([])
})

test("who freed a seat is in the key's history: a device by its name, as soon as it has one, or the key's page", async () => {
  const serialKey = await key(acme, 'LIVING', 2)
  const lost = await activate(serialKey, 'lost', { deviceName: 'Lost laptop' })
  await free(serialKey, 'new', lost.body.licenseSeatId)
  const first = async () => (await history(acme, serialKey))[0]
  const what = { event: 'seat_self_released', createdBy: null, device: 'Lost laptop', creationDate: expect.any(String) }
  expect(await first()).toEqual({ ...what, otherDevice: 'new' })
  const next = await activate(serialKey, 'new', { deviceName: 'New laptop' })
  expect((await history(acme, serialKey))[1]).toEqual({ ...what, otherDevice: 'New laptop' })
  const { id: licenseId } = await licenseIdOf(serialKey)
  await write((tx) => selfRelease(tx, { licenseId, licenseSeatId: next.body.licenseSeatId, by: 'page' }))
  expect(await first()).toEqual({ ...what, device: 'New laptop', otherDevice: null })
})

test('a call of a device with a wrong field is refused with the field', async () => {
  const serialKey = await key(acme, 'LIVING')
  for (const body of [
    { serialKey },
    { serialKey, deviceUuid: '' },
    { serialKey, deviceUuid: 'é' },
    { deviceUuid: 'one' },
    { serialKey, deviceUuid: 'one', licenseSeatId: 'x' },
  ])
    expect(await call(devices.seats, body)).toMatchObject({ status: 422, body: { code: 'RQ422' } })
})

test('of a key with very many seats those that were silent longest are listed, and always the own one', async () => {
  const serialKey = await key(acme, 'LIVING', 2)
  for (const device of ['oldest', 'newest']) await activate(serialKey, device)
  await raw(
    world,
    `insert into license_seats (tenant_id, license_seat_id, license_id, device_uuid, device_name, created_at, last_seen_at)
     select s.tenant_id, gen_random_uuid(), s.license_id, 'many-' || n, 'many-' || n, s.created_at, s.last_seen_at - interval '1 minute' * n
     from license_seats s join licenses l using (tenant_id, license_id), generate_series(1, $2) n
     where l.serial_key = $1 and s.device_uuid = 'oldest'`,
    [serialKey, maximumSeatsOfKey],
  )
  const { body } = await seats(serialKey, 'newest')
  expect(body).toHaveLength(maximumSeatsOfKey + 1)
  expect(body[0]?.deviceName).toBe(`many-${maximumSeatsOfKey}`)
  expect(body.filter(({ isOwn }) => isOwn)).toHaveLength(1)
  expect((await seats(serialKey, 'nobody')).body).toHaveLength(maximumSeatsOfKey)
})
