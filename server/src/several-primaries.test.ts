// @module-tag long
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devices } from '@trellis/contract/devices'
import { identity } from '@trellis/contract/identity'
import { installation } from '@trellis/contract/installation'
import { live } from '@trellis/contract/live'
import { settings } from '@trellis/contract/settings'
import { users } from '@trellis/contract/users'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { createTenant } from './cli/create-tenant.ts'
import { emptyTenant } from './cli/empty-tenant.ts'
import { openMailer } from './modules/mail/index.ts'
import { invite } from './modules/people/index.ts'
import { beginMaintenance, endMaintenance, findTenantByCode, listMaintenances } from './modules/tenants/index.ts'
import { readConfig } from './platform/config.ts'
import { openInstallation } from './platform/database/open-primaries.ts'
import { sql } from './platform/database/sql.ts'
import { Unavailable } from './platform/refusal.ts'
import { testDatabase, testSecrets } from './testing/database.ts'
import { licensing } from './testing/licensing.ts'
import { network, password } from './testing/network.ts'
import { nameOperator, operatorOf } from './testing/operator.ts'

/* Each tenant lives in one of several primaries, and every process serves all of them (decision 179). Covers: server/src/platform/database/directory.ts, server/src/platform/database/primaries.ts, server/src/platform/database/open-primaries.ts, server/src/modules/licenses/key-primaries.ts, server/src/platform/database/notifications.ts, server/src/modules/installation/list-tenants.ts */

const north = await testDatabase()
const world = await network({ further: [{ name: 'north', url: north.url }] })
const { acme, vendor, anonymous, app, db } = world
const { key } = licensing(world)
const mailer = openMailer({ secrets: testSecrets, config: readConfig({ NODE_ENV: 'test' }) })
const [, further] = db.primaries
if (further === undefined) throw new Error('There is no further primary')
afterAll(() => north.drop())

await createTenant(
  db,
  {
    code: 'aurora',
    name: 'Aurora',
    hosts: ['portal.aurora.example'],
    currencyCode: 'EUR',
    adminEmail: 'ada@aurora.example',
    adminPassword: password,
  },
  further.db,
)
const ada = world.somebody('aurora', 'ada@aurora.example')
const asked = async (admin: string, text: string) => {
  const client = new pg.Client(admin)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
const place = async (admin: string, code: string) =>
  (await asked(admin, `select from tenants where code = '${code}'`)).length === 1
const activate = async (serialKey: string, deviceUuid = 'a-device') =>
  anonymous(devices.activate, { body: { serialKey, deviceUuid } })
const metrics = async () => (await app.http.inject({ url: '/metrics' })).payload
/** Refuses every connection to the second primary, and ends those that are open. */
async function stopNorth(): Promise<() => Promise<unknown>> {
  const name = new URL(north.url).pathname.slice(1)
  await asked(world.adminUrl, `alter database ${name} allow_connections false`)
  await asked(world.adminUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  return () => asked(world.adminUrl, `alter database ${name} allow_connections true`)
}
const current = async (host: string) =>
  (await app.http.inject({ url: '/api/v1/tenants/current', headers: { host } })).json().tenantCode

test('a tenant is created in the primary that is named, and lives in no other', async () => {
  expect([await place(north.adminUrl, 'aurora'), await place(world.adminUrl, 'aurora')]).toEqual([true, false])
  expect([await place(north.adminUrl, 'verdant'), await place(world.adminUrl, 'verdant')]).toEqual([false, true])
})

test('a tenant for which none is named is created in `main`', async () => {
  const draft = {
    code: 'dune',
    name: 'Dune',
    currencyCode: 'EUR',
    adminEmail: 'dan@dune.example',
    adminPassword: password,
  }
  const { tenantId } = await createTenant(db, draft)
  expect([await place(north.adminUrl, 'dune'), await place(world.adminUrl, 'dune')]).toEqual([false, true])
  expect(await world.somebody('dune', 'dan@dune.example').call(identity.me)).toMatchObject({
    email: 'dan@dune.example',
  })
  await asked(world.adminUrl, `update tenants set suspended_at = now() - interval '31 days' where code = 'dune'`)
  await db.administer({ tenantId, userId: null, reach: null, clock: null, requestId: null }, emptyTenant)
  expect(await place(world.adminUrl, 'dune')).toBe(false)
})

test('one process serves the tenants of all primaries, by their code and by their host name', async () => {
  expect((await ada.call(users.search, { body: { page: 1, limit: 50 } })).items.map(({ email }) => email)).toEqual([
    'ada@aurora.example',
  ])
  expect((await vendor.call(users.search, { body: { page: 1, limit: 50 } })).items.length).toBeGreaterThan(1)
  expect(await current('portal.aurora.example')).toBe('aurora')
  expect(await current('aurora.localhost')).toBe('aurora')
  expect(await current('verdant.localhost')).toBe('verdant')
  expect(await current('nobody.example')).toBe('verdant')
  const token = await ada.token()
  expect(
    (await anonymous(identity.me, { headers: { authorization: `Bearer ${token}`, 'x-tenant-code': 'verdant' } }))
      .status,
  ).toBe(401)
})

test('a code and a host name lead to one tenant of all primaries', async () => {
  await expect(
    createTenant(
      db,
      { code: 'Verdant', name: 'Another', currencyCode: 'EUR', adminEmail: 'a@b.example', adminPassword: password },
      further.db,
    ),
  ).rejects.toThrow('There is a tenant Verdant already.')
  await expect(
    createTenant(db, {
      code: 'other',
      name: 'Another',
      hosts: ['portal.aurora.example'],
      currencyCode: 'EUR',
      adminEmail: 'a@b.example',
      adminPassword: password,
    }),
  ).rejects.toThrow('One of the host names belongs to another tenant.')
  expect(await vendor.refused(settings.change, { body: { hosts: ['portal.aurora.example'] } })).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'hosts.0', code: 'taken' }] },
  })
})

