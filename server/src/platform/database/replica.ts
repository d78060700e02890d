import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Unavailable } from '../refusal.ts'
import { codeOf } from './connection.ts'
import type { FairPool } from './pool.ts'

/** Milliseconds between two checks of the replica's position. */
const interval = 250
/** Maximum age of the replica's data in milliseconds; if it is older, the primary answers. */
const oldest = 1_000

/** A streaming replica, which answers reads that may be up to a second old (decision 079). */
export interface Replica {
  pool: FairPool
  /** Age of its data in milliseconds; infinite while unknown. */
  readonly age: number
  /** Whether it includes this user's last change through this process, and is at most a second old. */
  serves(userId: string | null): boolean
  /** Remembers that the user has committed a change. */
  wrote(userId: string | null): void
  /** Resolves when it includes everything that is committed now, or when it is no longer used. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** Checks periodically how much of the primary's log the replica has replayed. */
export function openReplica(pool: FairPool, primary: FairPool, onError?: (error: Error) => void): Replica {
  /** The replica includes everything that was committed before this time (of `performance.now()`). */
  let shows = Number.NEGATIVE_INFINITY
  const writes = new Map<string, number>()
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let failing = false

  async function look(): Promise<void> {
    const moment = performance.now()
    const written = await positionOf(primary, 'pg_current_wal_flush_lsn()')
    const replayed = await pool.use('', false, (client) => replayedOn(client, written))
    if (!replayed) return
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

/** Throws for a server that was promoted, whose connection is closed then: of several servers another one is the standby now. */
async function replayedOn(client: pg.ClientBase, position: string): Promise<boolean> {
  const { rows } = await client.query<{ isStandby: boolean; is: boolean | null }>(
    'select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn() >= $1::pg_lsn as is',
    [position],
  )
  if (rows[0]?.isStandby === false) throw new Unavailable('database', 'This server is no standby')
  return rows[0]?.is === true
}

async function positionOf(pool: FairPool, position: string): Promise<string> {
  const { rows } = await pool.use('', false, (client) => client.query<{ at: string }>(`select ${position} as at`))
  return rows[0]?.at ?? ''
}

/**
 * Whether the primary can answer instead: the replica is not available, or it canceled the query because vacuum removed a row
 * that the query reads (40001).
 */
export const isOfReplica = (error: unknown): boolean =>
  error instanceof Unavailable || /^(40001|08|57P|53)/.test(codeOf(error))
