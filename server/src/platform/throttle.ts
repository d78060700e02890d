import type { Database } from './database/database.ts'
import { type Sql, sql } from './database/sql.ts'
import type { Tx } from './database/tx.ts'
import { Refusal } from './refusal.ts'

/** How many attempts a key has before it must wait, and for how long. */
export interface Allowance {
  free: number
  /** The first wait, in seconds; it doubles with each further count, up to `longest`. */
  seconds: number
  longest: number
  /** Seconds that counts are kept: from the first one and, where the wait grows, after the end of each wait. */
  memory: number
}

/**
 * Counters of refused and unusual calls. They are in PostgreSQL, so they hold across processes, and in separate
 * transactions, so they outlive a rolled-back request.
 */
export interface Throttle {
  /**
   * Counts one attempt, or throws RQ429 while the key has to wait. It is one statement, so concurrent calls cannot pass
   * between check and count. The last free attempt starts the wait. Count before the outcome is known; after a success
   * call `forgive` or `forget`. A refused attempt is not counted, so it does not prolong the wait.
   */
  take(key: string, allowance: Allowance): Promise<void>
  /** Takes back one count; those of others stay. */
  forgive(key: string, allowance: Allowance): Promise<void>
  /** Deletes the counter; with a transaction, only when that commits. */
  forget(key: string, within?: Tx): Promise<void>
}

export function openThrottle(db: Database): Throttle {
  /** The kind (`sign-in:`) and a keyed hash of the rest, so that no address of a person or a machine is readable. */
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
