import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { openSession, type Session } from '../session.ts'
import { type Problem, type Reading, readBatches, readRecords, UnreadableFile } from './csv.ts'
import type { ImportFile, Invite, Sums } from './file.ts'
import { accounts } from './files/accounts.ts'
import { licenses } from './files/licenses.ts'
import { orders } from './files/orders.ts'
import { priceListAccounts } from './files/price-list-accounts.ts'
import { priceLists } from './files/price-lists.ts'
import { products } from './files/products.ts'
import { stock } from './files/stock.ts'
import { users } from './files/users.ts'
import { openProgress, type Progress } from './progress.ts'
import {
  countProblemRows,
  createStage,
  dropStage,
  listProblems,
  removeProblemRows,
  stageBatch,
  stageName,
} from './stage.ts'

/** In the order in which they build on one another. */
const files: ImportFile[] = [accounts, users, products, priceLists, priceListAccounts, stock, orders, licenses]
const notYet = ['deals.csv']
const batchRows = 4000

export interface ImportOptions {
  /** Says what would happen, and keeps nothing. */
  dryRun: boolean
  /** Keeps the good rows of a file with bad ones, and writes the others to `refused-<file>` in `refusedTo`. */
  keepGood: boolean
  refusedTo: string
  /** Sends an invitation to each pending user of the files who has none that still works. */
  invite?: Invite
  onProblem?: (file: string, problem: Problem) => void
  onFile?: (outcome: FileOutcome) => void
  onProgress?: (file: string) => Progress
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

export class ImportError extends Error {}

/** Imports the files of a folder into a tenant. True when every row of every file was taken. */
export async function importFolder(
  db: Database,
  tenantId: string,
  folder: string,
  options: ImportOptions,
): Promise<boolean> {
  const present = await filesOf(folder)
  const session = await openSession(db, tenantId, { mode: options.dryRun ? 'rehearse' : 'commit' })
  let good = true
  let stopped = false
  try {
    for (const file of files.filter(({ name }) => present.includes(name))) {
      const result = stopped ? skipped(file.name) : await importFile(session, file, folder, options)
      options.onFile?.(result)
      if (result.bad > 0 || result.outcome !== 'imported') good = false
      // The next files build on this one. A rehearsal goes on, to find in one go whatever there is to find.
      if (result.outcome === 'refused' && !options.dryRun && !options.keepGood) stopped = true
    }
  } finally {
    await session.close()
  }
  return good
}

async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new ImportError(`The folder cannot be read: ${error.message}`)
  })
  const tables = names.filter((name) => name.endsWith('.csv') && !name.startsWith('refused-'))
  const early = tables.filter((name) => notYet.includes(name))
  if (early.length > 0)
    throw new ImportError(`${early.join(', ')} is not supported by this version. Nothing was imported.`)
  const known = files.map(({ name }) => name)
  const unknown = tables.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new ImportError(
      `${unknown.join(', ')} is not a file of an import, which are ${known.join(', ')}. Nothing was imported.`,
    )
  }
  if (tables.length === 0)
    throw new ImportError(`There is no file to import in ${folder}; there could be ${known.join(', ')}.`)
  return tables
}

async function importFile(
  session: Session,
  file: ImportFile,
  folder: string,
  options: ImportOptions,
): Promise<FileOutcome> {
  const path = join(folder, file.name)
  const table = stageName(file.name)
  const progress = (options.onProgress ?? openProgress)(file.name)
  const reading: Reading = { bytes: 0, rows: 0, removed: 0 }
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
    const { size } = await stat(path)
    // The database takes one batch while the next is read.
    let staging = Promise.resolve()
    for await (const batch of readBatches(path, file.columns, reading, batchRows)) {
      await staging
      staging = session.transaction((tx) => stageBatch(tx, table, file.columns, batch))
      staging.catch(() => undefined)
      progress.read(reading, size)
    }
    await staging
    progress.checking()
    await session.transaction((tx) => file.check(tx))
    const bad = await session.transaction(countProblemRows)
    if (bad > 0) await tellProblems(session, file.name, options)
    if (bad > 0 && !options.keepGood && !options.dryRun) {
      return result({ outcome: 'refused', bad })
    }
    if (bad > 0) await session.transaction((tx) => removeProblemRows(tx, table))
    const counts = await session.transaction((tx) => countStates(tx, table))
    const sums = await session.transaction((tx) => file.sums(tx))
    const refusedFile =
      bad > 0 && options.keepGood && !options.dryRun ? await writeRefused(session, path, options) : null
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
    options.onProblem?.(file.name, { line: error.line ?? 1, column: null, value: null, reason: error.message })
    return result({ outcome: 'refused', bad: 1 })
  } finally {
    progress.end()
    await session.transaction((tx) => dropStage(tx, table)).catch(() => undefined)
  }
}

const skipped = (file: string): FileOutcome => ({
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
    from ${sql.table(table)}`)
  return counts ?? { new: 0, changed: 0, unchanged: 0 }
}

async function tellProblems(session: Session, file: string, options: ImportOptions): Promise<void> {
  await session.transaction(async (tx) => {
    for await (const problem of listProblems(tx)) options.onProblem?.(file, problem)
  })
}

/** Reads the file once more, along its problems, so that neither has to be kept in memory. */
async function writeRefused(session: Session, path: string, options: ImportOptions): Promise<string> {
  const target = join(options.refusedTo, `refused-${basename(path)}`)
  const out = createWriteStream(target)
  const put = async (record: string[]) => {
    if (!out.write(`${record.map(quoted).join(',')}\r\n`)) await once(out, 'drain')
  }
  await session.transaction(async (tx) => {
    const problems = listProblems(tx)
    let next = await problems.next()
    let isHeader = true
    for await (const { line, record } of readRecords(path, { bytes: 0, rows: 0, removed: 0 })) {
      while (!next.done && next.value.line < line) next = await problems.next()
      if (isHeader || (!next.done && next.value.line === line)) await put(record)
      isHeader = false
    }
  })
  out.end()
  await once(out, 'finish')
  return target
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
