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
  /** Runs the operator's command line against the running server; throws its output when it fails. */
  portal(args: string[]): Promise<string>
  /** Everything that the server has logged so far. */
  log(): string
  stop(): Promise<void>
}

export interface ProductOptions {
  /**
   * Starts with the demo tenant, as `npm start` does, from a copy of the prepared folder if there is one.
   * Without `demo`, the database is migrated and empty.
   */
  demo?: boolean
  env?: Record<string, string>
}

/** Environment variable with the path of the prepared demo; all processes of a test run inherit it. */
const prepared = 'TRELLIS_E2E_DEMO'

/**
 * Creates the demo data once; every product of the run starts with a copy of it. Returns the function that
 * removes it.
 */
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

/** Starts the built product on a free port, in a temporary folder, with its embedded database. */
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
  // Uses `cp`, because it keeps the file owners and can share disk blocks.
  if (demo && from) await promisify(execFile)('cp', ['-a', `${from}/.`, dataDir])
  const port = await freePort()
  const baseURL = `http://localhost:${port}`
  // Passes on only basic variables of the environment: a DATABASE_URL of the caller must never be written to.
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

/** Ends a process and waits for it. */
export async function end(server: ChildProcess): Promise<void> {
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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
