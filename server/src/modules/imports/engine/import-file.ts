import type { Session } from '../../../platform/database/session.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Importer, Sums } from '../../../platform/import/file.ts'
import { readBatches } from '../../../platform/import/read-batches.ts'
import {
  newReading,
  ofFile,
  type Problem,
  type Reading,
  type Source,
  UnreadableFile,
} from '../../../platform/import/source.ts'
import {
  countProblemRows,
  createStage,
  dropStage,
  listProblems,
  removeProblemRows,
  stageBatch,
  stageName,
} from '../../../platform/import/stage.ts'
import type { Invite } from '../../people/index.ts'
import type { EngineFile } from './files.ts'
import type { Progress } from './progress.ts'

const batchRows = 4000

/** A file that collides with what people do in the portal meanwhile is checked again as it is now; then it has failed. */
const maximumTries = 3
/** Deadlock, serialization failure, a lock not had in time, a row referred to that is gone, a key that somebody else took just now. */
const collisions = ['40P01', '40001', '55P03', '23503', '23505']

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
  /** Called in the transaction that makes the file visible, with what became of it; not of a dry run. */
  settle?: (tx: Tx, outcome: FileOutcome) => Promise<void>
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

/**
 * Brings one file into the session's tenant: reads it into a staging table, finds what is wrong with it, and writes what
 * may be kept, in one transaction, so that nothing of a file is visible before all of it is.
 */
export async function importFile(
  session: Session,
  file: EngineFile,
  source: Source,
  options: FileOptions,
): Promise<FileOutcome> {
  const table = stageName(file.name)
  const reading = newReading()
  const begun = Date.now()
  const result = (facts: Partial<FileOutcome>): FileOutcome => ({
    ...skipped(file.name),
    rows: reading.rows,
    removed: reading.removed,
    seconds: (Date.now() - begun) / 1000,
    ...facts,
  })
  try {
    await session.transaction((tx) => createStage(tx, table, file.columns, file.workedOut))
    await stageRows(session, file, source, reading, options)
    const outcome = await retrying(() =>
      session.transaction(async (tx) => {
        const settled = result(await checkAndWrite(tx, session, file, reading, options))
        if (!options.dryRun) await options.settle?.(tx, settled)
        return settled
      }),
    )
    if (outcome.bad > 0) await tellProblems(session, reading.problems, options)
    if (options.dryRun || outcome.outcome === 'refused') return outcome
    const refusedFile = outcome.bad > 0 ? ((await options.writeRefused?.(session)) ?? null) : null
    const invited = options.invite ? ((await file.invite?.(session, options.invite)) ?? 0) : 0
    return { ...outcome, invited, refusedFile, seconds: result({}).seconds }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    // The faults of single cells that were found so far are told as well, so that all can be corrected at once.
    await tellProblems(session, error.problems, options)
    const bad = (await session.transaction(countProblemRows)) + error.problems.length
    const outcome = result({ outcome: 'refused', bad })
    if (!options.dryRun) await session.transaction(async (tx) => options.settle?.(tx, outcome))
    return outcome
  } finally {
    options.progress.end()
    await session.transaction((tx) => dropStage(tx, table)).catch(() => undefined)
  }
}

/** Reads the file into its staging table; the database takes one batch while the next is read. */
async function stageRows(
  session: Session,
  file: EngineFile,
  source: Source,
  reading: Reading,
  { maximumRows = Number.POSITIVE_INFINITY, progress }: FileOptions,
): Promise<void> {
  const table = stageName(file.name)
  let staging = Promise.resolve()
  try {
    for await (const batch of readBatches(source, file, reading, batchRows)) {
      await staging
      staging = session.transaction((tx) => stageBatch(tx, table, file.columns, batch))
      staging.catch(() => undefined)
      if (reading.rows > maximumRows) throw new UnreadableFile([ofFile('tooManyRows', [String(maximumRows)])])
      progress.read(reading, source.size)
    }
    await staging
  } finally {
    // A session does one thing at a time, and a file that turns out unreadable may still be on its way.
    await staging.catch(() => undefined)
  }
}

async function checkAndWrite(
  tx: Tx,
  session: Session,
  file: EngineFile,
  reading: Reading,
  { progress, importer, keepGood, dryRun }: FileOptions,
): Promise<Partial<FileOutcome>> {
  const table = stageName(file.name)
  progress.checking()
  await file.check(tx, importer)
  const ofWhole = reading.problems.length
  const bad = (await countProblemRows(tx)) + ofWhole
  const isRefused = bad > 0 && (!keepGood || ofWhole > 0)
  if (isRefused && !dryRun) return { outcome: 'refused', bad }
  if (bad > 0) await removeProblemRows(tx, table)
  const counts = await countStates(tx, table)
  const sums = await file.sums(tx)
  if (!(dryRun && file.isLeaf)) await file.write(tx, progress.wrote, session.aside)
  return { outcome: isRefused ? 'refused' : 'imported', bad, ...counts, sums }
}

async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (!collisions.includes(String(code)) || attempt === maximumTries) throw error
    }
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

async function countStates(tx: Tx, table: string) {
  const counts = await tx.row<{ new: number; changed: number; unchanged: number }>(sql`
    select count(*) filter (where state = 'new') as new, count(*) filter (where state = 'changed') as changed,
           count(*) filter (where state = 'same') as unchanged
    from ${sql.ref(table)}`)
  return counts ?? { new: 0, changed: 0, unchanged: 0 }
}

/** Tells what is wrong with the file as a whole, then with its rows. */
async function tellProblems(session: Session, ofWhole: Problem[], options: FileOptions): Promise<void> {
  for (const problem of ofWhole) options.onProblem(problem)
  await session.transaction(async (tx) => {
    // Rows that hang on a refused one have no fault of their own: they are told once, with their number.
    let first: Problem | null = null
    let others = 0
    for await (const problem of listProblems(tx)) {
      if (problem.reason !== 'parentRefused') options.onProblem(problem)
      else if (first === null) first = problem
      else others += 1
    }
    if (first === null) return
    options.onProblem(others === 0 ? first : { ...first, reason: 'parentsRefused', details: [String(others)] })
  })
}
