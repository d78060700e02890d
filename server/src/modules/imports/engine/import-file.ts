import type { Session } from '../../../platform/database/session.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type Problem, type Reading, readBatches, type Source, UnreadableFile } from './csv.ts'
import type { Importer, ImportFile, Invite, Sums } from './file.ts'
import type { Progress } from './progress.ts'
import {
  countProblemRows,
  createStage,
  dropStage,
  listProblems,
  removeProblemRows,
  stageBatch,
  stageName,
} from './stage.ts'

const batchRows = 4000

export interface FileOptions {
  /** Says what would happen, and keeps nothing. */
  dryRun: boolean
  /** Keeps the good rows of a file with bad ones. */
  keepGood: boolean
  /** Null for the operator. */
  importer: Importer | null
  /** Rows beyond this make the file unreadable. */
  maximumRows?: number
  /** Sends an invitation to each pending user of the file who has none that still works. */
  invite?: Invite
  onProblem: (problem: Problem) => void
  progress: Progress
  /** Writes the rows with problems where somebody finds them; returns where. Called while the problems can be listed. */
  writeRefused?: (session: Session) => Promise<string>
}

export interface FileOutcome {
  file: string
  /** `refused`: nothing of it was kept. `skipped`: it was not read, because an earlier file was refused. */
  outcome: 'imported' | 'refused' | 'skipped'
  rows: number
  new: number
  changed: number
  unchanged: number
  /** Rows with problems. */
  bad: number
  /** Control characters taken out. */
  removed: number
  seconds: number
  /** Of the good rows, to be compared with the source. */
  sums: Sums
  /** People to whom an invitation is on its way. */
  invited: number
  refusedFile: string | null
}

/** Brings one file into the session's tenant: reads it, finds what is wrong with it, and writes what may be kept. */
export async function importFile(
  session: Session,
  file: ImportFile,
  source: Source,
  options: FileOptions,
): Promise<FileOutcome> {
  const table = stageName(file.name)
  const { progress, importer, maximumRows = Number.POSITIVE_INFINITY } = options
  const reading: Reading = { bytes: 0, rows: 0, removed: 0 }
  const begun = Date.now()
  const result = (facts: Partial<FileOutcome>): FileOutcome => ({
    ...skipped(file.name),
    rows: reading.rows,
    removed: reading.removed,
    seconds: (Date.now() - begun) / 1000,
    ...facts,
  })
  // The database takes one batch while the next is read.
  let staging = Promise.resolve()
  try {
    await session.transaction((tx) => createStage(tx, table, file.columns, file.workedOut))
    for await (const batch of readBatches(source.open(), file.columns, reading, batchRows)) {
      await staging
      staging = session.transaction((tx) => stageBatch(tx, table, file.columns, batch))
      staging.catch(() => undefined)
      if (reading.rows > maximumRows) throw new UnreadableFile('tooManyRows', [String(maximumRows)])
      progress.read(reading, source.size)
    }
    await staging
    progress.checking()
    await session.transaction((tx) => file.check(tx, importer))
    const bad = await session.transaction(countProblemRows)
    if (bad > 0) await tellProblems(session, options)
    if (bad > 0 && !options.keepGood && !options.dryRun) {
      return result({ outcome: 'refused', bad })
    }
    if (bad > 0) await session.transaction((tx) => removeProblemRows(tx, table))
    const counts = await session.transaction((tx) => countStates(tx, table))
    const sums = await session.transaction((tx) => file.sums(tx))
    const isShort = bad > 0 && options.keepGood && !options.dryRun
    const refusedFile = isShort ? ((await options.writeRefused?.(session)) ?? null) : null
    if (!(options.dryRun && file.isLeaf)) await file.write(session, progress.wrote)
    const invited = options.invite && !options.dryRun ? await file.invite?.(session, options.invite) : undefined
    return result({
      outcome: options.dryRun && bad > 0 && !options.keepGood ? 'refused' : 'imported',
      bad,
      ...counts,
      sums,
      invited: invited ?? 0,
      refusedFile,
    })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { line, reason, details } = error
    options.onProblem({ line: line ?? 1, column: null, value: null, reason, details })
    return result({ outcome: 'refused', bad: 1 })
  } finally {
    progress.end()
    // A session does one thing at a time, and a file that turns out unreadable may still be on its way.
    await staging.catch(() => undefined)
    await session.transaction((tx) => dropStage(tx, table)).catch(() => undefined)
  }
}

export const skipped = (file: string): FileOutcome => ({
  file,
  outcome: 'skipped',
  rows: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  bad: 0,
  removed: 0,
  seconds: 0,
  sums: {},
  invited: 0,
  refusedFile: null,
})

async function countStates(tx: Parameters<ImportFile['check']>[0], table: string) {
  const counts = await tx.row<{ new: number; changed: number; unchanged: number }>(sql`
    select count(*) filter (where state = 'new') as new, count(*) filter (where state = 'changed') as changed,
           count(*) filter (where state = 'same') as unchanged
    from ${sql.ref(table)}`)
  return counts ?? { new: 0, changed: 0, unchanged: 0 }
}

async function tellProblems(session: Session, options: FileOptions): Promise<void> {
  await session.transaction(async (tx) => {
    for await (const problem of listProblems(tx)) options.onProblem(problem)
  })
}
