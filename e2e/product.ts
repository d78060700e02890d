import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { guard } from '../server/src/testing/guard.ts'

const dist = (path: string) => fileURLToPath(new URL(`../server/dist/${path}`, import.meta.url))

export interface Product {
  baseURL: string
  /** Runs the operator's command beside the running server; throws what it printed when it fails. */
  portal(args: string[]): Promise<string>
  /** Everything the server has logged so far. */
  log(): string
  stop(): Promise<void>
}

export interface ProductOptions {
  /** With the demo tenant, as after `npm start`: a copy of the prepared one where there is one. Without, the database is migrated and empty. */
  demo?: boolean
  env?: Record<string, string>
}

/** Where the prepared demo is: said to all processes of a run through their environment. */
const prepared = 'TRELLIS_E2E_DEMO'

/** Makes the demo once, for every product of a run to start on a copy of it; answers how to remove it. */
export async function prepareDemo(): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'trellis-e2e-demo-'))
  const tidyUp = guard(home)
  try {
    const maker = await launch({ demo: true })
    await maker.end()
    await rename(maker.dataDir, join(home, 'demo'))
    await maker.tidyUp()
  } catch (error) {
    await tidyUp()
    throw error
  }
  process.env[prepared] = join(home, 'demo')
  return tidyUp
}

/** The built product, on a port and in a folder of its own, with its embedded database. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { baseURL, settings, log, end, tidyUp } = await launch(options)
  const stop = async () => {
    await end()
    await tidyUp()
  }
  return { baseURL, log, stop, portal: (args) => portal(args, settings) }
}

async function launch({ demo = false, env = {} }: ProductOptions) {
  const dataDir = await mkdtemp(join(tmpdir(), 'trellis-e2e-'))
  const from = process.env[prepared]
  // By the system's command: it keeps the owners, and shares the blocks where the disk can.
  if (demo && from) await promisify(execFile)('cp', ['-a', `${from}/.`, dataDir])
  const port = await freePort()
  const baseURL = `http://localhost:${port}`
  // Of the caller's environment only what any program needs: a DATABASE_URL set for other work must not be written to.
  const { PATH, HOME, TMPDIR } = process.env
  const own = { PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: baseURL, DEMO: demo ? '1' : '0' }
  const settings: NodeJS.ProcessEnv = { PATH, HOME, TMPDIR, NODE_ENV: 'development', ...own, ...env }
  const server = spawn(process.execPath, [dist('main.js')], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
  const tidyUp = guard(dataDir, server.pid)
  let log = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (log += chunk))
  try {
    await untilReady(server, baseURL)
  } catch (error) {
    await end(server)
    await tidyUp()
    throw new Error(`The product did not start: ${(error as Error).message}\n${log}`)
  }
  return { baseURL, dataDir, settings, log: () => log, end: () => end(server), tidyUp }
}

async function untilReady(server: ChildProcess, baseURL: string): Promise<void> {
  const deadline = Date.now() + 600_000
  while (server.exitCode === null && server.signalCode === null) {
    const answer = await fetch(`${baseURL}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error('it was not ready in ten minutes')
    await sleep(50)
  }
  throw new Error(`it ended with ${server.signalCode ?? `exit code ${server.exitCode}`}`)
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  const late = setTimeout(() => server.kill('SIGKILL'), 30_000)
  await exited
  clearTimeout(late)
}

function portal(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [dist('cli/portal.js'), ...args],
      { env, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`portal ${args.join(' ')} failed:\n${stdout}${stderr}`))
        else resolve(stdout)
      },
    )
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