test('an operator of the installation sees the tenants of all primaries, and invites their administrators again', async () => {
  await createTenant(
    db,
    {
      ...{ code: 'borealis', name: 'Borealis', currencyCode: 'EUR', adminEmail: 'bo@borealis.example' },
      inviteAdmin: (tx, admin) => invite(tx, admin, null, mailer),
    },
    further.db,
  )
  await nameOperator(world, vendor, 'verdant')
  const listed = await vendor.call(installation.search, { body: { sortBy: [{ field: 'tenantName' }], limit: 2 } })
  expect(listed.items.map(({ tenantCode }) => tenantCode)).toEqual(['aurora', 'borealis'])
  expect(listed.count).toBe(4)
  expect(listed.items[0]).toMatchObject({
    hosts: ['portal.aurora.example'],
    address: expect.stringContaining('portal.aurora.example'),
  })
  const { items } = await vendor.call(installation.search, {
    body: { filterBy: [{ field: 'anything', values: ['aurora.exam'] }] },
  })
  expect(items.map(({ tenantCode }) => tenantCode)).toEqual(['aurora'])
  const borealis = await vendor.call(installation.read, { params: { code: 'borealis' } })
  expect(borealis.administrators).toMatchObject([{ email: 'bo@borealis.example', status: 'user_pending' }])
  const [bo] = borealis.administrators
  await vendor.call(installation.resend, { params: { code: 'borealis', id: bo?.userId ?? '' } })
  expect(await world.mails('bo@borealis.example')).toHaveLength(2)
  expect(
    await vendor.refused(installation.resend, { params: { code: 'aurora', id: (await ada.call(identity.me)).userId } }),
  ).toMatchObject({ code: 'RQ409' })
  expect(await ada.refused(installation.search, { body: {} })).toMatchObject({ code: 'RQ404' })
})

test('a device names no tenant: the primary that knows its key is found', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  expect((await activate(serialKey)).status).toBe(200)
  expect((await anonymous(devices.heartbeat, { body: { serialKey, deviceUuid: 'a-device' } })).status).toBe(200)
  expect(await activate('EDGE-0000-0000-0000')).toMatchObject({ status: 404, body: { code: 'DV404' } })
})

test('leases are signed with one set of keys, whichever primary is asked', async () => {
  const kids = async (admin: string) => (await asked(admin, 'select kid from signing_keys')).map(({ kid }) => kid)
  expect(await kids(north.adminUrl)).toEqual(await kids(world.adminUrl))
})

test('the jobs of a primary do the work of its own tenants', async () => {
  const [main] = db.primaries
  const codes = async (name: string, primary = main) =>
    (
      await primary?.db.shared.rows<{ code: string }>(sql`
      select t.code::text from tenants_with_work(${name}, true) w join tenants t on t.tenant_id = w`)
    )?.map(({ code }) => code)
  const jobs = app.jobsOf(further.db.background).map(({ name }) => name)
  expect(jobs).toEqual(app.jobs.map(({ name }) => name))
  expect((await codes('audit:seal', further))?.sort()).toEqual(['aurora', 'borealis'])
  expect(await codes('audit:seal')).not.toContain('aurora')
  const seal = app.jobsOf(further.db.background).find(({ name }) => name === 'audit:seal')
  await seal?.run({})
  expect(await codes('audit:seal', further)).toEqual([])
})

