import pino from 'pino'
import { afterAll, afterEach, expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { lanes, startWorker } from '../../platform/jobs.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { network } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'
import { type Mailbox, startSilence, startSmtp } from '../../testing/smtp.ts'
import { type Letter, mailJobs, openMailer, type Recipient } from './index.ts'

/* Uses the real worker, queue and database, and SMTP servers that fail in different ways. */

const world = await network()
const { db, tenantId, dataDir, databaseUrl } = world
const secrets = openSecrets({ secretKey: undefined, dataDir })
const asTenant = { tenantId, userId: null, reach: null, clock: null, requestId: null }
const anna: Recipient = { email: 'anna@acme.example', name: 'Anna Acme', languageCode: 'en' }
const code = (digits: string): Letter => ({ kind: 'mfa_code', values: { code: digits, minutes: 10 } })

const lines: string[] = []
const logger = pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) })
const opened: (() => Promise<unknown>)[] = []
const endAll = async () => {
  for (const end of opened.splice(0).reverse()) await end()
}
afterEach(endAll)
afterAll(endAll)

/** A portal that sends its mails to this address, with delays short enough for a test. */
async function portal(
  smtpUrl: string,
  { delays = [1, 1, 1], pause = 0.5, environment = 'test', patience = { greeting: 600_000, whole: 600_000 } } = {},
) {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: smtpUrl,
  })
  const jobs = mailJobs({
    db,
    secrets,
    logger,
    config: { ...config, environment: environment as 'test' },
    schedule: { delays, pause, lease: 60 },
    patience: { connect: 600_000, socket: 600_000, ...patience },
  })
  const others: unknown[] = []
  const note = { name: 'test:note', run: async (payload: unknown) => void others.push(payload) }
  const worker = await startWorker(databaseUrl, [...jobs, note], pino({ level: 'silent' }))
  opened.push(() => worker.stop())
  const mailer = openMailer({ secrets, config })
  const send = (letter: Letter, to = anna) => db.write(asTenant, (tx) => mailer(tx, to, letter))
  const run = (name: string, payload: unknown = {}) => jobs.find((job) => job.name === name)?.run(payload)
  return { mailer, send, run, others }
}

async function mailbox(options = {}): Promise<Mailbox> {
  const server = await startSmtp(options)
  opened.push(() => server.close())
  return server
}

interface Row {
  mail_id: string
  status: string
  tries: number
  last_error: string | null
  content_sealed: Buffer | null
  sent_at: Date | null
}
const newest = async () => (await raw<Row>(world, 'select * from mails order by mail_id desc limit 1'))[0] as Row
const becomes = (status: string) => expect.poll(async () => (await newest()).status, { interval: 100 }).toBe(status)
/** The jobs of the newest mail: without one, nobody tries it again. */
const jobsOfNewest = async () =>
  raw(world, `select locked_by from graphile_worker._private_jobs where key = $1`, [`mail:${(await newest()).mail_id}`])

test('a mail arrives once, with a text and an HTML part, and is then marked as sent', async () => {
  const smtp = await mailbox()
  const { send, run } = await portal(smtp.url)
  await send(code('314159'))
  await becomes('sent')
  const { mail_id: mailId, sent_at: sentAt, tries } = await newest()
  expect(sentAt).not.toBeNull()
  expect(tries).toBe(1)
  await Promise.all([run('mail:send', { tenantId, mailId }), run('mail:send', { tenantId, mailId })])
  expect(smtp.received).toHaveLength(1)
  const [mail] = smtp.received
  expect(mail).toMatchObject({ from: 'no-reply@localhost', to: ['anna@acme.example'] })
  expect(mail?.headers).toMatchObject({
    From: 'Verdant <no-reply@localhost>',
    To: 'Anna Acme <anna@acme.example>',
    Subject: 'Your verification code for Verdant',
    'Message-ID': `<${mailId}@localhost>`,
    'Auto-Submitted': 'auto-generated',
    'MIME-Version': '1.0',
  })
  expect(mail?.text).toContain('314159')
  expect(mail?.html).toContain('314159')
})

