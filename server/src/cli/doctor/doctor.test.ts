// @module-tag long
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { network } from '../../testing/network.ts'
import { operatorOf } from '../../testing/operator.ts'
import { raw } from '../../testing/selling.ts'
import { startSmtp } from '../../testing/smtp.ts'
import type { Finding } from './finding.ts'

const world = await network()
const folder = await mkdtemp(join(tmpdir(), 'trellis-doctor-'))
const empty = await testDatabase({ migrated: false })
afterAll(async () => {
  await empty.drop()
  await rm(folder, { recursive: true, force: true })
})

/** What the doctor says with these settings: the whole, and the findings about one thing. */
async function examine(settings: NodeJS.ProcessEnv = {}, ...options: string[]) {
  const { isDone, stdout, stderr } = await operatorOf(world, settings)('doctor', '--json', ...options)
  expect(stderr).toBe('')
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] }
  expect(ok).toBe(isDone)
  const about = (subject: string) => findings.filter((each) => each.about === subject)
  return { isDone, findings, about }
}

const said = (findings: Finding[], state: Finding['state']) =>
  findings.filter((each) => each.state === state).map(({ says }) => says)

test('it names what is good, and what to do about the rest, for people and for machines', async () => {
  const { isDone, stdout } = await operatorOf(world)('doctor')
  // Databases of tests do without what makes them survive a power failure, and that is the only fault.
  expect(isDone).toBe(false)
  expect(stdout).toMatch(
    /✗ database +fsync.* off: acknowledged orders are lost in a power failure\.\n +→ Set fsync = on/,
  )
  expect(stdout).toContain('✓ file storage')
  expect(stdout).toContain('✓ DATA_DIR')
  const { findings, about } = await examine()
  expect(said(findings, 'bad')).toEqual([expect.stringContaining('fsync')])
  expect(said(about('database'), 'good').join(' ')).toMatch(/is PostgreSQL \d+\..*It is of this version/)
  expect(findings.every(({ state, advice }) => (state === 'good') === (advice === null))).toBe(true)
})

test('a key that is not the database’s, a wrong password and an unreachable server are faults, and the rest is looked at', async () => {
  const key = await examine({ SECRET_KEY: 'x'.repeat(40) })
  expect(said(key.about('database'), 'bad')).toContainEqual(expect.stringContaining('SECRET_KEY is not the key'))
  const wrong = new URL(world.adminUrl)
  wrong.password = 'wrong'
  const refused = await examine({ DATABASE_URL: wrong.href })
  expect(said(refused.about('database'), 'bad')).toEqual([expect.stringContaining('password authentication failed')])
  expect(said(refused.about('file storage'), 'good')).toHaveLength(1)
  expect(JSON.stringify(refused.findings)).not.toContain('wrong@')
})

test('an empty database is named as such, and stays empty', async () => {
  const { about } = await examine({ DATABASE_URL: empty.url })
  expect(said(about('database'), 'warning')).toEqual(['It is empty.'])
  expect(about('jobs')).toEqual([])
  expect(await raw(empty, `select from pg_tables where schemaname = 'public'`)).toEqual([])
})

test('what the first start makes is said, and not made', async () => {
  const nowhere = join(folder, 'nowhere')
  const other = await examine({ DATA_DIR: nowhere })
  expect(said(other.about('DATA_DIR'), 'good')).toEqual([expect.stringContaining('is not there yet and can be made')])
  expect(said(other.about('file storage'), 'good')).toEqual([expect.stringContaining('the first upload makes it')])
  expect(said(other.about('database'), 'bad')).toContainEqual(expect.stringContaining('has no secret-key'))
  const first = await examine({ DATA_DIR: nowhere, DATABASE_URL: '' })
  expect(said(first.about('database'), 'warning')).toEqual([`There is none in ${nowhere} yet.`])
  expect(existsSync(nowhere)).toBe(false)
  await mkdir(join(nowhere, 'files'), { recursive: true })
  const there = await examine({ DATA_DIR: nowhere })
  expect(said(there.about('file storage'), 'good')).toEqual([expect.stringContaining('can be written and read')])
  expect(readdirSync(nowhere, { recursive: true })).toEqual(['files'])
})

test('settings that fit for a trial alone are faults where others sign in', async () => {
  const open = await examine({ NODE_ENV: 'development', PUBLIC_URL: 'http://portal.example' })
  expect(said(open.about('settings'), 'bad')).toEqual([
    expect.stringContaining('/dev/mail shows every link and code'),
    expect.stringContaining('unencrypted'),
  ])
  const production = { NODE_ENV: 'production', SECRET_KEY: 'y'.repeat(40), PUBLIC_URL: 'https://portal.example' }
  const behind = await examine(production)
  expect(said(behind.about('settings'), 'warning')).toEqual([expect.stringContaining('TRUST_PROXY names no proxy')])
  expect(said((await examine({ ...production, TRUST_PROXY: 'loopback' })).about('settings'), 'good')).toHaveLength(1)
})

