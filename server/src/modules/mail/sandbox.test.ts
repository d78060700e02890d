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

/* A server with a real mail server, on which one tenant is a sandbox (decision 147). */

const world = await network()
const { db, databaseUrl, dataDir } = world
const smtp = await startSmtp()
const config = readConfig({
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PUBLIC_URL: 'https://portal.example',
  SECRET_KEY: 'a key that is long enough for anybody',
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

test('a mail of a sandbox is kept with its text, also in production, and those of the others are sent', async () => {
  const mailer = openMailer({ secrets, config })
  const as = (tenantId: string) => ({ tenantId, userId: null, reach: null, clock: null, requestId: null })
  const sandboxId = '01990000-0000-7000-8000-000000000001'
  await raw(
    world,
    `insert into tenants (tenant_id, code, name, currency_id, is_sandbox) values ($1, 'try', 'Try (Sandbox)', 978, true)`,
    [sandboxId],
  )
  const letter = { kind: 'password_reset' as const, values: { path: '/auth/reset-password?token=t', minutes: 60 } }
  const to = { email: 'one@example.org', name: 'One', languageCode: 'en' }
  await db.write(as(sandboxId), (tx) => mailer(tx, to, letter))
  await db.write(as(sandboxId), (tx) => mailer(tx, { ...to, email: 'no address' }, letter))
  await db.write(as(world.tenantId), (tx) => mailer(tx, { ...to, email: 'two@example.org' }, letter))
  const mails = () =>
    raw<object>(world, `select recipient, status, content_sealed is not null as is_read from mails order by recipient`)
  await expect.poll(mails).toEqual([
    { recipient: 'no address', status: 'kept', is_read: true },
    { recipient: 'one@example.org', status: 'kept', is_read: true },
    { recipient: 'two@example.org', status: 'sent', is_read: false },
  ])
  expect(smtp.received.map((mail) => mail.headers.To)).toEqual([expect.stringContaining('two@example.org')])
})
