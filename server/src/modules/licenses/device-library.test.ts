import { licenses } from '@trellis/contract/licenses'
import { expect, test } from 'vitest'
import {
  type Fetch,
  isAbove as isAboveOnDevice,
  type LicenseOptions,
  memoryStorage,
  openLicense,
  openPortal,
  PortalRefusal,
  PortalUnreachable,
  verifyLease,
} from '../../../../device/src/index.ts'
import { sql } from '../../platform/database/sql.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'
import { isAbove } from './rules.ts'

const world = await network()
const { acme, at } = world
const { addProduct, key, write } = licensing(world)
await addProduct({ sku: 'REPLACED', years: 2, selfReleases: 1 })
const portalUrl = await world.app.http.listen({ host: '127.0.0.1', port: 0 })

let now = new Date()
/** The time of the server and of the devices. */
const itIs = (instant: string) => {
  at(instant)
  now = new Date(instant)
}
const open = (more: Partial<LicenseOptions> = {}) =>
  openLicense({ portalUrl, storage: memoryStorage(), clock: () => now, pause: 1, ...more })
const refusalOf = async (work: Promise<unknown>): Promise<PortalRefusal> => {
  const error = await work.catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(PortalRefusal)
  return error as PortalRefusal
}

test("the vendor's software takes a seat, runs offline on its lease, renews the lease and releases the seat", async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  const storage = memoryStorage()
  const laptop = open({ storage, deviceUuid: 'laptop', installedVersion: '5.1' })
  itIs('2026-05-20T10:00:00.000Z')
  expect(await laptop.activate(serialKey.toLowerCase(), { deviceName: 'Laptop' })).toMatchObject({
    valid: true,
    claims: { serialKey, deviceUuid: 'laptop', sku: 'EDGE-1Y', leaseExpirationDate: '2026-05-27T10:00:00.000Z' },
  })
  const { lease, keys } = JSON.parse((await storage.read()) as string)
  expect(await verifyLease(lease, keys, { deviceUuid: 'copy', now })).toMatchObject({ reason: 'other_device' })

  itIs('2026-05-26T10:00:00.000Z')
  expect(await laptop.status()).toMatchObject({ valid: true, heartbeatDue: true })
  await laptop.heartbeat()
  itIs('2026-06-01T10:00:00.000Z')
  expect(await laptop.status()).toMatchObject({ valid: true })
  expect(await verifyLease(lease, keys, { deviceUuid: 'laptop', now })).toMatchObject({ reason: 'lease_over' })

  const desktop = open({ deviceUuid: 'desktop' })
  expect(await refusalOf(desktop.activate(serialKey))).toMatchObject({ code: 'DV409', status: 409 })
  await laptop.release()
  await laptop.release()
  expect(await laptop.status()).toMatchObject({ valid: false, reason: 'no_license' })
  await desktop.activate(serialKey)
  expect(await desktop.status()).toMatchObject({ claims: { expirationDate: '2027-05-20T23:59:59.999Z' } })
})

test('a device whose seat was cleared or suspended stops at its next heartbeat, and goes on when the seat is resumed', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  itIs('2026-05-20T10:00:00.000Z')
  const laptop = open()
  await laptop.activate(serialKey)
  const seats = (change: string) =>
    write((tx) =>
      tx.run(sql`update license_seats set ${sql.raw(change)}
        where license_id = (select license_id from licenses where serial_key = ${serialKey})`),
    )
  await seats('suspended = true')
  expect((await refusalOf(laptop.heartbeat())).code).toBe('DV423')
  expect(await laptop.status()).toMatchObject({ valid: false, reason: 'refused', refusal: 'DV423' })
  await seats('suspended = false')
  expect(await laptop.heartbeat()).toMatchObject({ valid: true })
  await world.vendor.call(licenses.clearSeats, {
    params: { serialKey },
    body: {},
  })
  const refusal = await refusalOf(laptop.heartbeat())
  expect(refusal).toMatchObject({ code: 'DV428', requestId: expect.any(String) })
  expect(await laptop.status()).toMatchObject({ valid: false, refusal: 'DV428' })
})

test('a lost laptop is replaced without support, in at most four calls of the replacement', async () => {
  const serialKey = await key(acme, 'REPLACED', 2)
  itIs('2026-05-20T10:00:00.000Z')
  const lost = open({ deviceUuid: 'lost' })
  await lost.activate(serialKey, { deviceName: 'Lost laptop' })
  await open({ deviceUuid: 'desktop' }).activate(serialKey, { deviceName: 'Desktop' })
  itIs('2026-05-21T09:00:00.000Z')

  const calls: string[] = []
  const counted: Fetch = (url, init) => {
    calls.push(url.split('/').at(-1) as string)
    return fetch(url, init) as ReturnType<Fetch>
  }
  const began = performance.now()
  const replacement = open({ deviceUuid: 'replacement', fetch: counted })
  expect((await refusalOf(replacement.activate(serialKey))).code).toBe('DV409')
  const seats = await replacement.seats(serialKey)
  expect(seats.map(({ deviceName, isOwn, releasable }) => [deviceName, isOwn, releasable])).toEqual([
    ['Lost laptop', false, true],
    ['Desktop', false, true],
  ])
  await replacement.releaseSeat(seats[0]?.licenseSeatId as string, serialKey)
  expect(await replacement.activate(serialKey, { deviceName: 'New laptop' })).toMatchObject({ valid: true })
  // The keys of the portal are asked for once, to verify the first lease.
  expect(calls).toEqual(['activate', 'seats', 'release', 'activate', 'keys'])
  // A minute is what a user may wait; the rest of it is theirs.
  expect(performance.now() - began).toBeLessThan(60_000)

  expect((await refusalOf(lost.heartbeat())).code).toBe('DV428')
  const own = (await replacement.seats()).find(({ isOwn }) => isOwn)
  expect(own).toMatchObject({ deviceName: 'New laptop' })
  expect((await refusalOf(lost.activate(serialKey))).code).toBe('DV409')
  const none = await refusalOf(lost.releaseSeat(own?.licenseSeatId as string))
  expect(none).toMatchObject({
    code: 'DV430',
    info: { reason: 'none_left', nextReleaseDate: '2027-05-21T09:00:00.000Z' },
  })
  // Its own seat it always may give back, and then it does not go on with its lease.
  await replacement.releaseSeat(own?.licenseSeatId as string)
  expect(await replacement.status()).toMatchObject({ valid: false, reason: 'no_license' })
  await expect(replacement.seats()).rejects.toThrow(TypeError)
})

test('a wrong key is refused, and a portal that cannot be reached is told apart from it', async () => {
  const refused = await refusalOf(open().activate('EDGE-00000-00000-00000-00000'))
  expect(refused).toMatchObject({ code: 'DV404', status: 404, retryAfter: null })
  const nowhere = openPortal({ portalUrl: 'http://127.0.0.1:1', retries: 1, pause: 1 })
  await expect(nowhere.activate({ serialKey: 'X', deviceUuid: 'laptop' })).rejects.toThrow(PortalUnreachable)
})

test('the package compares versions as the portal does', () => {
  const versions = ['', '5', '5.2', '5.2.0', '5.2.1', '5.10', '10', 'v6.0-beta', '5.1 build 900', 'nonsense', '0']
  for (const installed of [...versions, null, undefined]) {
    for (const maximum of [...versions, null])
      expect([installed, maximum, isAboveOnDevice(installed, maximum)]).toEqual([
        installed,
        maximum,
        isAbove(installed, maximum),
      ])
  }
})
