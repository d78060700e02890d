import { accounts } from '@trellis/contract/accounts'
import { batch } from '@trellis/contract/batch'
import { devices } from '@trellis/contract/devices'
import { files } from '@trellis/contract/files'
import { identity } from '@trellis/contract/identity'
import { orders } from '@trellis/contract/orders'
import { tenants } from '@trellis/contract/tenants'
import { afterEach, expect, test, vi } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { Unavailable } from '../platform/refusal.ts'
import { licensing } from '../testing/licensing.ts'
import type { World } from '../testing/network.ts'
import { network, password } from '../testing/network.ts'
import { operatorOf } from '../testing/operator.ts'
import { openSecond } from '../testing/outages.ts'
import { freePort, startServerProcess } from '../testing/processes.ts'
import { raw, selling } from '../testing/selling.ts'
import { uploading } from '../testing/uploading.ts'

/* Maintenance of a tenant and of the installation (rules G47 to G49). Covers: server/src/modules/tenants/maintenance.ts,
   server/src/cli/doctor/work.ts */

const world = await network()
const { app, vendor, nordico, fjord, acme, canary, anonymous } = world
const portal = operatorOf(world)
const { key, give } = licensing(world)
const { offer } = selling(world)
const serialKey = await key(acme, 'EDGE-1Y')
await give(nordico, 'EDGE-1Y', 1)
const pending = await offer(nordico, fjord, { 'EDGE-1Y': 1 })
const device = { serialKey, deviceUuid: 'laptop', deviceName: 'Laptop' }
await anonymous(devices.activate, { body: device })
// Who is signed in has a token.
await Promise.all([acme, canary].map((person) => person.token()))

const current = async (tenantCode: string) => {
  const url = `/api/v1${tenants.current.path}`
  const answer = await app.http.inject({ url, headers: { 'x-tenant-code': tenantCode } })
  return { status: answer.statusCode, body: answer.json() }
}
const heartbeat = () => anonymous(devices.heartbeat, { body: { serialKey, deviceUuid: 'laptop' } })
const signIn = (email: string, tenantCode: string) =>
  anonymous(identity.signIn, {
    headers: { 'x-tenant-code': tenantCode },
    body: { grantType: 'password', deviceUniqueId: 'test', email, password },
  })
const search = (person: World['acme']) => person.raw(accounts.search, { body: {} })
const refused = (maintenance: object = {}) => ({
  status: 503,
  body: { code: 'RQ503', info: { maintenance: expect.objectContaining(maintenance) } },
  headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
})
const on = (...options: string[]) => portal('maintenance', 'on', ...options)
/** Ends every maintenance, and waits until this process has heard of it. */
const off = async () => {
  await raw(world, 'delete from maintenances')
  await expect.poll(() => app.maintenance.shown(null)).toBe(null)
  await expect.poll(() => app.maintenance.hasTenants()).toBe(false)
}
afterEach(off)

test('a tenant in maintenance refuses every call with time and message, and no other tenant notices (rules G47)', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const begun = await on('--tenant', 'verdant', '--until', until, '--message', ' Wir ziehen um. ')
  expect(begun).toMatchObject({ isDone: true, stderr: '' })
  expect(begun.stdout).toContain(`Tenant verdant is in maintenance, expected until ${until}`)
  const said = { untilDate: until, message: 'Wir ziehen um.' }
  await expect.poll(() => search(acme)).toMatchObject(refused(said))
  expect((await search(acme)).headers['retry-after']).toBe('60')
  expect(await signIn(vendor.email, 'verdant')).toMatchObject(refused(said))
  // Neither later than in a minute, nor at once when the promised time is near; half a minute where it is not known, or has passed.
  for (const [left, seconds] of [
    [`'20 seconds'`, /^(19|20)$/],
    [`'1 second'`, /^5$/],
    [`'-1 hour'`, /^30$/],
    ['null', /^30$/],
  ] as const) {
    await raw(world, `update maintenances set until = now() + interval ${left === 'null' ? `'1 hour' * null` : left}`)
    await expect.poll(async () => (await search(acme)).headers['retry-after']).toMatch(seconds)
  }
  await raw(world, 'update maintenances set until = $1', [until])
  await expect.poll(() => search(acme)).toMatchObject(refused(said))
  expect(await acme.raw(batch.run, { body: { calls: [] } })).toMatchObject(refused(said))
  expect(await current('verdant')).toMatchObject({ status: 200, body: { maintenance: said } })

  expect(await search(canary)).toMatchObject({ status: 200 })
  expect(await signIn(canary.email, 'canary')).toMatchObject({ status: 200 })
  expect(await current('canary')).toMatchObject({ status: 200, body: { maintenance: null } })
})