test('a maintenance of the installation stands in every primary, that of a tenant in its own', async () => {
  const { db: joined } = world
  const context = { tenantId: '', userId: null, reach: null, clock: null, requestId: null }
  for (const primary of joined.primaries)
    await primary.db.administer(context, (tx) =>
      beginMaintenance(tx, { tenantId: null, until: null, message: 'Back soon' }),
    )
  expect(await listMaintenances(joined)).toMatchObject([{ tenantId: null, message: 'Back soon' }])
  for (const primary of joined.primaries) await primary.db.administer(context, (tx) => endMaintenance(tx, null))
  expect(await listMaintenances(joined)).toEqual([])
})

test('changes of every primary are heard, and the end of one ends the streams of its own tenants alone', async () => {
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const listen = async (who: typeof ada) => {
    const headers = { 'x-tenant-code': who.tenantCode, authorization: `Bearer ${await who.token()}` }
    const { status, body } = await fetch(`${address}/api/v1${live.changes.path}`, { headers })
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    const stream = { status, heard: '', isOver: false, leave: () => reader.cancel() }
    const read = async () => {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        stream.heard += new TextDecoder().decode(value)
      }
    }
    void read().finally(() => {
      stream.isOver = true
    })
    return stream
  }
  const heard = (who: typeof ada) =>
    vi.waitUntil(async () => {
      const stream = await listen(who)
      return stream.status === 200 && stream
    }, 60_000)
  const [ofAda, ofVendor] = [await heard(ada), await heard(vendor)]
  const { accountId } = (await ada.call(identity.me)).account
  const user = { firstName: 'Nils', lastName: 'Berg', userName: 'nils@aurora.example', roles: [4] }
  await ada.call(users.create, { body: { parentAccountId: accountId, user } })
  await expect.poll(() => ofAda.heard).toContain('changed')
  expect(ofVendor.heard).not.toContain('changed')
  const restart = await stopNorth()
  await expect.poll(() => ofAda.isOver).toBe(true)
  expect(ofVendor.isOver).toBe(false)
  const again = await listen(vendor)
  expect(again.status).toBe(200)
  await restart()
  for (const stream of [ofVendor, again, await heard(ada)]) await stream.leave()
})

test('a primary that is dead stops its own tenants alone, and they come back by themselves', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  await activate(serialKey, 'before')
  await ada.token()
  const restart = await stopNorth()
  expect(await ada.raw(identity.me)).toMatchObject({
    status: 503,
    body: { code: 'RQ503' },
    headers: { 'retry-after': expect.any(String) },
  })
  expect((await vendor.raw(users.search, { body: { page: 1, limit: 50 } })).status).toBe(200)
  expect((await anonymous(devices.heartbeat, { body: { serialKey, deviceUuid: 'before' } })).status).toBe(200)
  // The dead one may know it: a device that was told 404 would stop its software.
  expect((await activate('EDGE-0000-0000-0000')).status).toBe(503)
  expect(await current('portal.aurora.example')).toBe('aurora')
  expect(await current('verdant.localhost')).toBe('verdant')
  expect(await metrics()).toContain('trellis_primary_up{primary="north"} 0')
  expect(await metrics()).toContain('trellis_primary_up{primary="main"} 1')
  await restart()
  await expect.poll(async () => (await ada.raw(identity.me)).status).toBe(200)
  expect(await metrics()).toContain('trellis_primary_up{primary="north"} 1')
})

test('a process starts while a further primary is dead, and takes it up when it is back', async () => {
  const restart = await stopNorth()
  const said: string[] = []
  const installation = await openInstallation({
    ...{
      config: { databasePrimaries: [{ name: 'north', url: north.url }] },
      url: world.databaseUrl,
      directUrl: world.databaseUrl,
    },
    ...{
      secrets: testSecrets,
      pause: 20,
      patience: 60_000,
      prepare: async () => undefined,
      say: (line: string) => said.push(line),
    },
  })
  try {
    const context = (tenantId: string) => ({ tenantId, userId: null, reach: null, clock: null, requestId: null })
    const accounts = (tenantId: string) =>
      installation.db
        .read(context(tenantId))
        .rows(sql`select from accounts where tenant_id = (select current_tenant())`)
    expect((await accounts(world.tenantId)).length).toBeGreaterThan(1)
    await expect(findTenantByCode(installation.db, 'aurora')).rejects.toBeInstanceOf(Unavailable)
    expect(said).toEqual([expect.stringContaining('The primary north is not in use, and is tried again')])
    await restart()
    await expect.poll(() => said.at(-1)).toBe('The primary north is in use.')
    expect(await findTenantByCode(installation.db, 'aurora')).toMatchObject({ code: 'aurora' })
  } finally {
    await restart()
    await installation.db.close()
  }
})

