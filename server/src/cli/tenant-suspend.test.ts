import { accounts } from '@trellis/contract/accounts'
import { devices } from '@trellis/contract/devices'
import { identity } from '@trellis/contract/identity'
import { tenants } from '@trellis/contract/tenants'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openApp } from '../app.ts'
import { openMailer } from '../modules/mail/index.ts'
import { readConfig } from '../platform/config.ts'
import { openSecrets } from '../platform/secrets.ts'
import { licensing } from '../testing/licensing.ts'
import { network, password } from '../testing/network.ts'
import { raw, selling } from '../testing/selling.ts'
import { startSmtp } from '../testing/smtp.ts'
import { runPortal } from './run.ts'

const world = await network()
const { vendor, nordico, fjord, acme, canary, anonymous, db, tenantId } = world

async function portal(...args: string[]) {
  const said = { stdout: '', stderr: '' }
  const to = (name: keyof typeof said) => ({ write: (text: string) => (said[name] += text) })
  const env = { DATABASE_URL: world.adminUrl, DATA_DIR: world.dataDir, NODE_ENV: 'test' }
  const isDone = await runPortal(args, env, { stdout: to('stdout'), stderr: to('stderr') })
  return { isDone, ...said }
}
const suspend = (...options: string[]) => portal('tenant', 'suspend', 'verdant', ...options)
const resume = () => portal('tenant', 'resume', 'verdant')
const signIn = (email: string, tenantCode: string) =>
  anonymous(identity.signIn, {
    headers: { 'x-tenant-code': tenantCode },
    body: { grantType: 'password', deviceUniqueId: 'test', email, password },
  })
const { key, give } = licensing(world)
const { offer } = selling(world)
// The sessions with which they are made end with the first suspension.
const serialKey = await key(acme, 'EDGE-1Y')
await give(nordico, 'EDGE-1Y', 1)
const pending = await offer(nordico, fjord, { 'EDGE-1Y': 1 })

const suspended = { status: 403, body: { code: 'RQ403', info: { tenant: 'suspended' } } }

test('a suspended tenant refuses sign-in and every call with the reason, and no other tenant notices (rules G22)', async () => {
  expect(await acme.raw(accounts.search, { body: {} })).toMatchObject({ status: 200 })
  expect(await canary.raw(accounts.search, { body: {} })).toMatchObject({ status: 200 })
  expect(await suspend('--reason', 'Moves to another installation')).toMatchObject({ isDone: true, stderr: '' })

  // The server hears of it by a notification.
  await expect.poll(() => acme.raw(accounts.search, { body: {} })).toMatchObject(suspended)
  expect(await signIn(vendor.email, 'verdant')).toMatchObject(suspended)
  expect(await anonymous(tenants.current, { headers: { 'x-tenant-code': 'verdant' } })).toMatchObject({ status: 200 })
  expect(await canary.raw(accounts.search, { body: {} })).toMatchObject({ status: 200 })
  expect(await signIn(canary.email, 'canary')).toMatchObject({ status: 200 })
  const open = await raw<{ code: string }>(
    world,
    `select distinct t.code::text from sessions s join tenants t using (tenant_id) where coalesce(s.ended_at, 'infinity') > now()`,
  )
  expect(open).toEqual([{ code: 'canary' }])

  const again = await suspend('--reason', 'Another', '--json')
  expect(again).toMatchObject({ isDone: true, stderr: '' })
  expect(JSON.parse(again.stdout)).toEqual({ tenantCode: 'verdant', suspended: true, changed: false, sessions: 0 })
})

test('resumed, its users sign in again; the sessions of before stay ended, and both are in the audit log (rules G7, G22)', async () => {
  const before = { authorization: `Bearer ${await acme.token()}` }
  expect(await resume()).toMatchObject({ isDone: true, stderr: '' })
  await expect.poll(async () => (await signIn(acme.email, 'verdant')).status).toBe(200)
  expect(await anonymous(identity.me, { headers: before })).toMatchObject({ status: 401, body: { code: 'RQ401' } })
  expect(await resume()).toMatchObject({ isDone: true, stdout: 'Tenant verdant was not suspended.\n' })
  const recorded = await raw<{ action: string; after: unknown }>(
    world,
    `select action, after from audit_log where action in ('tenant.suspended', 'tenant.resumed') order by audit_id`,
  )
  expect(recorded).toEqual([
    {
      action: 'tenant.suspended',
      after: { reason: 'Moves to another installation', sessions: expect.any(Number) },
    },
    { action: 'tenant.resumed', after: null },
  ])
})

test('devices keep their seats and leases while their tenant is suspended (rules G22)', async () => {
  await suspend()
  try {
    const device = { serialKey, deviceUuid: 'laptop', deviceName: 'Laptop' }
    expect(await anonymous(devices.activate, { body: device })).toMatchObject({ status: 200 })
    expect(await anonymous(devices.heartbeat, { body: { serialKey, deviceUuid: 'laptop' } })).toMatchObject({
      status: 200,
      body: { lease: expect.any(String) },
    })
  } finally {
    await resume()
  }
})

test('mails and jobs of a suspended tenant wait until it is resumed; those of others do not (rules G22)', async () => {
  const smtp = await startSmtp()
  const config = readConfig({
    ...{ NODE_ENV: 'test', DATA_DIR: world.dataDir, SMTP_URL: smtp.url, MAIL_FROM: 'mail@portal.example' },
    SECRET_KEY: 'a key that is long enough for anybody',
  })
  const secrets = openSecrets(config)
  const app = await openApp({ config, db, directUrl: world.databaseUrl, secrets, logger: pino({ level: 'silent' }) })
  afterAll(async () => {
    await app.close()
    await smtp.close()
  })
  const run = (name: string, payload: unknown = {}) => app.jobs.find((job) => job.name === name)?.run(payload)
  const [other] = await raw<{ id: string }>(world, `select tenant_id as id from tenants where code = 'canary'`)
  const as = (id: string) => ({ tenantId: id, userId: null, reach: null, clock: null, requestId: null })
  const letter = { kind: 'password_reset' as const, values: { path: '/auth/reset-password?token=t', minutes: 60 } }
  await suspend()
  for (const id of [tenantId, other?.id ?? ''])
    await db.write(as(id), (tx) =>
      openMailer({ secrets, config })(tx, { email: `somebody@${id}.example`, name: 'S', languageCode: 'en' }, letter),
    )
  const mails = await raw<{ tenantId: string; mailId: string }>(
    world,
    `select tenant_id as "tenantId", mail_id as "mailId" from mails where recipient like 'somebody@%'`,
  )
  const deliver = async () => {
    for (const mail of mails) await run('mail:send', mail)
  }
  await deliver()
  expect(smtp.received.flatMap(({ to }) => to)).toEqual([`somebody@${other?.id}.example`])

  // A scheduled job: the sale has waited too long for a decision.
  await raw(world, `update orders set created_at = now() - interval '15 days' where order_id = $1`, [pending.id])
  await run('orders:cancel-stale')
  const states = async () =>
    raw<{ mail: string; sale: string }>(
      world,
      `select m.status as mail, o.status as sale from mails m join orders o using (tenant_id)
       where m.recipient = $1 and o.order_id = $2`,
      [`somebody@${tenantId}.example`, pending.id],
    )
  expect(await states()).toEqual([{ mail: 'queued', sale: 'pending' }])

  await resume()
  await deliver()
  await run('orders:cancel-stale')
  expect(await states()).toEqual([{ mail: 'sent', sale: 'canceled' }])
})
