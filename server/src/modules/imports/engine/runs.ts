import { hostname, userInfo } from 'node:os'
import type { Session } from '../../../platform/database/session.ts'
import { json, sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { type Heartbeat, openHeartbeat } from '../../../platform/heartbeat.ts'
import type { FileOutcome } from './import-file.ts'
import type { Progress } from './progress.ts'

/** An import by command that did not finish: its process was killed, or the connection was lost. */
export interface Interrupted {
  startedAt: Date
  startedBy: string
  /** The file at which it stopped and of which nothing was stored; null between two files. */
  file: string | null
  phase: string | null
  /** The files that were imported completely. */
  complete: string[]
}

/** The record of one import by command. */
export interface Run {
  /** The previous run, if it was interrupted; this run continues where it stopped. */
  interrupted: Interrupted | null
  /** Stores the progress of a file in addition to reporting it. */
  noting(file: string, progress: Progress): Promise<Progress>
  /** Stores the outcome of a file in the file's own transaction, so that the record always agrees with the data. */
  settle(tx: Tx, outcome: FileOutcome): Promise<void>
  end(state: 'done' | 'refused' | 'interrupted'): Promise<void>
}

interface Told {
  file: string | null
  phase: 'reading' | 'checking' | 'writing' | null
  rowsRead: number
  rowsWritten: number
}
const nothing: Told = { file: null, phase: null, rowsRead: 0, rowsWritten: 0 }

/**
 * Starts the record of an import. The caller holds the tenant's import lock, so any other run marked as running has been
 * interrupted.
 */
export async function openRun(session: Session, runId: string, folder: string): Promise<Run> {
  const interrupted = await session.aside(async (tx) => {
    const cutOff = await markInterrupted(tx)
    await tx.run(sql`insert into import_runs (run_id, started_by, folder) values (${runId}, ${operator()}, ${folder})`)
    return cutOff
  })
  const ofRun = sql`tenant_id = (select current_tenant()) and run_id = ${runId}`
  const say = ({ file, phase, rowsRead, rowsWritten }: Told) =>
    session.aside((tx) =>
      tx.run(sql`
        update import_runs set file = ${file}, phase = ${phase}, rows_read = ${rowsRead}, rows_written = ${rowsWritten}, heard_at = now()
        where ${ofRun} and state = 'running'
          -- Ignores a progress update that arrives after the file was finished.
          and not exists (select from jsonb_array_elements(files) f where f ->> 'file' = ${file})`),
    )
  const beat = openHeartbeat(nothing, say)
  return {
    interrupted,
    noting: (file, progress) => noting(beat, file, progress, say),
    async settle(tx, outcome) {
      await tx.run(sql`
        update import_runs set files = files || jsonb_build_array(${json(outcome)}), file = null, phase = null, heard_at = now()
        where ${ofRun}`)
      beat.tell(nothing)
    },
    async end(state) {
      await beat.stop()
      await session.aside((tx) =>
        tx.run(sql`update import_runs set state = ${state}, heard_at = now(), ended_at = clock() where ${ofRun}`),
      )
    },
  }
}

/** Marks the latest run as interrupted if it did not finish, and returns it. */
async function markInterrupted(tx: Tx): Promise<Interrupted | null> {
  await tx.run(sql`
    update import_runs set state = 'interrupted', ended_at = heard_at
    where tenant_id = (select current_tenant()) and state = 'running'`)
  const row = await tx.row<Interrupted & { state: string }>(sql`
    select state, started_at as "startedAt", started_by as "startedBy", file, phase,
           array(select f ->> 'file' from jsonb_array_elements(files) f where f ->> 'outcome' = 'imported') as complete
    from import_runs where tenant_id = (select current_tenant()) order by started_at desc, run_id desc limit 1`)
  return row?.state === 'interrupted' ? row : null
}

async function noting(
  beat: Heartbeat<Told>,
  file: string,
  progress: Progress,
  say: (told: Told) => Promise<unknown>,
): Promise<Progress> {
  // Written at once, so that the record names the file even if the import is interrupted within the first second.
  await say({ ...nothing, file, phase: 'reading' })
  beat.tell({ ...nothing, file, phase: 'reading' })
  return {
    read(reading, size) {
      beat.tell({ rowsRead: reading.rows })
      progress.read(reading, size)
    },
    checking() {
      beat.tell({ phase: 'checking' })
      progress.checking()
    },
    wrote(done, total) {
      beat.tell({ phase: 'writing', rowsWritten: done })
      progress.wrote(done, total)
    },
    end: progress.end,
  }
}

/** The operating system user who runs the command. */
function operator(): string {
  try {
    return `${userInfo().username} on ${hostname()}`
  } catch {
    return `somebody on ${hostname()}`
  }
}
