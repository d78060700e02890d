import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openApp } from '../../app.ts'
import { readConfig } from '../../platform/config.ts'
import { startWorker } from '../../platform/jobs.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { network } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { openMailer } from './index.ts'

/* Runs the server as in production, with two tenants and a real mail server. */

const world = await network()
const { db, databaseUrl, dataDir } = world
const smtp = await startSmtp()
const config = readConfig({
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PUBLIC_URL: 'https://portal.example',
  SECRET_KEY: 'a key that is long enough for anybody',
  MAIL_FROM: 'Portals <mail@portal.example>',
  SMTP_URL: smtp.url,
})
const secrets = openSecrets(config)
const silent = pino({ level: 'silent' })
const app = await openApp({ config, db, directUrl: databaseUrl, secrets, logger: silent })
const worker = await startWorker(databaseUrl, app.jobs, silent)
afterAll(async () => {
  await worker.stop()
  await app.close()
  await smtp.close()
})

const mailer = openMailer({ secrets, config })
const [canary] = await raw<{ tenant_id: string }>(world, `select tenant_id from tenants where code = 'canary'`)
const as = (tenantId: string) => ({ tenantId, userId: null, reach: null, clock: null, requestId: null })
await raw(
  world,
  `update tenants set theme = '{"primaryColor": "#ffcc00"}', logo_url = '/canary.png', mail_sender = 'canary@canary.example', mail_sender_proved_at = now() where code = 'canary'`,
)
await raw(
  world,
  `insert into tenant_hosts select 'canary.example', tenant_id, now() from tenants where code = 'canary'`,
)

test('each tenant’s mails have its own name, colour, sender and address only', async () => {
  const letter = { kind: 'password_reset' as const, values: { path: '/auth/reset-password?token=t', minutes: 60 } }
  const to = { email: 'both@example.org', name: 'Both', languageCode: 'it' }
  await db.write(as(world.tenantId), (tx) => mailer(tx, to, letter))
  await db.write(as(canary?.tenant_id ?? ''), (tx) => mailer(tx, to, letter))
  await expect.poll(() => smtp.received.length).toBe(2)

  const verdant = smtp.received.find(({ headers }) => headers.Subject?.includes('Verdant'))
  const other = smtp.received.find((mail) => mail !== verdant)
  expect(verdant).toMatchObject({ from: 'mail@portal.example', headers: { From: 'Verdant <mail@portal.example>' } })
  expect(verdant?.text).toContain('https://portal.example/auth/reset-password?token=t')
  expect(`${verdant?.raw} ${verdant?.html}`).not.toMatch(/canary|ffcc00/i)

  expect(other).toMatchObject({
    from: 'canary@canary.example',
    headers: { From: 'Canary tenant <canary@canary.example>' },
  })
  expect(other?.text).toContain('https://canary.example/auth/reset-password?token=t')
  expect(other?.html).toContain('src="https://canary.example/canary.png"')
  expect(other?.html).toContain('#ffcc00')
  expect(`${other?.raw} ${other?.html}`).not.toMatch(/verdant|mail@portal/i)
})

test('the content of a mail sent in production can be read nowhere, not even in the table', async () => {
  await expect.poll(async () => raw(world, `select from mails where status <> 'sent'`)).toEqual([])
  expect(await raw(world, 'select from mails where content_sealed is not null')).toEqual([])
})

test('in production there is no page that shows mails, and none for tests', async () => {
  for (const url of ['/dev/idle', '/dev/mail', '/dev/mail?format=json', '/DEV/MAIL/', `/dev/mail/${world.tenantId}`]) {
    const answer = await app.http.inject({ url })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'RQ404' })
  }
})

test('a job that names another tenant’s mail finds nothing to send', async () => {
  const before = smtp.received.length
  await db.write(as(world.tenantId), (tx) =>
    mailer(
      tx,
      { email: 'x@example.org', name: '', languageCode: 'en' },
      { kind: 'mfa_code', values: { code: '123456', minutes: 10 } },
    ),
  )
  await expect.poll(() => smtp.received.length).toBe(before + 1)
  const [mail] = await raw<{ mail_id: string }>(
    world,
    `update mails set status = 'queued', next_try_at = now() where kind = 'mfa_code' returning mail_id`,
  )
  const send = app.jobs.find(({ name }) => name === 'mail:send')
  await send?.run({ tenantId: canary?.tenant_id, mailId: mail?.mail_id })
  expect(smtp.received).toHaveLength(before + 1)
  await expect(send?.run({ mailId: mail?.mail_id })).rejects.toThrow()
})