test('devices of a tenant in maintenance are told to come again, nothing of them is written, and their leases go on (rules G47)', async () => {
  const seats = () => raw(world, 'select license_seat_id, last_seen_at, last_lease from license_seats order by 1')
  await raw(world, `update license_seats set last_seen_at = last_seen_at - interval '1 day'`)
  const before = await seats()
  await on('--tenant', 'verdant')
  // By what writes nothing: until the process has heard of it, a heartbeat is one.
  await expect.poll(() => search(acme)).toMatchObject(refused())
  expect(await heartbeat()).toMatchObject(refused({ untilDate: null, message: null }))
  expect(await anonymous(devices.activate, { body: { ...device, deviceUuid: 'other' } })).toMatchObject(refused())
  expect(await anonymous(devices.seats, { body: { serialKey, deviceUuid: 'laptop' } })).toMatchObject(refused())
  expect(await anonymous(devices.release, { body: { serialKey, deviceUuid: 'laptop' } })).toMatchObject(refused())
  // A key that nobody has says nothing of who is in maintenance.
  expect(await anonymous(devices.heartbeat, { body: { serialKey: 'X', deviceUuid: 'l' } })).toMatchObject({
    body: { code: 'DV404' },
  })
  expect(await seats()).toEqual(before)
  await off()
  expect(await heartbeat()).toMatchObject({ status: 200, body: { lease: expect.any(String) } })
})

test('signed links to files are refused with their tenant, and SCIM and the way to a directory too (rules G47)', async () => {
  const id = await uploading(world).upload(acme)
  const { downloadUrl } = await acme.call(files.download, { params: { id } })
  const get = async (url: string, headers = {}) => (await app.http.inject({ url, headers })).statusCode
  const path = new URL(downloadUrl, 'http://localhost').pathname + new URL(downloadUrl, 'http://localhost').search
  expect(await get(path)).toBe(200)
  const scim = { 'x-tenant-code': 'verdant', authorization: 'Bearer nobody' }
  const start = `/api/v1/auth/oidc/start?connection=${crypto.randomUUID()}`
  expect(await get('/scim/v2/Users', scim)).not.toBe(503)
  expect(await get(start, { host: 'verdant.localhost' })).toBe(303)
  await on('--tenant', 'verdant')
  await expect.poll(() => get(path)).toBe(503)
  expect(await get('/api/v1/scim/v2/Users', scim)).toBe(503)
  expect(await get(start, { host: 'verdant.localhost' })).toBe(503)
  expect(await get(start, { host: 'canary.localhost' })).toBe(303)
})

test('scheduled jobs and mails of a tenant in maintenance wait, and those of others do not (rules G49)', async () => {
  await raw(world, `update orders set created_at = now() - interval '15 days' where order_id = $1`, [pending.id])
  const run = () => app.jobs.find(({ name }) => name === 'orders:cancel-stale')?.run({})
  const status = async () =>
    (await raw<{ status: string }>(world, 'select status from orders where order_id = $1', [pending.id]))[0]?.status
  await on('--tenant', 'verdant')
  await run()
  expect(await status()).toBe('pending')
  const rests = async () =>
    raw(world, 'select code::text, tenant_rests(tenant_id) as rests from tenants where not is_sandbox order by 1')
  expect(await rests()).toEqual([
    { code: 'canary', rests: false },
    { code: 'verdant', rests: true },
  ])
  await off()
  await run()
  expect(await status()).toBe('canceled')
})

test('the installation in maintenance refuses every call of every tenant and every device; its page is served, and it stays ready (rules G47, G48)', async () => {
  await on('--until', '45m', '--message', 'New disks')
  await expect.poll(() => search(canary)).toMatchObject(refused({ message: 'New disks' }))
  for (const answer of [await search(acme), await heartbeat(), await anonymous(devices.keys, {})])
    expect(answer).toMatchObject(refused({ message: 'New disks' }))
  // Also where the tenant is wrong: nothing is asked of the database.
  expect(await anonymous(accounts.search, { headers: { 'x-tenant-code': 'none' } })).toMatchObject(refused())
  for (const code of ['verdant', 'canary'])
    expect(await current(code)).toMatchObject({ status: 200, body: { maintenance: { message: 'New disks' } } })
  const ready = await app.http.inject('/health/ready')
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { status: 'maintenance', maintenance: { untilDate: expect.any(String), message: 'New disks' } },
  ])
})

