import { expect, test } from 'vitest'
import { type LicenseOptions, openLicense } from './license.ts'
import type { Fetch } from './portal.ts'
import { PortalRefusal, PortalUnreachable } from './refusal.ts'
import { DamagedLicense } from './state.ts'
import { type LicenseStorage, memoryStorage } from './storage.ts'
import { day, portal, serialKey } from './testing/portal.ts'

const open = ({ fetch, clock }: ReturnType<typeof portal>, more: Partial<LicenseOptions> = {}) =>
  openLicense({ portalUrl: 'https://portal.example.com', storage: memoryStorage(), fetch, clock, pause: 1, ...more })
const errorOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error)
const reasonOf = async (license: ReturnType<typeof open>) => {
  const status = await license.status()
  return status.valid ? (status.inGrace ? 'grace' : 'valid') : status.reason
}

test('a program takes a seat, runs offline, renews the lease and frees the seat', async () => {
  const world = portal()
  const storage = memoryStorage()
  const license = open(world, { storage, installedVersion: '5.1', graceDays: 2 })
  expect(await license.status()).toEqual({ valid: false, reason: 'no_license', refusal: null, claims: null })
  expect(await license.activate(serialKey, { deviceName: 'Laptop' })).toMatchObject({
    valid: true,
    heartbeatDue: false,
  })
  expect(world.said[0]).toMatchObject({ path: 'activate', deviceName: 'Laptop', installedVersion: '5.1' })

  world.pass(day)
  const again = open(world, { storage, installedVersion: '5.1', graceDays: 2 })
  expect(await again.status()).toMatchObject({ valid: true, inGrace: false, heartbeatDue: true, claims: { serialKey } })
  world.pass(6 * day)
  expect(await reasonOf(again)).toBe('grace')
  world.pass(2 * day)
  expect(await reasonOf(again)).toBe('lease_over')
  expect(await again.heartbeat()).toMatchObject({ valid: true, inGrace: false })
  await again.release()
  expect(await reasonOf(again)).toBe('no_license')
  expect(world.held.size).toBe(0)
})

test('lost answers, crashes and parallel activations never occupy two seats (threats L1, L5)', async () => {
  const world = portal(100)
  const storage = memoryStorage()
  world.lose(2)
  await open(world, { storage }).activate(serialKey)
  world.lose(4)
  const crashing = memoryStorage()
  expect(await errorOf(open(world, { storage: crashing }).activate(serialKey))).toBeInstanceOf(PortalUnreachable)
  await open(world, { storage: crashing }).activate(serialKey)
  expect(world.held.size).toBe(2)

  const shared = memoryStorage()
  await Promise.all(Array.from({ length: 10 }, () => open(world, { storage: shared }).activate(serialKey)))
  expect(world.held.size).toBe(3)
})

test('the id of the device is stored before the first call', async () => {
  const world = portal()
  const storage = memoryStorage()
  const stored: (string | null)[] = []
  const watching: Fetch = async (url, init) => {
    stored.push(JSON.parse((await storage.read()) ?? '{}').deviceUuid)
    return world.fetch(url, init)
  }
  await openLicense({ portalUrl: 'https://portal.example.com', storage, fetch: watching, clock: world.clock }).activate(
    serialKey,
  )
  expect(stored[0]).toBe([...world.held][0])
})

test.each(['DV404', 'DV410', 'DV423', 'DV426', 'DV428'])(
  '%s ends the lease at once, and a later heartbeat resumes it',
  async (code) => {
    const world = portal()
    const license = open(world)
    await license.activate(serialKey)
    world.refuse(code)
    expect(await errorOf(license.heartbeat())).toBeInstanceOf(PortalRefusal)
    expect(await license.status()).toMatchObject({
      valid: false,
      reason: 'refused',
      refusal: code,
      claims: { serialKey },
    })
    world.refuse(null)
    expect(await license.heartbeat()).toMatchObject({ valid: true })
  },
)

test('an unreachable portal and a throttled call leave the lease as it is', async () => {
  const world = portal()
  const license = open(world, { retries: 0 })
  await license.activate(serialKey)
  world.lose(1)
  expect(await errorOf(license.heartbeat())).toBeInstanceOf(PortalUnreachable)
  expect(await reasonOf(license)).toBe('valid')
  world.refuse('RQ429')
  expect(await errorOf(license.heartbeat())).toMatchObject({ code: 'RQ429' })
  expect(await errorOf(license.release())).toMatchObject({ code: 'RQ429' })
  expect(await reasonOf(license)).toBe('valid')
})

