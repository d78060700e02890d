import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '../refusal.ts'
import { codeOf } from './connection.ts'
import type { FairPool } from './pool.ts'

/** Milliseconds between two looks at how far the replica is. */
const interval = 250
/** The greatest age of what it shows, in milliseconds; beyond, the primary answers. */
const oldest = 1_000

/** A streaming replica, which answers what may be a second old (decision 079). */
export interface Replica {
  pool: FairPool
  /** Age of what it shows in milliseconds; infinite while that is unknown. */
  readonly age: number
  /** Whether it shows what this user changed last through this process, and is at most a second old. */
  serves(userId: string | null): boolean
  /** Remembers that the user has committed a change. */
  wrote(userId: string | null): void
  /** Resolves when it shows all that is committed now, or is no longer asked. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** Follows how far the replica has replayed what the primary has written. */
export function openReplica(pool: FairPool, primary: FairPool, onError?: (error: Error) => void): Replica {
  /** All that was committed before this moment (of `performance.now()`) is shown. */
  let shows = Number.NEGATIVE_INFINITY
  const writes = new Map<string, number>()
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let failing = false

  async function look(): Promise<void> {
    const moment = performance.now()
    const written = await positionOf(primary, 'pg_current_wal_flush_lsn()')
    const replayed = await pool.use('', false, (client) =>
      client.query<{ is: boolean | null }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as is', [written]),
    )
    if (replayed.rows[0]?.is !== true) return
    shows = moment
    for (const [userId, at] of writes) if (at < shows) writes.delete(userId)
  }

  const again = (): void => {
    timer = setTimeout(
      () =>
        void look()
          .then(
            () => {
              failing = false
            },
            (error: Error) => {
              if (!failing) onError?.(error)
              failing = true
            },
          )
          .finally(() => isClosed || again()),
      interval,
    )
    timer.unref()
  }
  again()

  const ageNow = () => performance.now() - shows
  return {
    pool,
    get age() {
      return ageNow()
    },
    serves: (userId) => ageNow() <= oldest && (userId === null || (writes.get(userId) ?? shows) <= shows),
    wrote(userId) {
      if (userId !== null) writes.set(userId, performance.now())
    },
    async caughtUp() {
      const moment = performance.now()
      while (shows < moment && ageNow() <= oldest && !isClosed) await sleep(20)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await pool.end()
    },
  }
}

async function positionOf(pool: FairPool, position: string): Promise<string> {
  const { rows } = await pool.use('', false, (client) => client.query<{ at: string }>(`select ${position} as at`))
  return rows[0]?.at ?? ''
}

/**
 * Whether the primary may answer instead: the replica is not there, or it ended the query because a row that the query
 * reads was cleaned up (40001).
 */
export const isOfReplica = (error: unknown): boolean =>
  error instanceof Unavailable || /^(40001|08|57P|53)/.test(codeOf(error))
