import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from '../../../platform/database/session.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'

const milliseconds = 1000

/**
 * Tries to take the lock that allows one import per tenant: two would compare their files with the same rows and both
 * insert them. The lock belongs to the session's connection and is released with it. False when another import holds it.
 */
export async function tryTurn(session: Session): Promise<boolean> {
  const row = await session.transaction((tx) =>
    tx.row<{ got: boolean }>(sql`select pg_try_advisory_lock(import_lock()) as got`),
  )
  return row?.got === true
}

/** Waits for the lock without a timeout, and reports once which import holds it. */
export async function waitForTurn(session: Session, onWait: (running: string) => void): Promise<void> {
  for (let isTold = false; !(await tryTurn(session)); isTold = true) {
    if (!isTold) onWait(await session.transaction(describeRunning))
    await sleep(milliseconds)
  }
}

/** A description of the import that is running. */
async function describeRunning(tx: Tx): Promise<string> {
  const row = await tx.row<{ words: string }>(sql`
    select r.words from (
      select started_at as at, 'begun ' || to_char(started_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC by ' || started_by
             || coalesce(', ' || phase || ' ' || file, '') as words
      from import_runs where tenant_id = (select current_tenant()) and state = 'running'
      union all
      select created_at, 'of ' || file_name || ', begun in the browser ' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'
      from imports where tenant_id = (select current_tenant()) and status = 'running'
    ) r order by r.at desc limit 1`)
  return row?.words ?? 'that is a dry run'
}
