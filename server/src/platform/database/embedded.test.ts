// @module-tag long
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isFull } from '../../testing/full.ts'
import { startEmbedded } from './embedded.ts'

let dataDir: string
const children: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trellis-embedded-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  await (await start()).stop()
  await rm(dataDir, { recursive: true })
})

const start = () => startEmbedded({ dataDir, durable: false })

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query({ text: question, rowMode: 'array' })).rows[0]?.[0]
  } finally {
    await client.end()
  }
}

const expectStopped = (url: string) => expect(ask(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')

/** A child process that uses the same folder until it is told to leave, or killed. */
async function elsewhere(): Promise<{ child: ChildProcess; adopted: boolean; leave(): Promise<void> }> {
  const script = `
    import { startEmbedded } from '${new URL('./embedded.ts', import.meta.url)}'
    const embedded = await startEmbedded({ dataDir: process.argv[1], durable: false })
    console.log(JSON.stringify(embedded))
    process.stdin.once('data', () => embedded.stop().then(() => process.exit()))`
  const flags = ['--import', 'tsx', '--input-type=module', '-e', script, dataDir]
  const child = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const [line] = await once(createInterface(child.stdout), 'line')
  const leave = async () => {
    child.stdin.write('leave\n')
    await once(child, 'exit')
  }
  return { child, adopted: JSON.parse(line).adopted, leave }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const postmaster = async () => Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

test('starts a database that Trellis owns without being its superuser, keeps the data, and stops', async () => {
  const first = await start()
  expect(first.adopted).toBe(false)
  expect(await ask(first.url, 'SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user')).toBe(false)
  expect(await ask(first.adminUrl, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toBe(true)
  for (const extension of ['unaccent', 'citext']) {
    await ask(first.url, `CREATE EXTENSION ${extension}`)
  }
  expect(await ask(first.url, `SELECT lower('É') = 'é' AND 'é' COLLATE "und-x-icu" < 'F'`)).toBe(true)
  expect(await ask(first.url, 'SHOW data_checksums')).toBe('on')
  expect(await ask(first.url, 'SHOW timezone')).toBe('UTC')
  await ask(first.url, `CREATE TABLE kept AS SELECT 'kept' AS word`)
  await first.stop()
  await expectStopped(first.url)

  const second = await start()
  expect(second.url).toBe(first.url)
  expect(await ask(second.url, 'SELECT word FROM kept')).toBe('kept')
  await second.stop()
})

test('refuses everybody without the password, which only its user can read', async () => {
  const { url, stop } = await start()
  const stranger = url.replace(/:[^:@]+@/, ':guess@')
  await expect(ask(stranger, 'SELECT 1')).rejects.toThrow('password authentication failed')
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o077).toBe(0)
  await stop()
})

test('joins the server whose starter was killed, and stops it', async () => {
  const { child } = await elsewhere()
  const pid = await postmaster()
  await kill(child)

  const { adopted, url, stop } = await start()
  expect(adopted).toBe(true)
  expect(await ask(url, 'SELECT 1')).toBe(1)
  expect(await postmaster()).toBe(pid)
  await stop()
  await expectStopped(url)
})

test('a second process joins the running server, and the last to leave stops it', async () => {
  const server = await start()
  const command = await elsewhere()
  expect(command.adopted).toBe(true)
  await command.leave()
  expect(await ask(server.url, 'SELECT 1')).toBe(1)

  const another = await elsewhere()
  await server.stop()
  expect(await ask(server.url, 'SELECT 1')).toBe(1)
  await another.leave()
  await expectStopped(server.url)
})

test.skipIf(!isFull)('two processes that start at once share one server', async () => {
  const [here, there] = await Promise.all([start(), elsewhere()])
  expect([here.adopted, there.adopted].sort()).toEqual([false, true])
  await there.leave()
  expect(await ask(here.url, 'SELECT 1')).toBe(1)
  await here.stop()
})

test.skipIf(!isFull)('a copied folder gets a server of its own, and the original keeps its server', async () => {
  const original = await start()
  await ask(original.adminUrl, 'CHECKPOINT')
  const copyDir = `${dataDir}-copy`
  await cp(dataDir, copyDir, { recursive: true })
  const { uid, gid } = await stat(join(dataDir, 'postgres'))
  await own(join(copyDir, 'postgres'), uid, gid)
  const copy = await startEmbedded({ dataDir: copyDir, durable: false })
  expect(copy.adopted).toBe(false)
  expect(copy.url).not.toBe(original.url)
  expect(await ask(original.url, 'SELECT 1')).toBe(1)
  await copy.stop()
  await original.stop()
  await rm(copyDir, { recursive: true })
})

/** A copy made by root belongs to root. */
async function own(folder: string, uid: number, gid: number): Promise<void> {
  const child = spawn('chown', ['-R', `${uid}:${gid}`, folder])
  await once(child, 'exit')
}
