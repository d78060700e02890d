import { constants, createReadStream } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { csvLine, type Separator } from '@trellis/contract/csv'
import type { Encoding } from '@trellis/contract/encodings'
import type { ChosenFormats } from '@trellis/contract/import-cells'
import type { Recipe } from '@trellis/contract/import-recipe'
import { reasonSentence } from '@trellis/contract/imports'
import type { Database } from '../../../platform/database/database.ts'
import { openSession, type Session } from '../../../platform/database/session.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { readRecords } from '../../../platform/import/csv.ts'
import { newReading, type Problem, type Source } from '../../../platform/import/source.ts'
import { listProblems } from '../../../platform/import/stage.ts'
import { writingTo } from '../../../platform/writing.ts'
import type { Invite } from '../../people/index.ts'
import { type EngineFile, importFiles } from './files.ts'
import { type FileOutcome, importFile, skipped } from './import-file.ts'
import { type Progress, silent } from './progress.ts'
import { type Interrupted, openRun, type Run } from './runs.ts'
import { waitForTurn } from './turn.ts'

const files: EngineFile[] = Object.values(importFiles)

/** A problem with its text for the operator. */
export type ToldProblem = Pick<Problem, 'line' | 'column' | 'value'> & { reason: string }

interface ImportOptions {
  /** Reports what would happen and stores nothing. */
  dryRun: boolean
  /**
   * Imports the valid rows of a file with invalid ones, and writes the others to `refused-<file>` in the folder
   * `refusedTo`.
   */
  keepGood: boolean
  refusedTo: string
  /** Rows of totals and notes at the end are records like the others. */
  keepAll?: boolean
  /** Columns that are none of ours are left out instead of refused. */
  leaveOthers?: boolean
  /** How amounts and dates are written; found in each column where it is not given. */
  formats?: ChosenFormats
  /** Of the CSV files; found in each file where it is not given. */
  encoding?: Encoding
  /** The name of the sheet of every workbook; the first one where it is not given, and the recipe names none. */
  sheet?: string
  /** What is said about the files of a source: at most one recipe for each kind. */
  recipes?: readonly Recipe[]
  /** Sends an invitation to each pending user of the files who has no valid one. */
  invite?: Invite
  onProblem?: (file: string, problem: ToldProblem) => void
  onFile?: (outcome: FileOutcome) => void
  onProgress?: (file: string) => Progress
  /** Called with a description when another import of the tenant is running; this one waits for it. */
  onWait?: (running: string) => void
  /** Called with the id of the run, by which it can be undone; not called for a dry run. */
  onRun?: (runId: string) => void
  /** Called when the import before this one was interrupted. */
  onInterrupted?: (interrupted: Interrupted) => void
}

export class ImportError extends Error {}

/** Imports the files of a folder into a tenant. True when all rows of all files were imported. */
export async function importFolder(
  db: Database,
  tenantId: string,
  folder: string,
  options: ImportOptions,
): Promise<boolean> {
  const present = await filesOf(folder)
  refuseUseless(present, folder, options)
  if (options.keepGood && !options.dryRun) await refuseUnwritable(options.refusedTo)
  const root = await db
    .read({ tenantId, userId: null, reach: null, clock: null, requestId: null })
    .row<{ id: string }>(sql`
    select account_id as id from offered.accounts where tenant_id = ${tenantId} and parent_id is null`)
  const mode = options.dryRun ? 'rehearse' : 'commit'
  // Its changes are recorded under its id, by which they are told and taken back (decision 169).
  const runId = newId()
  const session = await openSession(db, tenantId, { mode, as: { reach: root?.id ?? null, requestId: runId } })
  try {
    await waitForTurn(session, options.onWait ?? (() => undefined))
    const chosen = files.flatMap((file) => {
      const path = present.get(file.name)
      return path === undefined ? [] : [{ file, path }]
    })
    if (options.dryRun) return await importEach(session, chosen, { ...options, changesOf: runId }, null)
    const run = await openRun(session, runId, resolve(folder))
    options.onRun?.(runId)
    if (run.interrupted) options.onInterrupted?.(run.interrupted)
    try {
      const good = await importEach(session, chosen, options, run)
      await run.end(good ? 'done' : 'refused')
      return good
    } catch (error) {
      await run.end('interrupted').catch(() => undefined)
      throw error
    }
  } finally {
    await session.close()
  }
}

async function importEach(
  session: Session,
  chosen: { file: EngineFile; path: string }[],
  options: ImportOptions & { changesOf?: string },
  run: Run | null,
): Promise<boolean> {
  let good = true
  let stopped = false
  for (const { file, path } of chosen) {
    const result = stopped ? skipped(file.name) : await importOne(session, file, path, options, run)
    options.onFile?.(result)
    if (result.bad > 0 || result.outcome !== 'imported') good = false
    // The next files depend on this one. A dry run continues nevertheless, to report the faults of all files at once.
    if (result.outcome === 'refused' && !options.dryRun && !options.keepGood) stopped = true
  }
  return good
}