test('the list of tenants says in which primary each lives', async () => {
  const portal = operatorOf(world, { DATABASE_PRIMARIES: `north=${north.adminUrl}`, DEFAULT_TENANT: 'verdant' })
  const { stdout } = await portal('tenant', 'list')
  expect(stdout).toContain('verdant   Verdant, in main')
  expect(stdout).toContain('aurora    Aurora, in north')
})

test('the doctor looks at the jobs of all primaries, and the list of jobs says whose are not in it', async () => {
  const portal = operatorOf(world, { DATABASE_PRIMARIES: `north=${north.adminUrl}`, DEFAULT_TENANT: 'verdant' })
  await asked(north.adminUrl, `select graphile_worker.add_job('mail:send', max_attempts := 1)`)
  await asked(
    north.adminUrl,
    `update graphile_worker._private_jobs set attempts = 1, last_error = 'full' where max_attempts = 1`,
  )
  expect((await portal('doctor')).stdout).toMatch(/primary north +Jobs have failed: mail:send/)
  expect((await portal('jobs', 'list', '--failed')).stdout).toContain('--primary north.')
  expect((await portal('jobs', 'retry', '--primary', 'north')).stdout).toBe(
    '1 job runs again as soon as a process is free.\n',
  )
})

test('backups of a night are of all primaries, each in files of its own; a single one says what is not in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-primaries-'))
  const settings = { DATABASE_PRIMARIES: `north=${north.adminUrl}`, DEFAULT_TENANT: 'verdant' }
  const portal = operatorOf(world, settings)
  try {
    const older = 'trellis-north-2026-01-01T02-00-00Z.backup'
    writeFileSync(join(folder, older), '')
    const first = await portal('backup', folder, '--keep', '1')
    expect(first).toMatchObject({ isDone: true, stdout: expect.stringContaining(`Removed ${older}.`) })
    const names = readdirSync(folder).sort()
    expect(names).toEqual([expect.stringMatching(/^trellis-2\d{3}-/), expect.stringMatching(/^trellis-north-2\d{3}-/)])
    const { stdout } = await portal('doctor', '--backups', folder)
    expect(stdout).toContain('The newest backup of the primary north in')
    for (const name of names.slice(1)) rmSync(join(folder, name))
    expect((await portal('doctor', '--backups', folder)).stdout).toContain('There is no backup of the primary north')

    const single = await portal('backup', join(folder, 'one.backup'))
    expect(single.stdout).toContain('What lives in the primary north is not in it')
    const gone = operatorOf(world, { ...settings, DATABASE_PRIMARIES: 'north=postgres://nobody@127.0.0.1:1/none' })
    const half = await gone('backup', folder, '--keep', '9')
    expect(half).toMatchObject({ isDone: false, stderr: expect.stringContaining('The primary north is in no backup') })

    const before = readdirSync(folder).length
    const dead = operatorOf(world, { ...settings, DATABASE_URL: world.adminUrl.replace(/\/[^/]*$/, '/none') })
    const rest = await dead('backup', folder, '--keep', '9', '--json')
    expect(rest).toMatchObject({ isDone: false, stderr: expect.stringContaining('The primary main is in no backup: ') })
    expect(JSON.parse(rest.stdout)).toMatchObject({
      ...{ primary: 'main', error: expect.stringContaining('none') },
      further: [{ file: expect.stringContaining('trellis-north-') }],
    })
    expect(readdirSync(folder)).toHaveLength(before + 1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the check names a tenant that stands in two primaries', async () => {
  const portal = operatorOf(world, { DATABASE_PRIMARIES: `north=${north.adminUrl}`, DEFAULT_TENANT: 'verdant' })
  expect(await portal('check')).toMatchObject({ isDone: true })
  await asked(
    north.adminUrl,
    `insert into tenants (tenant_id, code, name, currency_id) values (gen_random_uuid(), 'verdant', 'From a backup', 978)`,
  )
  expect(await portal('check')).toMatchObject({
    isDone: false,
    stdout: expect.stringContaining('verdant is in two primaries'),
  })
  await asked(north.adminUrl, `set session_replication_role = replica; delete from tenants where code = 'verdant'`)
})
