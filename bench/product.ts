import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const built = (path: string) => fileURLToPath(new URL(`../server/dist/${path}`, import.meta.url))
export const secretKey = 'nothing but a measurement, on loopback'

export interface Product {
  url: string
  process: ChildProcess
  startedInMilliseconds: number
  stop(): Promise<void>
}

const environment = (databaseUrl: string, dataDir: string, port: number) => ({
  ...process.env,
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  SECRET_KEY: secretKey,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  PORT: String(port),
  RATE_LIMIT: '0',
  MALLOC_ARENA_MAX: '2',
  DEMO: '0',
})

interface StartOptions {
  /** A module to load before the server. */
  preload?: string
  env?: Record<string, string>
  /** Default: a free one. */
  port?: number | undefined
}

/** Starts the built server as deploy/systemd/trellis.service does, except for the rate limit per client. */
export async function startProduct(
  databaseUrl: string,
  dataDir: string,
  { preload, env = {}, port: wanted }: StartOptions = {},
): Promise<Product> {
  const port = wanted ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const flags = ['--max-semi-space-size=4', ...(preload ? ['--import', new URL(preload, import.meta.url).href] : [])]
  const started = performance.now()
  const child = spawn(process.execPath, [...flags, built('main.js')], {
    env: { ...environment(databaseUrl, dataDir, port), ...env },
    // The log is written as in production, but discarded.
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr?.on('data', (chunk) => (complaint += chunk))
  while (!(await answers(`${url}/health/live`))) {
    if (child.exitCode !== null) throw new Error(`The server did not start:\n${complaint}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const startedInMilliseconds = performance.now() - started
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
  return { url, process: child, startedInMilliseconds, stop }
}

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )

/** Resident memory of a process in megabytes; undefined where the system does not report it. */
export function residentMegabytes({ pid }: ChildProcess): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}

/** CPU milliseconds that processes have used so far; undefined where the system does not report them. */
export function processorMilliseconds(pids: number[]): number | undefined {
  try {
    const ticks = pids.map((pid) => {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [user, kernel] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13)
      return Number(user) + Number(kernel)
    })
    return ticks.reduce((sum, each) => sum + each, 0) * 10
  } catch {
    return undefined
  }
}

/** The program of the operator's commands, and its environment. */
export const portalProgram = built('cli/portal.js')
export const portalEnvironment = (databaseUrl: string, dataDir: string, env: Record<string, string> = {}) => ({
  ...environment(databaseUrl, dataDir, 3000),
  ...env,
})

/**
 * Runs an operator's command and returns its JSON. Exit code 1 also has an answer, such as a check that found
 * a problem.
 */
export async function portal(
  databaseUrl: string,
  dataDir: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)(process.execPath, [portalProgram, ...args, '--json'], {
    env: portalEnvironment(databaseUrl, dataDir, env),
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout?: string }) => {
    if (!error.stdout) throw error
    return { stdout: error.stdout }
  })
  return JSON.parse(stdout) as Record<string, string>
}

/** Returns an access token, valid for fifteen minutes. */
export async function signIn(
  url: string,
  headers: Record<string, string>,
  email: string,
  password: string,
): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ grantType: 'password', email, password, deviceUniqueId: 'bench', appPlatform: 'web' }),
  })
  if (!response.ok) throw new Error(`Signing in was refused: ${await response.text()}`)
  return ((await response.json()) as { token: string }).token
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
