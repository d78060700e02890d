import type { Database } from './database/database.ts'
import { sql } from './database/sql.ts'
import { Refusal } from './refusal.ts'

/** Counters of refused calls, kept in PostgreSQL so that they hold across processes. They outlive a rolled-back request. */
export interface Throttle {
  /** Refuses with RQ429 while the key has been counted `free` times or more in its window. */
  guard(key: string, free: number): Promise<void>
  /** Counts one; the window is renewed and doubles with each count beyond `free`, up to `longest` seconds. */
  count(key: string, free: number, window: { seconds: number; longest: number }): Promise<void>
  forget(key: string): Promise<void>
}

export function openThrottle(db: Database): Throttle {
  return {
    async guard(key, free) {
      const row = await db.shared.row<{ wait: number }>(sql`
        select ceil(extract(epoch from window_ends_at - now()))::int as wait
        from throttles where key = ${key} and count >= ${free} and window_ends_at > now()`)
      if (row)
        throw new Refusal('RQ429', { retryAfter: row.wait }, undefined, {
          'retry-after': String(Math.max(1, row.wait)),
        })
    },
    async count(key, free, { seconds, longest }) {
      await db.shared.run(sql`
        insert into throttles (key, count, window_ends_at) values (${key}, 1, now() + make_interval(secs => ${seconds}))
        on conflict (key) do update set
          count = case when throttles.window_ends_at > now() then throttles.count + 1 else 1 end,
          window_ends_at = now() + make_interval(secs => case
            when throttles.window_ends_at <= now() or throttles.count < ${free} then ${seconds}
            else least(${longest}::float8, ${seconds} * power(2, least(20, throttles.count - ${free} + 1))) end)`)
    },
    async forget(key) {
      await db.shared.run(sql`delete from throttles where key = ${key}`)
    },
  }
}
