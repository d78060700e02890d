import { devices } from '@trellis/contract/devices'
import { licenses } from '@trellis/contract/licenses'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { activating } from '../../testing/activating.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { newSerialKey } from './serial-keys.ts'

const world = await network()
const { acme, anonymous, at } = world
const { key } = licensing(world)
const { activate, call, count, heartbeat, release } = activating(world)
const read = (person: Person, serialKey: string) => person.call(licenses.read, { params: { serialKey } })

beforeEach(() => at(null))

test('unknown, malformed and almost correct keys get the same answer, and guessing is throttled (threats L3)', async () => {
  const real = await key(acme, 'EDGE-1Y')
  const wrongs = [
    newSerialKey('EDGE'),
    newSerialKey('NONE'),
    `${real}0`,
    real.slice(0, -1),
    'x',
    "' or 1=1 --",
    '💥'.repeat(20),
  ]
  const bodies = []
  for (const wrong of wrongs) {
    for (const endpoint of [devices.activate, devices.heartbeat, devices.release]) {
      if (bodies.length === 20) break
      const { status, body } = await call(endpoint, { serialKey: wrong, deviceUuid: 'guess' })
      expect(status).toBe(404)
      bodies.push({ ...body, requestId: '' })
    }
  }
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  expect(bodies[0]).toMatchObject({ code: 'DV404', info: null })
  const throttled = await activate(newSerialKey('EDGE'), 'guess')
  expect(throttled).toMatchObject({ status: 429, body: { code: 'RQ429' } })
  expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(30)
  await world.db.shared.run(sql`delete from throttles`)
  expect((await activate(real, 'owner')).status).toBe(200)
})

test('a valid key is served while others behind the same address guess keys and are throttled', async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 1)
  const guesses = await Promise.all(Array.from({ length: 40 }, () => activate(newSerialKey('EDGE'), 'guess')))
  expect(guesses.filter(({ status }) => status === 404)).toHaveLength(20)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(20)
  expect((await activate(serialKey, 'mine')).status).toBe(200)
  expect((await heartbeat(serialKey, 'mine')).status).toBe(200)
  expect((await activate(newSerialKey('EDGE'), 'guess')).status).toBe(429)
  // A key that belongs to another tenant than the header names must answer like an unknown key; otherwise the answer
  // would reveal that it exists.
  const elsewhere = { 'x-tenant-code': 'canary' }
  expect((await call(devices.heartbeat, { serialKey, deviceUuid: 'mine' }, elsewhere)).status).toBe(429)
  expect((await release(serialKey, 'mine')).status).toBe(204)
  await world.db.shared.run(sql`delete from throttles`)
})

test('calls with valid keys are never throttled', async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 1)
  await activate(serialKey, 'first')
  expect(
    await count(
      Array.from({ length: 60 }, (_, n) => activate(serialKey, `other-${n}`)),
      409,
    ),
  ).toBe(60)
  expect((await heartbeat(serialKey, 'first')).status).toBe(200)
})

test("a tenant header that contradicts the key's tenant makes the key unknown; a header that agrees changes nothing", async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 1)
  const body = { serialKey, deviceUuid: 'mine' }
  for (const endpoint of [devices.activate, devices.heartbeat, devices.release]) {
    for (const code of ['canary', 'nobody', 'x'.repeat(300), '%']) {
      expect(await call(endpoint, body, { 'x-tenant-code': code }), code).toMatchObject({
        status: 404,
        body: { code: 'DV404' },
      })
    }
  }
  expect((await read(acme, serialKey)).licenseHasBeenActivated).toBe(false)
  expect((await call(devices.activate, body, { 'x-tenant-code': 'verdant' })).status).toBe(200)
  expect((await call(devices.heartbeat, body, { 'x-tenant-code': 'VERDANT' })).status).toBe(200)
  expect((await call(devices.release, body, { 'x-tenant-code': '' })).status).toBe(204)
})

test('pages of any origin may make the device calls without credentials, and no other calls', async () => {
  const preflight = (url: string, method: string) =>
    world.app.http.inject({
      method: 'OPTIONS',
      url: `/api/v1${url}`,
      headers: {
        origin: 'https://vendor.example',
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      },
    })
  const grants = (headers: Record<string, unknown>) =>
    Object.keys(headers).filter((name) => name.startsWith('access-control'))

  for (const { endpoint } of world.app.routes) {
    const { statusCode, headers } = await preflight(endpoint.path, endpoint.method)
    if (!endpoint.path.startsWith('/devices/')) {
      expect(grants(headers), endpoint.path).toEqual([])
      continue
    }
    expect(statusCode, endpoint.path).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': endpoint.method,
      'access-control-allow-headers': expect.stringContaining('content-type'),
    })
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    // The browser must be able to read success answers and refusals of every kind: key, payload and content type.
    const payloads = [{ serialKey: newSerialKey('EDGE'), deviceUuid: 'page' }, {}]
    for (const payload of endpoint.method === 'GET' ? [undefined] : payloads) {
      const answer = await call(endpoint, payload, { origin: 'https://vendor.example' })
      expect(answer.headers['access-control-allow-origin'], `${endpoint.path} ${answer.status}`).toBe('*')
    }
    const form = await call(endpoint, {}, { origin: 'https://vendor.example', 'content-type': 'text/plain' })
    expect(form.headers['access-control-allow-origin']).toBe('*')
  }
})

test('keys are accepted in the forms people type; unknown fields and control characters are refused', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  expect((await activate(` ${serialKey.toLowerCase().replaceAll('-', '')} `, 'mine')).status).toBe(200)
  for (const more of [{ tenantCode: 'verdant' }, { deviceName: 'a\u0000b' }, { deviceUuid: '' }, { deviceUuid: 7 }]) {
    expect((await activate(serialKey, 'mine', more)).status).toBe(422)
  }
})

test("the key call returns the installation's public keys and no private part", async () => {
  const { status, body } = await anonymous(devices.keys)
  expect(status).toBe(200)
  expect(body).toEqual({
    keys: [{ kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: expect.any(String), alg: 'EdDSA', use: 'sig' }],
  })
})
