// @module-tag long
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startEmbedded } from './platform/database/embedded.ts'
import { isFull } from './testing/full.ts'
import { freePort } from './testing/processes.ts'
import { builtProgram } from './testing/programs.ts'

/* Starts the real processes and stops them at several moments, as a terminal and as a process manager does. */

const folders: string[] = []
const processes: ChildProcess[] = []
afterEach(async () => {
  for (const child of processes.splice(0)) if (child.pid && child.exitCode === null) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) {
    if (existsSync(join(folder, 'postgres'))) await (await startEmbedded({ dataDir: folder })).stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

async function start(
  program: 'main.js' | 'cli/portal.js',
  {
    args = [],
    demo = false,
    output = 'pipe',
    ...more
  }: { args?: string[]; demo?: boolean; env?: Record<string, string>; output?: 'pipe' | number } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'trellis-stopping-'))
  folders.push(dataDir)
  const env = {
    ...{ PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'development', DEMO: demo ? '1' : '0' },
    ...more.env,
  }
  const flags = [await builtProgram(program), ...args]
  // A process group of its own, as a shell creates for each command.
  const child = spawn(process.execPath, flags, { env, detached: true, stdio: ['ignore', output, 'pipe'] })
  processes.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  return { dataDir, child, exited, said: () => said }
}

/** Processes whose working directory is in the folder: PostgreSQL's and those that create it. */
function leftIn(folder: string): string[] {
  if (process.platform !== 'linux') return existsSync(join(folder, 'postgres/postmaster.pid')) ? ['postmaster'] : []
  return readdirSync('/proc').filter((pid) => {
    try {
      const state = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')[0]
      return state !== 'Z' && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
    } catch {
      return false
    }
  })
}

/** A busy machine takes long to create a database and to migrate it. */
const patience = { timeout: 240_000 }

type Way = { how: string; send(pid: number): Promise<void> }
const ways: Way[] = [
  { how: 'SIGTERM', send: async (pid) => void process.kill(pid, 'SIGTERM') },
  {
    how: 'Ctrl-C twice',
    send: async (pid) => {
      process.kill(-pid, 'SIGINT')
      await sleep(50)
      try {
        process.kill(-pid, 'SIGINT')
      } catch (error) {
        // The first one has already ended the whole group.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    },
  },
  {
    how: 'SIGTERM, SIGHUP and SIGINT within an instant',
    send: async (pid) => {
      for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.kill(pid, signal)
    },
  },
]
const moments = [
  { when: 'while the database is being created', after: 'Creating the database' },
  { when: 'while migrations run', after: 'Database started' },
  { when: 'when it is ready', after: 'Trellis is ready' },
]

/** Each moment with one of the ways; with FULL=1, with each. */
const cases = moments.flatMap((moment, n) =>
  ways.filter((_, place) => isFull || place === n % ways.length).map((way) => ({ ...moment, ...way })),
)

test.each(cases)('$how $when leaves no process running, and says so', async ({ after, send }) => {
  const { dataDir, child, exited, said } = await start('main.js')
  await expect.poll(said, patience).toContain(after)
  await send(child.pid ?? 0)
  const [code, signal] = await exited
  expect(signal, said()).toBeNull()
  if (after === 'Trellis is ready') expect(code, said()).toBe(0)
  else expect(code).toBeGreaterThan(128)
  expect(said()).toContain('Stopping')
  expect(said()).not.toContain('    at ')
  expect(leftIn(dataDir)).toEqual([])
})

/** As a process manager runs it: every line is one of the log. */
const production = {
  NODE_ENV: 'production',
  SECRET_KEY: 'a secret of tests, and of nothing else',
  PUBLIC_URL: 'http://localhost:3000',
}

test.each([
  ['development', 50, {}],
  ['production', 50, production],
  ['production', 0, production],
])(
  'when nobody reads its output any more, it serves on and ends when it is told to (%s, %i calls)',
  async (_, calls, env) => {
    const { dataDir, child, exited, said } = await start('main.js', { env: { ...env, LOG_LEVEL: 'info' } })
    await expect.poll(said, patience).toContain('Trellis is ready')
    await expect.poll(said, patience).toContain('Server listening')
    const url = `${/http:\/\/127\.0\.0\.1:\d+/.exec(said())?.[0]}/health/live`
    child.stdout?.destroy()
    child.stderr?.destroy()
    for (let call = 0; call < calls; call += 1) expect((await fetch(url)).status).toBe(200)
    process.kill(child.pid ?? 0, 'SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(leftIn(dataDir)).toEqual([])
  },
)

test.skipIf(process.platform !== 'linux')(
  'with a full disk under its log it serves on and ends when it is told to',
  async () => {
    const port = await freePort()
    const output = openSync('/dev/full', 'w')
    const env = { ...production, LOG_LEVEL: 'info', PORT: String(port) }
    const { dataDir, child, exited } = await start('main.js', { env, output })
    closeSync(output)
    const status = () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ status: given }) => given,
        () => 0,
      )
    await expect.poll(status, patience).toBe(200)
    for (let call = 0; call < 50; call += 1) expect(await status()).toBe(200)
    process.kill(child.pid ?? 0, 'SIGTERM')
    // It answers shortly before it is ready, and says so by its code when it is stopped then.
    const [code, signal] = await exited
    expect([0, 143]).toContain(code)
    expect(signal).toBeNull()
    expect(leftIn(dataDir)).toEqual([])
  },
)

test.skipIf(!isFull)(
  'a signal during the creation of the demo, or during a command, leaves no process running',
  async () => {
    const server = await start('main.js', { demo: true })
    await expect.poll(server.said, patience).toContain('Filling the demo')
    process.kill(-(server.child.pid ?? 0), 'SIGINT')
    await server.exited
    expect(leftIn(server.dataDir)).toEqual([])

    const command = await start('cli/portal.js', { args: ['migrate'] })
    await expect.poll(() => leftIn(command.dataDir).length, patience).toBeGreaterThan(0)
    process.kill(-(command.child.pid ?? 0), 'SIGINT')
    await command.exited
    expect(leftIn(command.dataDir)).toEqual([])
  },
)