/** What is said of files that are not there, and would be passed over: who says it means those that are. */
function refuseUseless(present: Map<string, string>, folder: string, { sheet, encoding, recipes = [] }: ImportOptions) {
  const isThere = (ending: string) => [...present.values()].some((path) => path.endsWith(ending))
  const useless = (what: string, which: string) =>
    new ImportError(`${what}, and ${folder} has no ${which}. Nothing was imported.`)
  if (sheet !== undefined && !isThere('.xlsx')) throw useless('A sheet is of a workbook', '.xlsx')
  if (encoding !== undefined && !isThere('.csv')) throw useless('An encoding is of a CSV file', '.csv')
  if (recipes.length > 0 && !recipes.some(({ kind }) => present.has(`${kind}.csv`)))
    throw useless('The recipes are for other files', recipes.map(({ kind }) => `${kind}.csv`).join(', '))
}

/** Before anything is kept: rows that are refused must not be lost. */
async function refuseUnwritable(refusedTo: string): Promise<void> {
  await access(refusedTo, constants.W_OK).catch(() => {
    throw new ImportError(
      `Refused rows go to ${refusedTo}, which cannot be written: start the command in a folder that can be. Nothing was imported.`,
    )
  })
}

/** The path of each import file in a folder, as CSV or as a workbook, by its CSV name. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new ImportError(`The folder cannot be read: ${error.message}`)
  })
  const tables = names.filter((name) => /\.(csv|xlsx)$/i.test(name) && !/^(refused-|~\$)/.test(name))
  const asCsv = (name: string) => name.replace(/\.xlsx$/, '.csv')
  const known = files.map(({ name }) => name)
  const unknown = tables.filter((name) => !known.includes(asCsv(name)))
  if (unknown.length > 0) {
    throw new ImportError(
      `${unknown.join(', ')} is not a file of an import, which are ${known.join(', ')}, or the same as .xlsx. Nothing was imported.`,
    )
  }
  const twice = tables.filter((name) => name !== asCsv(name) && tables.includes(asCsv(name)))
  if (twice.length > 0)
    throw new ImportError(`${twice.join(', ')} is there as .csv as well: keep one of the two. Nothing was imported.`)
  if (tables.length === 0)
    throw new ImportError(`There is no file to import in ${folder}; there could be ${known.join(', ')}.`)
  return new Map(tables.map((name) => [asCsv(name), join(folder, name)]))
}

async function importOne(
  session: Session,
  file: EngineFile,
  path: string,
  options: ImportOptions & { changesOf?: string },
  run: Run | null,
) {
  const { dryRun, keepGood, invite, onProblem, onProgress } = options
  const { size } = await stat(path)
  const name = basename(path)
  const recipe = options.recipes?.find(({ kind }) => `${kind}.csv` === file.name)
  const progress = onProgress?.(name) ?? silent
  const source: Source = {
    size,
    open: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
    format: path.endsWith('.xlsx') ? 'xlsx' : 'csv',
    keepAll: options.keepAll === true || recipe?.keepAll === true,
    leaveOthers: options.leaveOthers === true,
    ...(options.formats && { formats: options.formats }),
    ...(options.encoding && { encoding: options.encoding }),
    ...(options.sheet !== undefined && { sheet: options.sheet }),
    ...(recipe && { recipe }),
  }
  return importFile(session, file, source, {
    dryRun,
    keepGood,
    importer: null,
    ...(options.changesOf !== undefined && { changesOf: options.changesOf }),
    ...(invite && { invite }),
    onProblem: ({ line, column, value, reason, details }) =>
      onProblem?.(name, { line, column, value, reason: reasonSentence(reason, details) }),
    progress: run ? await run.noting(file.name, progress) : progress,
    ...(run && { settle: run.settle }),
    writeRefused: (of) => writeRefused(of, file.name, source, options.refusedTo),
  })
}

/** Reads the file a second time together with its problems (both sorted), so that neither must be kept in memory. */
async function writeRefused(session: Session, name: string, source: Source, refusedTo: string): Promise<string> {
  const target = join(refusedTo, `refused-${name}`)
  await session.transaction((tx) => pipeline(refusedLines(tx, source), writingTo(target, { mode: 0o600 })))
  return target
}

async function* refusedLines(tx: Tx, source: Source): AsyncGenerator<string> {
  const reading = newReading()
  const problems = listProblems(tx)
  let next = await problems.next()
  for await (const { line, cells } of readRecords(source, reading)) {
    const lineOf = () => Math.floor((next.value?.line ?? 0) / (source.step ?? 1))
    while (!next.done && lineOf() < line) next = await problems.next()
    const isRefused = !next.done && lineOf() === line
    // Uses the file's own separator, because the format of amounts depends on it.
    if (line === source.header || isRefused) yield csvLine(cells, (reading.separator ?? ',') as Separator)
  }
}
