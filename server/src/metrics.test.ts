import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openMailer } from './modules/mail/index.ts'
import { readConfig } from './platform/config.ts'
import { openSecrets } from './platform/secrets.ts'
import { network } from './testing/network.ts'
import { runJob } from './testing/queue.ts'
import { raw, selling } from './testing/selling.ts'

const world = await network()
const { vendor, nordico } = world
const { change, request, issue } = selling(world)

/** A gauge by its name and labels; undefined when the line is missing. */
async function figure(line: string): Promise<number | undefined> {
  const { payload } = await world.app.http.inject('/metrics')
  const found = payload.split('\n').find((each) => each.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

test('unprocessed sales and unsealed audit rows are counted by tenant', async () => {
  await issue({ 'EDGE-1Y': 10 })
  await change(vendor, (await request(nordico, { 'EDGE-1Y': 2 })).id, 'approved')
  expect(await figure('trellis_sum_notes{tenant="verdant"}')).toBe(2)
  expect(await figure('trellis_sum_notes{tenant="canary"}')).toBe(0)
  expect(await figure('trellis_audit_unsealed{tenant="verdant"}')).toBeGreaterThan(0)
  await runJob(world, 'dashboard:fold')
  await runJob(world, 'audit:seal')
  expect(await figure('trellis_sum_notes{tenant="verdant"}')).toBe(0)
  expect(await figure('trellis_audit_unsealed{tenant="verdant"}')).toBe(0)
})

test('waiting and failed mails are counted by tenant, with the age of the oldest', async () => {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: world.dataDir,
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  const mailer = openMailer({ secrets: openSecrets(config), config })
  const as = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
  const to = { email: 'a@acme.example', name: '', languageCode: 'en' }
  for (let n = 0; n < 3; n++)
    await world.db.write(as, (tx) => mailer(tx, to, { kind: 'mfa_code', values: { code: '1', minutes: 10 } }))
  await raw(world, `update mails set status = 'failed' where mail_id = (select max(mail_id::text)::uuid from mails)`)
  await raw(world, `update mails set created_at = now() - interval '1 hour' where status = 'queued'`)
  expect(await figure('trellis_mails{tenant="verdant",state="prompt"}')).toBe(2)
  expect(await figure('trellis_mails{tenant="verdant",state="failed"}')).toBe(1)
  expect(await figure('trellis_mails_oldest_seconds{tenant="verdant",state="prompt"}')).toBeGreaterThanOrEqual(3600)
  expect(await figure('trellis_mails{tenant="canary",state="prompt"}')).toBeUndefined()
  expect(await figure('trellis_jobs_waiting{task="mail:send"}')).toBe(3)
  await raw(world, `update graphile_worker._private_jobs set attempts = 1, last_error = 'x'`)
  expect(await figure('trellis_jobs_failing{task="mail:send"}')).toBe(3)
  expect(await figure('trellis_database_up')).toBe(1)
})

test('when the database does not answer, the metrics of the process are still readable', async () => {
  await raw(world, 'alter function mail_figures() rename to mail_figures_gone')
  expect(await figure('trellis_database_up')).toBe(0)
  expect(await figure('trellis_jobs_waiting{task="mail:send"}')).toBeUndefined()
  expect(await figure('trellis_database_connections{pool="requests",state="waiting"}')).toBe(0)
})

test('the page on operations names every scheduled job, and no other', async () => {
  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const table = /^\| when \| job .*?\n\n/ms.exec(page)?.[0] ?? ''
  const named = [...table.matchAll(/`([a-z-]+:[a-z-]+)`/g)].map(([, name]) => name)
  const scheduled = world.app.jobs.filter(({ cron }) => cron !== undefined).map(({ name }) => name)
  expect(named.toSorted()).toEqual(scheduled.toSorted())
})