test('metrics tell what is in maintenance and since when, and its refusals are no errors (rules G48)', async () => {
  const figure = async (line: string) => {
    const { payload } = await app.http.inject('/metrics')
    const found = payload.split('\n').find((each) => each.startsWith(`${line} `))
    return found === undefined ? undefined : Number(found.slice(line.length + 1))
  }
  const began = 'trellis_maintenance_began_timestamp_seconds'
  expect(await figure(`${began}{tenant=""}`)).toBeUndefined()
  const errors = (await figure('trellis_http_errors_total')) ?? 0
  const counted = 'trellis_http_unavailable_total{reason="maintenance"}'
  const before = (await figure(counted)) ?? 0
  await on()
  await on('--tenant', 'canary')
  await expect.poll(() => figure(`${began}{tenant="canary"}`)).toBeGreaterThan(Date.now() / 1000 - 60)
  expect(await figure(`${began}{tenant=""}`)).toBeGreaterThan(Date.now() / 1000 - 60)
  await search(acme)
  expect(await figure(counted)).toBe(before + 1)
  expect(await figure('trellis_http_errors_total')).toBe(errors)
})

test('the operator sees it, changes it, and ends it; a tenant’s is in its audit log (rules G47, G48)', {
  tags: ['long'],
}, async () => {
  expect((await portal('maintenance', 'show')).stdout).toBe('Nothing is in maintenance.\n')
  await on('--tenant', 'verdant', '--message', 'First')
  await on()
  expect((await on('--tenant', 'VERDANT', '--until', '2h', '--message', 'Second')).stdout).toContain('as before')
  const { stdout } = await portal('maintenance', 'show')
  expect(stdout).toMatch(/^The installation: in maintenance since \S+Z\nverdant: .* expected until \S+Z: Second\n$/)
  expect((await portal('tenant', 'show', 'verdant')).stdout).toMatch(/State: +in maintenance since/)
  const { findings } = JSON.parse((await portal('doctor', '--json')).stdout) as { findings: { about: string }[] }
  expect(findings.filter(({ about }) => about === 'maintenance')).toEqual([
    expect.objectContaining({ state: 'warning', advice: expect.stringContaining('`portal maintenance off`') }),
    expect.objectContaining({ says: expect.stringContaining('Tenant verdant'), state: 'warning' }),
  ])
  expect(await portal('maintenance', 'off')).toMatchObject({ isDone: true })
  expect(await portal('maintenance', 'off')).toMatchObject({
    isDone: true,
    stdout: 'The installation was not in maintenance.\n',
  })
  expect(await portal('maintenance', 'off', '--tenant', 'verdant')).toMatchObject({ isDone: true })
  await expect.poll(async () => (await search(acme)).status).toBe(200)
  const recorded = await raw<{ action: string; after: { message: string } | null }>(
    world,
    `select action, after from audit_log where action like 'tenant.maintenance%' order by audit_id desc limit 3`,
  )
  expect(recorded.map(({ action, after }) => [action, after?.message])).toEqual([
    ['tenant.maintenance_ended', undefined],
    ['tenant.maintenance_began', 'Second'],
    ['tenant.maintenance_began', 'First'],
  ])
})

test('what cannot be meant is refused in a sentence, and nothing begins', async () => {
  for (const [options, says] of [
    [['--until', 'tomorrow'], '--until is a while such as 45m'],
    [['--until', '2020-01-01T00:00:00Z'], '--until lies in the past'],
    [['--until', '2999-13-01T00:00:00Z'], '--until is a while'],
    [['--message', 'x'.repeat(256)], '--message has at most 255'],
    [['--tenant', 'nobody'], 'There is no tenant nobody'],
  ] as const)
    expect(await on(...options)).toMatchObject({ isDone: false, stderr: expect.stringContaining(says) })
  expect(await raw(world, 'select 1 from maintenances')).toEqual([])
})