test('two workers that take the same job at once send one mail', async () => {
  const smtp = await mailbox()
  const { run, mailer } = await portal(smtp.url)
  await raw(world, 'delete from mails')
  await db.write(asTenant, async (tx) => {
    await mailer(tx, anna, code('271828'))
  })
  const { mail_id: mailId } = await newest()
  await Promise.all(Array.from({ length: 8 }, () => run('mail:send', { tenantId, mailId })))
  await becomes('sent')
  expect(smtp.received).toHaveLength(1)
})

test('a mail posted in a transaction that is rolled back is never sent', async () => {
  const smtp = await mailbox()
  const { mailer, send } = await portal(smtp.url)
  const rolledBack = db.write(asTenant, async (tx) => {
    await mailer(tx, anna, code('000000'))
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  await send(code('999999'))
  await becomes('sent')
  expect(smtp.received.map(({ text }) => /\d{6}/.exec(text)?.[0])).toEqual(['999999'])
})

test('a mail is sent as soon as an unreachable server is back', { tags: ['long'] }, async () => {
  const gone = await startSmtp()
  await gone.close()
  const { send } = await portal(gone.url, { delays: Array(20).fill(1) })
  await send(code('161803'))
  await expect.poll(async () => (await newest()).tries).toBeGreaterThan(1)
  expect(await newest()).toMatchObject({ status: 'queued', last_error: expect.stringMatching(/^CONN E/) })
  const back = await mailbox({ port: gone.port })
  await becomes('sent')
  expect(back.received).toHaveLength(1)
  expect((await newest()).last_error).toBeNull()
})

test('a busy server (421) is tried again later', { tags: ['long'] }, async () => {
  const smtp = await mailbox()
  smtp.misbehave('busy', { recipient: 450 }, { message: 451 })
  const { send } = await portal(smtp.url)
  await send(code('141421'))
  await becomes('sent')
  expect(smtp.received).toHaveLength(1)
  expect((await newest()).tries).toBe(4)
})

test.each([[{ recipient: 550 }], [{ message: 554 }]])(
  'what the server refuses for good (%o) is not tried again',
  async (way) => {
    const smtp = await mailbox()
    smtp.misbehave(way, way, way)
    const { send } = await portal(smtp.url)
    lines.length = 0
    await send(code('173205'))
    await becomes('failed')
    await expect.poll(jobsOfNewest).toEqual([])
    expect(await newest()).toMatchObject({ tries: 1, last_error: expect.stringMatching(/^(RCPT TO|DATA) 55[04]$/) })
    expect(smtp.received).toEqual([])
    const told = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'a mail could not be delivered')
    expect(told).toMatchObject({ level: 50, tenantId, kind: 'mfa_code', tries: 1 })
  },
)

test('a mail that is rejected again and again is marked as failed after the last try', { tags: ['long'] }, async () => {
  const gone = await startSmtp()
  await gone.close()
  const { send } = await portal(gone.url, { delays: [0.1, 0.1], pause: 0.1 })
  await send(code('223606'))
  await becomes('failed')
  expect((await newest()).tries).toBe(3)
})

test('a server that hangs does not block other jobs, and blocks mails only for a short time', async () => {
  const silence = await startSilence()
  opened.push(() => silence.close())
  const { send, others } = await portal(silence.url, {
    delays: Array(20).fill(1),
    pause: 60,
    patience: { greeting: 400, whole: 3_000 },
  })
  for (let n = 0; n < 10; n++) await send(code(`30000${n}`))
  await db.write(asTenant, (tx) => tx.run(enqueueNote))
  await expect.poll(() => others).toHaveLength(1)
  const queued = () => raw<Row>(world, `select * from mails where status = 'queued'`)
  await expect.poll(async () => (await queued()).map(({ last_error: error }) => error)).toContain('CONN ETIMEDOUT')
  // Ten mails are waiting; each worker has connected once, instead of once for each mail.
  expect(silence.connections()).toBeLessThanOrEqual(lanes.prompt)
  expect(await queued()).toHaveLength(10)
  await raw(world, 'delete from mails')
})
const enqueueNote = (await import('../../platform/database/sql.ts')).sql`select enqueue('test:note', '{}'::jsonb)`

test('a mail is sent again with the same Message-ID when the server accepted it and closed the connection without an answer', {
  tags: ['long'],
}, async () => {
  const smtp = await mailbox()
  smtp.misbehave('cut')
  const { send } = await portal(smtp.url)
  await send(code('244948'))
  await becomes('sent')
  expect(smtp.received).toHaveLength(2)
  expect(new Set(smtp.received.map(({ headers }) => headers['Message-ID'])).size).toBe(1)
  expect((await newest()).tries).toBe(2)
})

test('a mail whose worker was killed during sending is sent by another worker', async () => {
  const smtp = await mailbox()
  const { mailer, run } = await portal(smtp.url)
  await endAll()
  await db.write(asTenant, (tx) => mailer(tx, anna, code('264575')))
  const { mail_id: mailId } = await newest()
  // The state that a killed process leaves: a job locked for hours, and a try that began and never ended.
  await raw(
    world,
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1 where key = 'mail:${mailId}'`,
  )
  await raw(world, `update mails set tries = 1, next_try_at = now() + interval '1 minute' where mail_id = $1`, [mailId])
  const heir = await mailbox()
  const second = await portal(heir.url)
  await second.run('mail:rescue')
  // The first worker may still be sending.
  expect(await jobsOfNewest()).toEqual([{ locked_by: 'dead' }])
  expect(heir.received).toEqual([])
  await raw(world, `update mails set next_try_at = now() - interval '2 minutes' where mail_id = $1`, [mailId])
  await second.run('mail:rescue')
  await becomes('sent')
  expect(heir.received).toHaveLength(1)
  expect((await newest()).tries).toBe(2)
  expect(await raw(world, `select from graphile_worker._private_jobs where key = 'mail:${mailId}'`)).toEqual([])
  await run('mail:send', { tenantId, mailId })
  expect(smtp.received).toEqual([])
})

test('a code that has expired is no longer sent', async () => {
  const smtp = await mailbox()
  const { mailer, run } = await portal(smtp.url)
  await endAll()
  await db.write(asTenant, (tx) => mailer(tx, anna, code('282842')))
  await raw(world, `update mails set expires_at = now() - interval '1 second' where status = 'queued'`)
  const { mail_id: mailId } = await newest()
  await run('mail:send', { tenantId, mailId })
  expect(await newest()).toMatchObject({ status: 'failed', last_error: 'expired' })
  expect(smtp.received).toEqual([])
})

test('names cannot add a header or a recipient, and a recipient is exactly one address', async () => {
  const smtp = await mailbox()
  const { send } = await portal(smtp.url)
  const name = 'Eve\r\nBcc: evil@evil.example\r\nX-Evil: 1, <b>bold</b>'
  await send(
    { kind: 'invitation', values: { path: '/auth/confirm?token=x', accountName: name, invitedBy: name, days: 7 } },
    { ...anna, name },
  )
  await becomes('sent')
  const [mail] = smtp.received
  expect(mail?.to).toEqual(['anna@acme.example'])
  expect(Object.keys(mail?.headers ?? {})).not.toEqual(expect.arrayContaining(['Bcc']))
  expect(mail?.headers).not.toHaveProperty('X-Evil')
  expect(mail?.headers.To).toMatch(/^"?Eve Bcc: evil@evil\.example X-Evil: 1, <b>bold<\/b>"? <anna@acme\.example>$/)
  expect(mail?.html).not.toContain('<b>bold')
  expect(mail?.html).toContain('&lt;b&gt;bold')

  for (const email of [
    'a@acme.example, b@acme.example',
    'a@acme.example\r\nRCPT TO:<b@acme.example>',
    'Eve <a@acme.example>',
  ]) {
    await send(code('316227'), { ...anna, email })
    await becomes('failed')
    expect(await newest()).toMatchObject({ last_error: 'not an address', tries: 1 })
  }
  expect(smtp.received).toHaveLength(1)
})

test('in production the content of a sent mail is deleted; in other environments it can be read', async () => {
  const smtp = await mailbox()
  const here = await portal(smtp.url)
  await here.send(code('331662'))
  await becomes('sent')
  expect((await newest()).content_sealed).not.toBeNull()
  await endAll()
  const again = await mailbox()
  const there = await portal(again.url, { environment: 'production' })
  await there.send(code('346410'))
  await becomes('sent')
  expect(again.received[0]?.text).toContain('346410')
  expect((await newest()).content_sealed).toBeNull()
})

test('the mail server credentials are used, and a failed login is logged without the password', async () => {
  const wanted = { user: 'portal', pass: 'p@ss/word' }
  const smtp = await mailbox({
    authOptional: false,
    onAuth(
      auth: { username?: string; password?: string },
      _session: unknown,
      done: (e: Error | null, r?: object) => void,
    ) {
      if (auth.username === wanted.user && auth.password === wanted.pass) done(null, { user: 1 })
      else done(new Error(`Wrong password ${auth.password}`))
    },
  })
  lines.length = 0
  const wrong = await portal(smtp.url.replace('//', '//portal:hunter22@'), { delays: [30] })
  await wrong.send(code('360555'))
  await expect.poll(async () => (await newest()).last_error).toMatch(/^AUTH \w+ 535/)
  expect(lines.join('')).not.toContain('hunter22')
  await endAll()
  const again = await mailbox({
    onAuth: (_auth: unknown, _session: unknown, done: (e: null, r: object) => void) => done(null, { user: 1 }),
  })
  const right = await portal(again.url.replace('//', `//portal:${encodeURIComponent(wanted.pass)}@`))
  await right.send(code('374165'))
  await becomes('sent')
})

test('no code, link, address or text ever appears in the log or in the last error', async () => {
  const told = lines.join('')
  for (const secret of ['@acme.example', 'token=', 'Anna', 'No such user', 'I do not like it'])
    expect(told).not.toContain(secret)
  const errors = await raw<{ last_error: string }>(
    world,
    'select distinct last_error from mails where last_error is not null',
  )
  for (const { last_error: error } of errors) expect(error).toMatch(/^(expired|not an address|[A-Z ]+[\d. ]*)$/)
})

test('without a mail server mails are kept in the database and nothing is queued', async () => {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost:3000' })
  const mailer = openMailer({ secrets, config })
  await db.write(asTenant, (tx) => mailer(tx, anna, code('387298')))
  const { status, mail_id: mailId } = await newest()
  expect(status).toBe('kept')
  expect(await raw(world, `select from graphile_worker._private_jobs where key = 'mail:${mailId}'`)).toEqual([])
  expect((await world.mails('anna@acme.example'))[0]?.text).toContain('387298')
  // A mail queued before the server was removed from the configuration is kept too.
  await raw(world, `update mails set status = 'queued' where mail_id = $1`, [mailId])
  const jobs = mailJobs({ db, secrets, config, logger })
  await jobs.find(({ name }) => name === 'mail:send')?.run({ tenantId, mailId })
  expect((await newest()).status).toBe('kept')
})

test('the content of a mail is deleted after a week and its row after a month; a mail that is still queued is never deleted', async () => {
  await raw(world, 'delete from mails')
  const { mailer, run } = await portal('smtp://127.0.0.1:1')
  await endAll()
  for (const letter of [code('1'), code('2'), code('3'), code('4')])
    await db.write(asTenant, (tx) => mailer(tx, anna, letter))
  const ids = (await raw<Row>(world, 'select * from mails order by mail_id')).map((row) => row.mail_id)
  const age = (id: string | undefined, days: number, status: string) =>
    raw(world, `update mails set created_at = now() - make_interval(days => $2), status = $3 where mail_id = $1`, [
      id,
      days,
      status,
    ])
  await age(ids[0], 6, 'sent')
  await age(ids[1], 8, 'sent')
  await age(ids[2], 31, 'failed')
  await age(ids[3], 31, 'queued')
  await run('mail:sweep')
  const left = await raw<Row>(world, 'select * from mails order by mail_id')
  expect(left.map(({ mail_id: id, content_sealed: content }) => [id, content !== null])).toEqual([
    [ids[0], true],
    [ids[1], false],
    [ids[3], true],
  ])
})
