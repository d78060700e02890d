import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { devices } from '@trellis/contract/devices'
import { passwords } from '@trellis/contract/identity'
import { orders } from '@trellis/contract/orders'
import { afterAll, expect, test } from 'vitest'
import { checkTenant } from './cli/check/run.ts'
import { licensing } from './testing/licensing.ts'
import { network, type Person } from './testing/network.ts'
import { freePort } from './testing/processes.ts'
import { raw, selling } from './testing/selling.ts'
import { startSmtp } from './testing/smtp.ts'

/*
 * Processes of two versions serve one database while it is upgraded (decision 177). The older program is that in the folder OLDER_PROGRAM,
 * as unpacked from a release and installed, and the newer one these sources. Without it the older one is these sources, and the newer one the
 * same as the next version: with a migration that adds a column to every table, and with every file of functions changed.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const world = await network()
const { acme, nordico, vendor, fjord } = world
const folder = await mkdtemp(join(tmpdir(), 'trellis-versions-'))
/** Also when the test fails. */
const ends: (() => void)[] = []
afterAll(async () => {
  for (const end of ends) end()
  await rm(folder, { recursive: true, force: true })
})

const tablesInSchema = async (): Promise<string[]> => {
  const files = await readdir(join(root, 'server/schema'))
  const texts = await Promise.all(files.map((file) => readFile(join(root, 'server/schema', file), 'utf8')))
  return texts.flatMap((text) => [...text.matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name)).sort()
}

/** These sources as the version after them. */
async function nextVersion(): Promise<string> {
  const target = join(folder, 'next')
  await mkdir(join(target, 'server'), { recursive: true })
  for (const name of ['node_modules', 'contract', 'web', 'package.json'])
    await symlink(join(root, name), join(target, name))
  for (const name of ['src', 'schema', 'migrations'])
    await cp(join(root, 'server', name), join(target, 'server', name), { recursive: true })
  const about = JSON.parse(await readFile(join(root, 'server/package.json'), 'utf8')) as { version: string }
  const [major, minor] = about.version.split('.')
  const version = `${major}.${Number(minor) + 1}.0`
  await writeFile(join(target, 'server/package.json'), JSON.stringify({ ...about, version }))
  const columns = (await tablesInSchema()).map((table) => `alter table ${table} add column if not exists of_next text;`)
  await writeFile(join(target, 'server/migrations/9000_next.sql'), `-- no transaction\n${columns.join('\n')}\n`)
  for (const file of await readdir(join(target, 'server/schema'))) {
    const path = join(target, 'server/schema', file)
    await writeFile(path, `${await readFile(path, 'utf8')}\n-- The next version.\n`)
  }
  return target
}

/** What runs a program: sources, or what was built of them. */
const commandOf = (program: string): string[] =>
  program === process.env.OLDER_PROGRAM
    ? [join(program, 'server/dist/main.js')]
    : ['--conditions=source', '--import', 'tsx', join(program, 'server/src/main.ts')]