test('the mail server is signed in to, and its refusal is told without the password', async () => {
  expect(said((await examine()).about('mail server'), 'warning')[0]).toContain('never sent')
  const server = await startSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'portal' }) : done(new Error('no')),
  })
  const url = (password: string) => `smtp://portal:${password}@127.0.0.1:${server.port}?ignoreTLS=true`
  const good = await examine({ SMTP_URL: url('right'), MAIL_FROM: 'portal@halcyon.example' })
  expect(said(good.about('mail server'), 'good')).toHaveLength(1)
  const bad = await examine({ SMTP_URL: url('secret-1') })
  expect(said(bad.about('mail server'), 'bad')[0]).toMatch(/does not take mails: .*535/)
  expect(JSON.stringify(bad.findings)).not.toContain('secret-1')
  expect(server.received).toEqual([])
  await server.close()
})

test('a mail of the operator arrives at once, and a refusal is told with the server’s code', async () => {
  const server = await startSmtp()
  const portal = operatorOf(world, { SMTP_URL: server.url, MAIL_FROM: 'Portal <portal@halcyon.example>' })
  expect((await portal('mail', 'test', 'ops@halcyon.example')).stdout).toContain(
    'took the mail from portal@halcyon.example',
  )
  expect(server.received).toEqual([
    expect.objectContaining({ from: 'portal@halcyon.example', to: ['ops@halcyon.example'] }),
  ])
  const strict = await startSmtp()
  strict.misbehave({ recipient: 550 })
  const refusing = operatorOf(world, { SMTP_URL: strict.url })
  expect((await refusing('mail', 'test', 'nobody@halcyon.example')).stderr).toMatch(/refused .* \(RCPT TO 550/)
  expect((await portal('mail', 'test', 'nobody')).stderr).toContain('is no e-mail address')
  expect((await operatorOf(world)('mail', 'test', 'ops@halcyon.example')).stderr).toContain('SMTP_URL is absent')
  await Promise.all([server, strict].map((each) => each.close()))
})

test('backups are as old as the newest, and a day and two hours is too old', async () => {
  const backups = join(folder, 'backups')
  const look = async () => (await examine({}, '--backups', backups)).about('backup')
  expect(said(await look(), 'bad')[0]).toContain('cannot be read')
  await mkdir(backups)
  expect(said(await look(), 'bad')[0]).toContain('There is no backup')
  const file = join(backups, 'trellis.backup')
  await writeFile(file, '')
  expect(said(await look(), 'good')).toEqual([expect.stringContaining('is 0 hours old')])
  const old = new Date(Date.now() - 27 * 60 * 60 * 1000)
  await utimes(file, old, old)
  expect(said(await look(), 'bad')).toEqual([expect.stringContaining('is 27 hours old')])
})

test('jobs that failed are listed with tenant and reason, are a fault once they are given up, and run again when asked', async () => {
  const { tenantId } = world
  await raw(
    world,
    `select graphile_worker.add_job('mail:send', json_build_object('tenantId', $1::text, 'mailId', gen_random_uuid()), max_attempts := 1)`,
    [tenantId],
  )
  await raw(
    world,
    `update graphile_worker._private_jobs set attempts = 1, last_error = E'The store is full\\nat line 1' where payload ->> 'tenantId' = $1`,
    [tenantId],
  )
  const portal = operatorOf(world)
  const { stdout } = await portal('jobs', 'list', '--failed')
  expect(stdout).toMatch(/mail:send +given up .*verdant, tried 1 of 1\n +The store is full\n$/)
  expect(said((await examine()).about('jobs'), 'bad')).toEqual([
    expect.stringContaining('mail:send (1); 1 are not tried again'),
  ])
  expect((await portal('jobs', 'retry', '--id', '999999999')).stderr).toContain(
    'No failed job has the number 999999999',
  )
  expect((await portal('jobs', 'retry', '--task', 'imports:run')).stdout).toContain('No job has failed')
  expect((await portal('jobs', 'retry')).stdout).toContain('1 job runs again')
  const { items } = JSON.parse((await portal('jobs', 'list', '--json', '--task', 'mail:send')).stdout)
  expect(items).toEqual([expect.objectContaining({ tries: 0, tenant: 'verdant' })])
  expect((await portal('jobs', 'list', '--task', 'none')).stdout).toBe('There is none.\n')
})
