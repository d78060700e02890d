import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { OperatorError } from '../operator-error.ts'
import { Connection, codeOf } from './connection.ts'

export interface WaitOptions {
  /** The variable of the address, for messages. */
  variable?: string
  log?: (line: string) => void
  /** How long to wait, in milliseconds. */
  patience?: number
  /** Pause between two attempts, in milliseconds. */
  pause?: number
}

/**
 * Waits for each database of the configuration, naming its variable. The embedded database is waited for when it is
 * started.
 */
export async function waitForDatabases(
  { databaseUrl, databaseDirectUrl }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>,
  options: WaitOptions = {},
): Promise<void> {
  if (databaseUrl !== undefined) await waitForDatabase(databaseUrl, { ...options, variable: 'DATABASE_URL' })
  if (databaseDirectUrl !== undefined && databaseDirectUrl !== databaseUrl)
    await waitForDatabase(databaseDirectUrl, { ...options, variable: 'DATABASE_DIRECT_URL' })
}

/**
 * Returns when the database accepts connections, and of several servers one takes writes. Waits while it starts, recovers or cannot
 * be reached, and logs one line. Throws OperatorError on a timeout, or at once for what waiting does not solve: a wrong password, a
 * database that does not exist.
 */
export async function waitForDatabase(url: string, options: WaitOptions = {}): Promise<void> {
  const { variable, log, patience = 60_000, pause = 500 } = options
  const deadline = performance.now() + patience
  for (let tries = 1; ; tries++) {
    const client = new Connection({ connectionString: url, connectionTimeoutMillis: 5_000 })
    try {
      await client.connect()
      if (!client.isStandIn) return
      throw Object.assign(new Error('none of its servers takes writes'), { code: '57P03' })
    } catch (error) {
      const named = variable === undefined ? '' : ` (${variable})`
      const place = `the database ${client.database} at ${client.host}:${client.port}${named}`
      const reason = (error as Error).message || codeOf(error)
      if (!mayPass(error)) throw new OperatorError(`Cannot use ${place}: ${reason}`)
      if (performance.now() >= deadline) {
        const seconds = Math.round(patience / 1000)
        throw new OperatorError(`Waited ${seconds} s for ${place}, which is still not available: ${reason}`)
      }
      if (tries === 1) log?.(`Waiting for ${place}: ${reason}`)
      await sleep(pause)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** Permanent errors: class 28 is authorization, 3D000 an unknown database, 42501 a missing right. */
const mayPass = (error: unknown): boolean => {
  const code = codeOf(error)
  if (/^[0-9A-Z]{5}$/.test(code)) return /^(08|53|57P)/.test(code)
  return /^E[A-Z_]+$/.test(code) || /timeout|timed out|terminated/i.test((error as Error).message)
}
