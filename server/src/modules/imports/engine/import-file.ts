import { type ImportWarning, maximumImportChanges } from '@trellis/contract/import-preview'
import type { Session } from '../../../platform/database/session.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
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
import { type ChangesOfRequest, changesOfRequest } from '../../audit/index.ts'
import type { Invite } from '../../people/index.ts'
import type { EngineFile } from './files.ts'
import type { Progress } from './progress.ts'
import { warningsOf } from './warnings.ts'

const batchRows = 4000

/** How often a file is checked again after a conflict with concurrent changes, before it fails. */
const maximumTries = 3
/** Deadlock, serialization failure, lock timeout, a referenced row that was deleted, a unique key inserted concurrently. */
const collisions = ['40P01', '40001', '55P03', '23503', '23505']

export interface FileOptions {
  /** Reports what would happen and stores nothing. */
  dryRun: boolean
  /** Imports the valid rows of a file with invalid ones. */
  keepGood: boolean
  /** Null for the operator. */
  importer: Importer | null
  /** A file with more rows is refused as unreadable. */
  maximumRows?: number
  /** Sends an invitation to each pending user of the file who has no valid one. */
  invite?: Invite
  /** The id under which the session's changes are recorded, if the outcome is to tell them. */
  changesOf?: string
  onProblem: (problem: Problem) => void
  progress: Progress
  /** Called with the outcome, in the transaction that commits the file; not called for a dry run. */
  settle?: (tx: Tx, outcome: FileOutcome) => Promise<void>
  /**
   * Writes the rows with problems to a place for the user and returns that place. Called while the problems can still be
   * listed.
   */
  writeRefused?: (session: Session) => Promise<string>
}

export interface FileOutcome {
  file: string
  /** `refused`: nothing was stored. `skipped`: not read, because an earlier file was refused. */
  outcome: 'imported' | 'refused' | 'skipped'
  rows: number
  new: number
  changed: number
  unchanged: number
  /** Number of rows with problems. */
  bad: number
  /** Number of control characters removed. */
  removed: number
  /** Columns of the file that are none of ours. */
  notImported: string[]
  /** The lines of rows of totals, and of notes at the end. */
  leftOut: number[]
  seconds: number
  /** Sums over the valid rows, to compare with the source. */
  sums: Sums
  /** Number of users who are sent an invitation. */
  invited: number
  refusedFile: string | null
  /** Of a dry run: what is rarely meant. */
  warnings: ImportWarning[]
  /** The records that existed and change; null where they were not asked for. */
  changes: ChangesOfRequest | null
}

/**
 * Imports one file into the session's tenant: reads it into a staging table, reports its problems, and writes the valid
 * rows. All in one transaction, so that nothing is visible until everything is.
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
    notImported: reading.notImported,
    leftOut: reading.leftOut,
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
    if (outcome.bad > 0) await tellProblems(session, reading.problems, source, options)
    if (options.dryRun || outcome.outcome === 'refused') return outcome
    const refusedFile = outcome.bad > 0 ? ((await options.writeRefused?.(session)) ?? null) : null
    const invited = options.invite ? ((await file.invite?.(session, options.invite)) ?? 0) : 0
    return { ...outcome, invited, refusedFile, seconds: result({}).seconds }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    // Faults of single cells found so far are reported too, so that all can be corrected at once.
    await tellProblems(session, error.problems, source, options)
    const bad = (await session.transaction(countProblemRows)) + error.problems.length
    const outcome = result({ outcome: 'refused', bad })
    if (!options.dryRun) await session.transaction(async (tx) => options.settle?.(tx, outcome))
    return outcome
  } finally {
    options.progress.end()
    await session.transaction((tx) => dropStage(tx, table)).catch(() => undefined)
  }
}

/** Reads the file into its staging table; one batch is inserted while the next is read. */
async function stageRows(
  session: Session,
  file: EngineFile,
  source: Source,
  reading: Reading,
  { maximumRows = Number.POSITIVE_INFINITY, progress }: FileOptions,
): Promise<void> {
  const table = stageName(file.name)
  const currency = await session.transaction(currencyOfTenant)
  let staging = Promise.resolve()
  try {
    for await (const batch of readBatches(source, file, reading, { size: batchRows, currency })) {
      await staging
      staging = session.transaction((tx) => stageBatch(tx, table, file.columns, batch))
      staging.catch(() => undefined)
      if (reading.rows > maximumRows) throw new UnreadableFile([ofFile('tooManyRows', [String(maximumRows)])])
      progress.read(reading, source.size)
    }
    await staging
  } finally {
    // A session runs one statement at a time, and a batch may still be in progress when the file turns out to be
    // unreadable.
    await staging.catch(() => undefined)
  }
}

async function currencyOfTenant(tx: Tx): Promise<string> {
  const row = await tx.row<{ code: string }>(sql`
    select c.code from offered.tenants t join offered.currencies c on c.currency_id = t.currency_id
    where t.tenant_id = (select current_tenant())`)
  return row?.code ?? ''
}

async function checkAndWrite(
  tx: Tx,
  session: Session,
  file: EngineFile,
  reading: Reading,
  { progress, importer, keepGood, dryRun, changesOf }: FileOptions,
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
  const warnings = dryRun ? await warningsOf(tx, file, table, counts.changed) : []
  const since = newId()
  // What nothing refers to is written in a dry run only to see what changes.
  if (!dryRun || !file.isLeaf || (counts.changed > 0 && changesOf !== undefined))
    await file.write(tx, progress.wrote, session.aside)
  const changes =
    changesOf === undefined || counts.changed === 0
      ? null
      : await changesOfRequest(tx, changesOf, { since, most: maximumImportChanges })
  return { outcome: isRefused ? 'refused' : 'imported', bad, ...counts, sums, warnings, changes }
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
  notImported: [],
  leftOut: [],
  seconds: 0,
  sums: {},
  invited: 0,
  refusedFile: null,
  warnings: [],
  changes: null,
})

async function countStates(tx: Tx, table: string) {
  const counts = await tx.row<{ new: number; changed: number; unchanged: number }>(sql`
    select count(*) filter (where state = 'new') as new, count(*) filter (where state = 'changed') as changed,
           count(*) filter (where state = 'same') as unchanged
    from ${sql.ref(table)}`)
  return counts ?? { new: 0, changed: 0, unchanged: 0 }
}

/** Reports the problems of the whole file first, then those of its rows. */
async function tellProblems(session: Session, ofWhole: Problem[], source: Source, options: FileOptions): Promise<void> {
  for (const problem of ofWhole) options.onProblem(problem)
  await session.transaction(async (tx) => {
    // Rows that only depend on a refused row have no fault of their own: they are reported once, with their number.
    let first: Problem | null = null
    let others = 0
    for await (const numbered of listProblems(tx)) {
      const problem = inFile(numbered, source)
      if (problem.reason !== 'parentRefused') options.onProblem(problem)
      else if (first === null) first = problem
      else others += 1
    }
    if (first === null) return
    options.onProblem(others === 0 ? first : { ...first, reason: 'parentsRefused', details: [String(others)] })
  })
}

/** A problem with the lines of the file, of which each can be several records. */
export function inFile(problem: Problem, { step = 1 }: Source): Problem {
  const lineOf = (number: number) => Math.floor(number / step)
  const [first] = problem.details
  const isOfTwo = problem.reason === 'repeated' && first !== undefined
  return {
    ...problem,
    line: lineOf(problem.line),
    details: isOfTwo ? [String(lineOf(Number(first)))] : problem.details,
  }
}
