import type { Database } from './database/database.ts'
import { type Sql, sql } from './database/sql.ts'
import type { Tx } from './database/tx.ts'
import { Refusal } from './refusal.ts'

/** How many of something a key is allowed before it has to wait, and how long. */
export interface Allowance {
  free: number
  /** The first wait, in seconds; it doubles with each further count, up to `longest`. */
  seconds: number
  longest: number
  /** Seconds that counts are remembered: from the first on and, where the wait grows, after the end of each. */
  memory: number
}

/** Counters of refused and unusual calls, kept in PostgreSQL so that they hold across processes. They outlive a rolled-back request. */
export interface Throttle {
  /**
   * Counts one, or refuses with RQ429 while the key has to wait; in one statement, so that calls in parallel cannot pass
   * between the question and the count. From the last free one on the key has to wait. What was counted before it was known
   * how it ends, and ended well, is taken back with `forgive` or `forget`. A refused one is not counted: knocking does not
   * prolong the wait.
   */
  take(key: string, allowance: Allowance): Promise<void>
  /** Takes one count back, and leaves what others have run up. */
  forgive(key: string, allowance: Allowance): Promise<void>
  /** With a transaction: only when that commits. */
  forget(key: string, within?: Tx): Promise<void>
}

export function openThrottle(db: Database): Throttle {
  /** The kind, as `sign-in:`, and a keyed hash of whom it is about: no address of a person or a machine is to be read here. */
  const kept = (key: string) =>
    `${key.slice(0, key.indexOf(':') + 1)}${db.shared.keyed('throttle', key).toString('base64url')}`

  async function guard(key: string): Promise<void> {
    const row = await db.shared.row<{ wait: number }>(sql`
      select ceil(extract(epoch from blocked_until - now()))::int as wait
      from throttles where key = ${key} and blocked_until > now()`)
    if (!row) return
    const wait = Math.max(1, row.wait)
    throw new Refusal('RQ429', { retryAfter: wait }, undefined, { 'retry-after': String(wait) })
  }

  return {
    async take(whose, allowance) {
      const key = kept(whose)
      const free = sql`where throttles.blocked_until is null or throttles.blocked_until <= now()`
      while ((await db.shared.run(sql`${counting(key, allowance)} ${free}`)) === 0) await guard(key)
    },
    async forgive(key, { free }) {
      await db.shared.run(sql`
        update throttles set count = count - 1, blocked_until = case when count > ${free} then blocked_until end
        where key = ${kept(key)} and count > 0`)
    },
    async forget(key, within) {
      await (within ?? db.shared).run(sql`delete from throttles where key = ${kept(key)}`)
    },
  }
}

function counting(key: string, { free, seconds, longest, memory }: Allowance): Sql {
  const next = sql`case when throttles.window_ends_at > now() then throttles.count + 1 else 1 end`
  const remembered = sql`case when throttles.window_ends_at > now() then throttles.window_ends_at
    else now() + make_interval(secs => ${memory}) end`
  // Null below the allowance.
  const waitAt = (count: Sql) => sql`case when ${count} >= ${free}::int
    then make_interval(secs => least(${longest}::float8, ${seconds}::float8 * power(2, least(20, ${count} - ${free}::int)))) end`
  return sql`
    insert into throttles (key, count, window_ends_at, blocked_until)
    values (${key}, 1, now() + make_interval(secs => ${memory}), now() + ${waitAt(sql`1`)})
    on conflict (key) do update set
      count = ${next},
      blocked_until = now() + ${waitAt(next)},
      window_ends_at = greatest(${remembered},
        now() + ${waitAt(next)} + make_interval(secs => ${longest > seconds ? memory : 0}))`
}
