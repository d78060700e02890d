import { expect, test } from 'vitest'
import { createDevice, PortalRefusal, verifyLease } from '../../../../device/src/index.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'

const world = await network()
const { acme, at } = world
const { key } = licensing(world)
const portalUrl = await world.app.http.listen({ host: '127.0.0.1', port: 0 })

const refusalOf = async (work: Promise<unknown>): Promise<PortalRefusal> => {
  const error = await work.catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(PortalRefusal)
  return error as PortalRefusal
}

test("the vendor's software takes a seat, runs offline on its lease, renews the lease and releases the seat", async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  const laptop = createDevice({ portalUrl, serialKey: serialKey.toLowerCase(), deviceUuid: 'laptop' })
  const keys = await laptop.keys()
  at('2026-05-20T10:00:00.000Z')
  const first = await laptop.activate({ deviceName: 'Laptop', installedVersion: '5.1' })
  const inAWhile = { now: new Date('2026-05-26T10:00:00.000Z') }
  const verdict = await laptop.verify(first.lease, keys, inAWhile)
  expect(verdict).toMatchObject({ valid: true, claims: { serialKey, deviceUuid: 'laptop', sku: 'EDGE-1Y' } })
  expect(await verifyLease(first.lease, keys, { deviceUuid: 'copy', ...inAWhile })).toEqual({
    valid: false,
    reason: 'other_device',
  })

  at('2026-05-26T10:00:00.000Z')
  const second = await laptop.heartbeat()
  const later = { now: new Date('2026-06-01T10:00:00.000Z') }
  expect(await laptop.verify(first.lease, keys, later)).toEqual({ valid: false, reason: 'lease_over' })
  const fresh = await laptop.verify(second.lease, keys, later)
  if (!fresh.valid) throw new Error(fresh.reason)
  expect(await laptop.verify(first.lease, keys, { ...inAWhile, newestNumber: fresh.claims.number })).toEqual({
    valid: false,
    reason: 'older',
  })

  const desktop = createDevice({ portalUrl, serialKey, deviceUuid: 'desktop' })
  expect(await refusalOf(desktop.activate())).toMatchObject({ code: 'DV409', status: 409 })
  await laptop.release()
  expect(await refusalOf(laptop.heartbeat())).toMatchObject({ code: 'DV428', status: 428 })
  expect((await desktop.activate()).expirationDate).toBe('2027-05-20T23:59:59.999Z')
})

test('a wrong key is refused, and when the portal is unreachable the library reports the network error', async () => {
  const wrong = createDevice({ portalUrl, serialKey: 'EDGE-00000-00000-00000-00000', deviceUuid: 'laptop' })
  expect(await refusalOf(wrong.activate())).toMatchObject({ code: 'DV404', status: 404, retryAfter: null })
  const nowhere = createDevice({ portalUrl: 'http://127.0.0.1:1', serialKey: 'X', deviceUuid: 'laptop' })
  await expect(nowhere.activate()).rejects.toThrow(TypeError)
})
