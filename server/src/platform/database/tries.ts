import { sql } from './sql.ts'
import type { Tx } from './tx.ts'

/*
 * Pieces of SQL for tables of long work, one row each, that a job does in tries: `status` (queued, running, done, failed),
 * `attempt`, `rows_done`, and `heard_at`, when the job reported last.
 */

/** A running job that has not reported for this long was interrupted. */
export const silence = sql`interval '1 minute'`

const isSilent = sql`heard_at < now() - ${silence}`

/** SQL condition: nobody works on it although it is not over, e.g. after a restart. */
export const isInterrupted = sql`status in ('queued', 'running') and ${isSilent}`

/** SQL condition: a job may claim it, because it waits or was interrupted. */
export const isClaimable = sql`(status = 'queued' or status = 'running' and ${isSilent})`

/** SQL assignments that claim it for a new try. */
export const claimed = sql`status = 'running', attempt = attempt + 1, rows_done = 0, heard_at = now()`

/** SQL condition: it is still claimed by this try, which may then store the outcome. */
export const isOfTry = (attempt: number) => sql`attempt = ${attempt} and status = 'running'`

/** Serializes requests of one user, so that two sent at once cannot both pass a limit. */
export const lockRequestsOf = (tx: Tx, work: string, userId: string) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${work}:${userId}`}, 0))`)
