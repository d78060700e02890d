import pino from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openApp } from '../../app.ts'
import { readConfig } from '../../platform/config.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { network } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { newsJobs } from '../news/index.ts'
import { letterOfNews, openMailer } from './index.ts'

/* Sends news of orders through a real mail server. */

const world = await network()
const { vendor, nordico, acme } = world
const { change, request, issue } = selling(world)
await issue({ 'EDGE-1Y': 1000 })
await change(vendor, (await request(nordico, { 'EDGE-1Y': 500 })).id, 'approved')

const smtp = await startSmtp()
const config = readConfig({
  NODE_ENV: 'test',
  DATA_DIR: world.dataDir,
  PUBLIC_URL: 'http://localhost:3000',
  SMTP_URL: smtp.url,
})
const secrets = openSecrets(config)
const app = await openApp({
  config,
  db: world.db,
  directUrl: world.databaseUrl,
  secrets,
  logger: pino({ level: 'silent' }),
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

const mailer = openMailer({ secrets, config, gathering: 0 })
const teller = newsJobs({ db: world.db, mailer }).find(({ name }) => name === 'news:mail')
const tell = async () => {
  while ((await teller?.run({})) === 'more');
}
const set = (statement: string, values: unknown[] = []) => raw<{ mail_id: string }>(world, statement, values)
const waiting = () => set(`select mail_id from mails where status = 'queued' order by mail_id`)
const send = async (mailId: string | undefined) =>
  app.jobs.find(({ name }) => name === 'mail:send-bulk')?.run({ tenantId: world.tenantId, mailId })
const sendAll = async () => {
  for (const { mail_id: mailId } of await waiting()) await send(mailId)
}

beforeEach(async () => {
  await tell()
  await set('delete from mails')
  await set('delete from news')
  await set(`update users set is_notification_enabled = email in ('anna@acme.example', 'nora@nordico.example')`)
  await set(`update users set language_code = case when email = 'anna@acme.example' then 'it' else 'en' end`)
  smtp.received.length = 0
})

/** Creates this many purchases, each of which is news for the vendor. */
async function purchases(many: number): Promise<string[]> {
  const codes: string[] = []
  for (let made = 0; made < many; made++) codes.push((await request(acme, { 'EDGE-1Y': 1 })).orderCode)
  return codes
}

test('forty orders at once become one mail per recipient that lists them all, in the recipient’s language', {
  tags: ['long'],
}, async () => {
  const ids: string[] = []
  const codes: string[] = []
  for (let made = 0; made < 40; made++) {
    const order = await request(acme, { 'EDGE-1Y': 1 })
    ids.push(order.id)
    codes.push(order.orderCode)
  }
  for (const id of ids) await change(nordico, id, 'approved')
  await tell()
  await sendAll()
  const to = (email: string) => smtp.received.filter((mail) => mail.to[0] === email)
  expect(smtp.received).toHaveLength(2)

  const [english] = to('nora@nordico.example')
  expect(english?.headers.Subject).toBe('News of 40 orders')
  for (const [n, code] of codes.entries()) {
    expect(english?.text).toContain(`New order ${code} from Acme\n`)
    expect(english?.text).toContain(`http://localhost:3000/sell-out/${ids[n]}`)
    expect(english?.html).toContain(`href="http://localhost:3000/sell-out/${ids[n]}"`)
  }
  const [italian] = to('anna@acme.example')
  expect(italian?.text).toContain('Novità su 40 ordini')
  for (const code of codes) expect(italian?.text).toContain(`L’ordine ${code} è stato approvato\n`)
  expect(italian?.html).toContain('lang="it"')
  expect(italian?.headers.From).toBe('Verdant <no-reply@localhost>')
})

test('a digest longer than mail programs display is split into several mails, with each order in exactly one of them', {
  tags: ['long'],
}, async () => {
  const approved = { event: 'approved' as const, path: '/sell-in/1', buyerName: 'Acme', vendorName: 'Nordico' }
  const rest = { reader: 'buyer' as const, by: null, total: '1.0000', currencyCode: 'EUR', lines: 1 }
  const codes = Array.from({ length: 320 }, (_, n) => `SO-${1000 + n}`)
  const as = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
  const to = { email: 'busy@nordico.example', name: 'Busy', languageCode: 'en' }
  for (const orderCode of codes)
    await world.db.write(as, (tx) => mailer(tx, to, letterOfNews([{ ...approved, ...rest, orderCode }])))
  await sendAll()
  const told = smtp.received.flatMap(({ text }) => text.match(/^Order SO-\d+ was approved$/gm) ?? [])
  expect(told).toEqual(codes.map((code) => `Order ${code} was approved`))
  expect(smtp.received).toHaveLength(3)
  // Gmail cuts off a mail beyond this size.
  for (const { html } of smtp.received) expect(html.length).toBeLessThan(102_000)
})

test('news of a single order is sent as the plain mail for it, not as a digest', async () => {
  const [code] = await purchases(1)
  await tell()
  await sendAll()
  expect(smtp.received.map(({ headers }) => headers.Subject)).toEqual([`New order ${code} from Acme`])
})

test('news that arrives while a mail is queued is added to it; news after the first try starts another mail', async () => {
  const first = await purchases(2)
  await tell()
  const second = await purchases(3)
  await tell()
  expect(await waiting()).toHaveLength(1)
  smtp.misbehave({ message: 451 })
  await sendAll()
  const third = await purchases(1)
  await tell()
  expect(await waiting()).toHaveLength(2)
  await set(`update mails set next_try_at = now()`)
  await sendAll()
  const [earlier, later] = smtp.received
  for (const code of [...first, ...second]) expect(earlier?.text).toContain(code)
  expect(earlier?.text).not.toContain(third[0])
  expect(later?.headers.Subject).toBe(`New order ${third[0]} from Acme`)
  expect(smtp.received).toHaveLength(2)
})

test('an address that is no user’s reads why it gets the news, also where a mail gathers more of it', async () => {
  await set('update users set is_notification_enabled = false')
  await set(`update accounts set notification_email = 'desk@nordico.example' where name = 'Nordico'`)
  for (const _ of [1, 2]) {
    await purchases(1)
    await tell()
  }
  await sendAll()
  await set(`update accounts set notification_email = '' where name = 'Nordico'`)
  expect(smtp.received.map(({ to, headers }) => [to[0], headers.Subject])).toEqual([
    ['desk@nordico.example', 'News of 2 orders'],
  ])
  const [{ text = '' } = {}] = smtp.received
  expect(text).toContain('because Nordico has named this address for its news')
  expect(text).not.toContain('/profile')
})

test('news is sent once, however often the job runs, and not at all by a run that fails', async () => {
  const codes = await purchases(5)
  await set(`alter table mails add constraint failing check (kind <> 'order_digest')`)
  await expect(tell()).rejects.toThrow('verdant: new row for relation "mails" violates check constraint "failing"')
  expect(await waiting()).toEqual([])
  await set('alter table mails drop constraint failing')
  await Promise.all([tell(), tell(), tell()])
  await tell()
  await sendAll()
  const told = smtp.received.flatMap(({ text }) => text.match(/^New order .*$/gm) ?? [])
  expect(told.sort()).toEqual(codes.map((code) => `New order ${code} from Acme`).sort())
})