test('a process that starts during the maintenance knows of it, and runs no job until it is over (rules G48, G49)', {
  tags: ['long'],
}, async () => {
  await on()
  const second = await openSecond(world)
  expect(second.app.maintenance.shown(null)).toEqual({ untilDate: null, message: null })
  await second.close()
  const server = await startServerProcess(world, { port: await freePort() })
  try {
    const answer = await fetch(`${server.url}/api/v1/devices/keys`)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'RQ503'])
    await raw(world, `select graphile_worker.add_job('audit:seal', job_key := 'probe')`)
    const waits = async () => (await raw(world, `select 1 from graphile_worker.jobs where key = 'probe'`)).length
    expect(await raw(world, `select 1 from pg_stat_activity where application_name = 'trellis jobs'`)).toEqual([])
    expect(await waits()).toBe(1)
    await portal('maintenance', 'off')
    await expect.poll(waits, { timeout: 20_000 }).toBe(0)
    await on()
    await expect
      .poll(() => raw(world, `select 1 from pg_stat_activity where application_name = 'trellis jobs'`), {
        timeout: 20_000,
      })
      .toEqual([])
  } finally {
    await server.stop()
  }
})

test('a change that was made before the maintenance is kept, and none is made in it', async () => {
  const made = await acme.raw(orders.create, { body: { items: selling(world).items({ 'EDGE-1Y': 1 }) } })
  expect(made.status).toBe(201)
  const count = async () => (await raw(world, 'select 1 from orders')).length
  const before = await count()
  await on()
  await expect.poll(async () => (await search(acme)).status).toBe(503)
  expect(await acme.raw(orders.create, { body: { items: selling(world).items({ 'EDGE-1Y': 1 }) } })).toMatchObject(
    refused(),
  )
  expect(await count()).toBe(before)
})

test('only the owner of the database begins or ends a maintenance, whatever statement a request is made to run (threats Z21)', async () => {
  const as = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
  const attempt = (query: Parameters<typeof world.db.shared.rows>[0]) => world.db.write(as, (tx) => tx.run(query))
  for (const query of [
    sql`insert into maintenances (tenant_id) values (${world.tenantId})`,
    sql`update maintenances set message = 'x'`,
    sql`delete from maintenances`,
  ])
    await expect(attempt(query)).rejects.toMatchObject({ code: '42501' })
})

test('while the database is away, the installation goes on saying what it knew, also at the call that its page asks (rules G48)', {
  tags: ['long'],
}, async () => {
  await on('--message', 'A larger machine')
  await expect.poll(() => app.maintenance.shown(null)).not.toBe(null)
  const away = () => Promise.reject(new Unavailable('database'))
  const row = vi.spyOn(world.db.shared, 'row').mockImplementation(away)
  const rows = vi.spyOn(world.db.shared, 'rows').mockImplementation(away)
  try {
    // A change that is heard, and cannot be read.
    await raw(world, `update maintenances set message = 'Nearly done'`)
    await expect.poll(() => rows.mock.calls.length).toBeGreaterThan(0)
    for (const answer of [await search(acme), await heartbeat(), await current('verdant')])
      expect(answer).toMatchObject({
        status: 503,
        body: { code: 'RQ503', info: { maintenance: { message: 'A larger machine' } } },
      })
    expect((await app.http.inject('/health/ready')).statusCode).toBe(200)
  } finally {
    row.mockRestore()
    rows.mockRestore()
  }
  await expect.poll(() => app.maintenance.shown(null)?.message, { timeout: 5_000 }).toBe('Nearly done')
})

test('streams of changes end when their tenant’s maintenance begins, and those of others go on (rules G47)', async () => {
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const open = async (person: World['acme']) => {
    const headers = { 'x-tenant-code': person.tenantCode, authorization: `Bearer ${await person.token()}` }
    const abort = new AbortController()
    const { body } = await fetch(`${address}/api/v1/live`, { headers, signal: abort.signal })
    const state = { ended: false, leave: () => abort.abort() }
    void (async () => {
      for await (const _ of body as ReadableStream<Uint8Array>);
    })()
      .catch(() => undefined)
      .finally(() => {
        state.ended = true
      })
    return state
  }
  const [own, other] = [await open(acme), await open(canary)]
  await on('--tenant', 'verdant')
  await expect.poll(() => own.ended).toBe(true)
  expect(other.ended).toBe(false)
  other.leave()
})
