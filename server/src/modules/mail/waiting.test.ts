// @module-tag long
import { passwords } from '@trellis/contract/identity'
import pino from 'pino'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openApp } from '../../app.ts'
import { readConfig } from '../../platform/config.ts'
import { sql } from '../../platform/database/sql.ts'
import { startWorker } from '../../platform/jobs.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { often } from '../../testing/full.ts'
import { network } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { type Letter, openMailer } from './index.ts'

/*
 * Which mails are sent first, with the real worker and a mail server that blocks mails about orders until it is released.
 */

const world = await network()
const { db, databaseUrl, dataDir, tenantId } = world

const held: (() => void)[] = []
let holding = true
const letGo = () => {
  holding = false
  for (const go of held.splice(0)) go()
}
const smtp = await startSmtp({
  onRcptTo({ address }, _session, done) {
    if (holding && address.endsWith('@orders.example')) held.push(done)
    else done()
  },
})
const config = readConfig({
  NODE_ENV: 'test',
  DATA_DIR: dataDir,
  PUBLIC_URL: 'http://localhost:3000',
  SMTP_URL: smtp.url,
})
const secrets = openSecrets(config)
const silent = pino({ level: 'silent' })
const app = await openApp({ config, db, directUrl: databaseUrl, secrets, logger: silent })
const mailer = openMailer({ secrets, config, gathering: 0 })
const ran: string[] = []
const round = { name: 'test:round', cron: '0 0 1 1 *', run: async () => void ran.push('round') }

let worker: Awaited<ReturnType<typeof startWorker>> | undefined
const start = async () => {
  worker = await startWorker(databaseUrl, [...app.jobs, round], silent)
}
const stop = async () => {
  letGo()
  await worker?.stop()
  worker = undefined
}
afterEach(async () => {
  await stop()
  await raw(world, 'delete from mails')
  await raw(world, 'select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  smtp.received.length = 0
  holding = true
})
afterAll(async () => {
  await stop()
  await app.close()
  await smtp.close()
})

const as = (tenant: string) => ({ tenantId: tenant, userId: null, reach: null, clock: null, requestId: null })
const approved = (n: number): Letter => ({
  kind: 'order_approved',
  values: {
    path: `/sell-in/${n}`,
    orderCode: `SO-${n}`,
    buyerName: 'Acme',
    vendorName: 'Nordico',
    reader: 'buyer',
    by: null,
    total: '1.0000',
    currencyCode: 'EUR',
    lines: 1,
  },
})
/** Posts news of orders to this many people of a tenant. */
const tell = (tenant: string, many: number, host: string) =>
  db.write(as(tenant), async (tx) => {
    for (let n = 0; n < many; n++)
      await mailer(tx, { email: `${n}@${host}`, name: '', languageCode: 'en' }, approved(n), { numberInBatch: n })
  })
const recipients = () => smtp.received.map(({ to }) => to[0] ?? '')

const waiting = often(100, 2000)
const queue = often(60, 1000)
test(`a reset link is sent at once while ${waiting} mails about orders are waiting and the server accepts none of them`, async () => {
  await tell(tenantId, waiting, 'orders.example')
  await start()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await world.anonymous(passwords.requestReset, { body: { email: world.nordico.email } })
  await expect.poll(recipients).toEqual([world.nordico.email])
})

test('an invitation, a code and a security notice are sent at once as well', async () => {
  await tell(tenantId, 50, 'orders.example')
  await start()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  const to = (email: string) => ({ email, name: '', languageCode: 'en' })
  const path = '/auth/confirm?token=x'
  await db.write(as(tenantId), async (tx) => {
    await mailer(tx, to('i@x.example'), {
      kind: 'invitation',
      values: { path, accountName: 'A', invitedBy: null, days: 7 },
    })
    await mailer(tx, to('c@x.example'), { kind: 'mfa_code', values: { code: '1', minutes: 10 } })
    await mailer(tx, to('n@x.example'), { kind: 'password_changed', values: { path } })
  })
  await expect.poll(() => recipients().sort()).toEqual(['c@x.example', 'i@x.example', 'n@x.example'])
})

test('scheduled jobs run while mails are waiting', async () => {
  await tell(tenantId, 50, 'orders.example')
  await start()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await db.shared.run(sql`select enqueue('test:round', '{}'::jsonb)`)
  await expect.poll(() => ran).toEqual(['round'])
})

test('a code is sent before invitations that were posted earlier', async () => {
  const path = '/auth/confirm?token=x'
  await db.write(as(tenantId), async (tx) => {
    for (let n = 0; n < 40; n++)
      await mailer(
        tx,
        { email: `${n}@x.example`, name: '', languageCode: 'en' },
        { kind: 'invitation', values: { path, accountName: 'A', invitedBy: null, days: 7 } },
      )
    await mailer(
      tx,
      { email: 'code@x.example', name: '', languageCode: 'en' },
      { kind: 'mfa_code', values: { code: '1', minutes: 10 } },
    )
  })
  await start()
  await expect.poll(() => smtp.received.length).toBe(41)
  // The workers take several mails at once, and the server may answer those in any order.
  expect(recipients().indexOf('code@x.example')).toBeLessThan(8)
})

test(`${queue} mails of one tenant do not delay the few of another`, async () => {
  holding = false
  const [canary] = await raw<{ tenant_id: string }>(world, `select tenant_id from tenants where code = 'canary'`)
  await tell(tenantId, queue, 'verdant.example')
  await tell(canary?.tenant_id ?? '', 5, 'canary.example')
  await start()
  await expect.poll(() => recipients().filter((to) => to.endsWith('@canary.example'))).toHaveLength(5)
  const before = recipients().slice(0, recipients().lastIndexOf('4@canary.example') + 1)
  expect(before.filter((to) => to.endsWith('@verdant.example')).length).toBeLessThan(20)
})