/** A process of a program. */
async function start(program: string, settings: Record<string, string> = {}) {
  const port = await freePort()
  const env = {
    ...{ PATH: process.env.PATH, NODE_ENV: 'test', DEMO: '0', RATE_LIMIT: '0', DRAIN_SECONDS: '1' },
    ...{ PORT: String(port), DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir, ...settings },
  }
  const child = spawn(process.execPath, commandOf(program), { env, cwd: root })
  ends.push(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const isReady = async () => (await fetch(`${url}/health/ready`).catch(() => null))?.status === 200
  return {
    url,
    said: () => said,
    exited,
    child,
    async ready() {
      await expect
        .poll(() => (child.exitCode === null ? isReady() : `It ended:\n${said}`), { timeout: 60_000, interval: 20 })
        .toBe(true)
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

interface Asked {
  name: string
  send(url: string): Promise<Response>
}

/** Calls that read, of people with different rights, and calls that write. */
async function calls(): Promise<Asked[]> {
  const headersOf = async (person: Person) => ({
    'x-tenant-code': person.tenantCode,
    authorization: `Bearer ${await person.token()}`,
    'content-type': 'application/json',
  })
  const all: Asked[] = []
  for (const person of [vendor, acme]) {
    const headers = await headersOf(person)
    for (const { endpoint } of world.app.routes) {
      const { method, path, effect, file, streams } = endpoint
      if (effect !== 'read' || path.includes(':') || file || streams || endpoint.permission === 'public') continue
      const body = method === 'POST' ? { body: '{}' } : {}
      const send = (url: string) => fetch(`${url}/api/v1${path}`, { method, headers, ...body })
      all.push({ name: `${method} ${path}`, send })
    }
  }
  const answered = await Promise.all(
    all.map(async (each) => {
      const { method, url } = requestOf(each.name)
      const person = all.indexOf(each) < all.length / 2 ? vendor : acme
      const { statusCode } = await world.app.http.inject({
        method,
        url,
        headers: await headersOf(person),
        ...(method === 'POST' && { payload: '{}' }),
      })
      return statusCode === 200
    }),
  )
  return all.filter((_, index) => answered[index])
}
const requestOf = (name: string) => {
  const [method = '', path = ''] = name.split(' ')
  return { method: method as 'GET' | 'POST', url: `/api/v1${path}` }
}

test('while an older version serves, a newer one migrates and serves beside it: no call fails, and each job is done once', async () => {
  const older = process.env.OLDER_PROGRAM ?? root
  const newer = process.env.OLDER_PROGRAM ? root : await nextVersion()
  const { items, issue, sell } = selling(world)
  const { key } = licensing(world)
  await issue({ 'EDGE-1Y': 5000 })
  await sell(vendor, nordico, { 'EDGE-1Y': 2000 })
  const serialKey = await key(acme, 'EDGE-1Y')
  const reads = await calls()
  expect(reads.length).toBeGreaterThan(60)
  const smtp = await startSmtp()
  const mailing = { SMTP_URL: smtp.url, MAIL_FROM: 'portal@halcyon.example' }

  const [tokens, headers] = [await Promise.all([acme, nordico].map((person) => person.token())), 'content-type']
  const write = (token: string | undefined, method: string, url: string, body: object) =>
    fetch(url, {
      method,
      headers: {
        'x-tenant-code': world.tenantCode,
        ...(token && { authorization: `Bearer ${token}` }),
        [headers]: 'application/json',
      },
      body: JSON.stringify(body),
    })
  const failures: string[] = []
  const serving: string[] = []
  let turn = 0
  const next = () => serving[turn++ % serving.length] ?? ''
  /** The text of the answer. */
  const note = async (name: string, url: string, asked: Promise<Response>): Promise<string> => {
    const answer = await asked.then(
      async (given) => ({ ok: given.ok, text: await given.text() }),
      (error: Error) => ({ ok: false, text: String(error.cause ?? error) }),
    )
    if (!answer.ok) failures.push(`${name} at ${url}: ${answer.text}`)
    return answer.text
  }
  const counts = { reads: 0, approvals: 0 }
  let going = true
  const reading = async () => {
    for (let n = 0; going; n++) {
      const each = reads[n % reads.length]
      const url = next()
      if (each) await note(each.name, url, each.send(url))
      counts.reads++
    }
  }
  const writing = async () => {
    while (going) {
      // Made by one version, decided by the other.
      const at = next()
      const made = await note(
        'create',
        at,
        write(tokens[0], 'POST', `${at}/api/v1${orders.create.path}`, { items: items({ 'EDGE-1Y': 1 }) }),
      )
      const { id } = JSON.parse(made) as { id?: string }
      const there = next()
      await note('approve', there, write(tokens[1], 'PUT', `${there}/api/v1/orders/${id}`, { status: 'approved' }))
      counts.approvals++
      const device = { serialKey, deviceUuid: 'laptop' }
      const where = next()
      await note(
        'activate',
        where,
        write(undefined, 'POST', `${where}/api/v1${devices.activate.path}`, { ...device, deviceName: 'Laptop' }),
      )
      await note('heartbeat', where, write(undefined, 'POST', `${where}/api/v1${devices.heartbeat.path}`, device))
    }
  }
  /** Waits until each call was made some times more. */
  const rounds = async (times: number) => {
    const before = { ...counts }
    await expect
      .poll(() => counts.reads - before.reads, { timeout: 120_000, interval: 20 })
      .toBeGreaterThan(times * reads.length)
    await expect.poll(() => counts.approvals - before.approvals, { timeout: 120_000, interval: 20 }).toBeGreaterThan(5)
  }
  let asked = 0
  const askForMails = async () => {
    for (const person of [acme, nordico, vendor, fjord]) {
      await raw(world, 'delete from throttles')
      const path = passwords.requestReset.path
      await note('reset', next(), write(undefined, 'POST', `${next()}/api/v1${path}`, { email: person.email }))
      asked++
    }
  }

  const first = await start(older, mailing)
  await first.ready()
  serving.push(first.url)
  // A job of a later version, whose name neither program knows.
  await raw(world, `select graphile_worker.add_job('later:job', '{}', max_attempts := 1)`)
  const load = [reading(), reading(), writing()]
  await rounds(1)
  await askForMails()

  const second = await start(newer, mailing)
  await second.ready()
  serving.push(second.url)
  await rounds(2)
  await askForMails()
  await rounds(1)

  if (!process.env.OLDER_PROGRAM) {
    expect(await raw(world, 'select name from schema_migrations')).toEqual([{ name: '9000_next.sql' }])
    // The former version does not come back to a database that has steps which it does not know.
    const late = await start(older)
    expect(await late.exited).toEqual([1, null])
    expect(late.said()).toContain('The database is newer than this version of Trellis: it has 9000_next.sql')
  }

  // As a balancer does when readiness says that it stops.
  serving.splice(0, serving.length, second.url)
  await first.stop()
  await rounds(1)
  going = false
  await Promise.all(load)
  // News are mailed too.
  const links = () => smtp.received.flatMap(({ text }) => /reset-password\S+/.exec(text)?.[0] ?? [])
  await expect.poll(() => links().length, { timeout: 60_000 }).toBe(asked)
  await second.stop()
  await smtp.close()

  expect(failures).toEqual([])
  expect(await raw(world, `select attempts from graphile_worker.jobs where task_identifier = 'later:job'`)).toEqual([
    { attempts: 0 },
  ])
  expect(new Set(links()).size).toBe(asked)
  const approved = await raw<{ n: number }>(world, `select count(*)::int as n from orders where status = 'approved'`)
  expect(approved[0]?.n).toBeGreaterThanOrEqual(counts.approvals)
  expect((await checkTenant(world.db, world.tenantId)).findings).toEqual([])
})