test('a clock that is set back is noticed, also within the lease, and the portal corrects a clock that was ahead', async () => {
  const world = portal()
  const storage = memoryStorage()
  let ahead = 0
  const clock = () => new Date(world.clock().getTime() + ahead)
  const license = open(world, { storage, clock })
  await license.activate(serialKey)
  ahead = 3 * day
  expect(await reasonOf(license)).toBe('valid')
  ahead = 0
  expect(await reasonOf(license)).toBe('clock_set_back')
  expect(await license.heartbeat()).toMatchObject({ valid: true })
  ahead = -day
  expect(await reasonOf(license)).toBe('clock_set_back')
})

test('a saved copy of the storage is of no use once the lease was renewed elsewhere, and another device needs a seat', async () => {
  const world = portal()
  const storage = memoryStorage()
  const license = open(world, { storage })
  await license.activate(serialKey)
  const old = JSON.parse((await storage.read()) as string)
  await license.heartbeat()
  const newer = JSON.parse((await storage.read()) as string)
  await storage.write(JSON.stringify({ ...newer, lease: old.lease }))
  expect(await reasonOf(license)).toBe('older')
  const copy = memoryStorage()
  await copy.write(JSON.stringify(newer))
  expect(await reasonOf(open(world, { storage: copy, deviceUuid: 'another machine' }))).toBe('other_device')
})

test('the rotation of the signing key is followed, but not by a program with built-in keys', async () => {
  const world = portal()
  const license = open(world)
  const strict = open(world, { deviceUuid: [...world.held][0], keys: { keys: [...world.shown] } })
  await license.activate(serialKey)
  world.rotate()
  expect(await license.heartbeat()).toMatchObject({ valid: true })
  expect(world.said.filter(({ path }) => path === 'keys')).toHaveLength(2)
  await license.release()
  expect(await errorOf(strict.activate(serialKey))).toBeInstanceOf(PortalUnreachable)
  expect(await reasonOf(strict)).toBe('no_license')
})

test('a damaged storage is an error, because a new id would take a second seat; a program with an id of its own goes on', async () => {
  const world = portal()
  const storage = memoryStorage()
  await storage.write('{"deviceUuid":')
  expect(await errorOf(open(world, { storage }).activate(serialKey))).toBeInstanceOf(DamagedLicense)
  expect(await open(world, { storage, deviceUuid: 'mine' }).activate(serialKey)).toMatchObject({ valid: true })
})

test('a lease that was renewed by another process meanwhile is not replaced by an older one', async () => {
  const world = portal()
  const storage = memoryStorage()
  const [one, two] = [open(world, { storage }), open(world, { storage })]
  await one.activate(serialKey)
  await Promise.all([one.heartbeat(), two.heartbeat(), one.heartbeat(), two.heartbeat()])
  expect(JSON.parse((await storage.read()) as string).newestNumber).toBe(5)
  expect(await reasonOf(one)).toBe('valid')
})

test('keepRenewed renews a lease that is due, reports, and stops', async () => {
  const world = portal()
  const license = open(world)
  await license.activate(serialKey)
  world.pass(2 * day)
  const status = await new Promise<object>((resolve) => {
    const stop = license.keepRenewed((reported) => {
      stop()
      resolve(reported)
    })
  })
  expect(status).toMatchObject({ valid: true, heartbeatDue: false })
  expect(world.said.map(({ path }) => path)).toEqual(['activate', 'keys', 'heartbeat'])
})

test('a storage that fails is reported, and the next call works again', async () => {
  const world = portal()
  let broken = false
  const inner = memoryStorage()
  const storage: LicenseStorage = {
    ...inner,
    write: (text) => {
      if (broken) throw new Error('The disk is full')
      return inner.write(text)
    },
  }
  const license = open(world, { storage })
  await license.activate(serialKey)
  broken = true
  await expect(license.heartbeat()).rejects.toThrow('The disk is full')
  broken = false
  expect(await license.heartbeat()).toMatchObject({ valid: true })
})
