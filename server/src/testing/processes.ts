import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from './network.ts'
import { builtProgram } from './programs.ts'

export interface ServerProcess {
  url: string
  /** What it has written so far. */
  said(): string
  stop(): Promise<void>
  /** Ends it as a fault of the machine would, whatever it is doing. */
  kill(): Promise<void>
}

interface Options {
  /** A free one by default. */
  port?: number
  /** How long it serves after it has been told to stop. */
  drainSeconds?: number
  /** The program of Node.js; by default the one of the tests. */
  node?: string
  /** Further settings. */
  settings?: Record<string, string>
}

/** Starts the server as a process of its own on the database of a test; resolves when it is ready. */
export async function startServerProcess(
  { databaseUrl, dataDir }: Pick<World, 'databaseUrl' | 'dataDir'>,
  { port: given, drainSeconds = 0, node = process.execPath, settings = {} }: Options = {},
): Promise<ServerProcess> {
  const port = given ?? (await freePort())
  const { PATH } = process.env
  const own = { PORT: String(port), DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'test', DEMO: '0' }
  const child = spawn(node, [await builtProgram('main.js')], {
    env: { PATH, RATE_LIMIT: '0', DRAIN_SECONDS: String(drainSeconds), ...own, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/health/ready`).catch(() => null))?.ok) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended:\n${said}`)
    await sleep(50)
  }
  const end = (signal: 'SIGTERM' | 'SIGKILL') => async () => {
    child.kill(signal)
    await exited
  }
  return { url, said: () => said, stop: end('SIGTERM'), kill: end('SIGKILL') }
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
