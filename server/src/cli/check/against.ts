import type { Database } from '../../platform/database/database.ts'
import { openSession } from '../../platform/database/session.ts'
import { CommandError, tenantOf } from '../command.ts'
import { differing } from '../tenant-export/columns.ts'
import { type Manifest, readManifest } from '../tenant-export/manifest.ts'
import { type Asking, countRecords, keyColumns, rowsOf } from '../tenant-export/records.ts'
import { sumsOf } from '../tenant-export/sums.ts'
import { linesOf, refuseDamaged } from '../tenant-import/lines.ts'
import type { Checked, Finding } from './run.ts'

const maximumExamples = 20

/** Tables that only grow: what was exported has to be there, and more may have happened since. */
const journal = ['audit_log', 'audit_seals']
/** What follows from the journal goes on with it; other invariants compare it with the journal. */
const behindJournal = ['audit_products', 'audit_unsealed']

/** Compares a tenant with its export: the rows of every table, and the sums that people know. */
export async function checkAgainst(db: Database, folder: string): Promise<Checked & { tenantCode: string }> {
  const manifest = await readManifest(folder)
  const { tenantId, code } = await tenantOf(db, manifest.tenantCode)
  if (tenantId !== manifest.tenantId)
    throw new CommandError(`The tenant ${code} is another one than that of ${folder}, which has the same code.`)
  await refuseDamaged(folder, manifest)
  const session = await openSession(db, tenantId, { mode: 'look' })
  try {
    const findings = [
      ...(await differentSums(session.transaction, manifest)),
      ...(await differentTables(session.transaction, folder, manifest)),
    ]
    return { tenantCode: code, invariants: Object.keys(manifest.tables).length + 1, findings }
  } finally {
    await session.close()
  }
}

async function differentSums(ask: Asking, { sums }: Manifest): Promise<Finding[]> {
  const here = await ask(sumsOf)
  // More is sealed as time goes by.
  const names = Object.keys({ ...sums, ...here }).filter((name) => name !== 'last seal of the audit log')
  const examples = names
    .filter((name) => sums[name] !== here[name])
    .map((name) => `${name}: ${sums[name] ?? 'none'} exported, ${here[name] ?? 'none'} here`)
  return examples.length === 0 ? [] : [{ invariant: 'numbers and sums are those of the export', ...firstOf(examples) }]
}

const firstOf = (examples: string[]) => ({ count: examples.length, examples: examples.slice(0, maximumExamples) })

async function differentTables(ask: Asking, folder: string, { tables }: Manifest): Promise<Finding[]> {
  const findings: Finding[] = []
  const isSame = new Map<string, boolean>()
  for (const [table, { rows, content }] of Object.entries(tables)) {
    const here = await countRecords(ask, table)
    isSame.set(table, here.rows === rows && here.content === content)
  }
  const wentOn = journal.some((table) => isSame.get(table) === false)
  for (const [table, same] of isSame) {
    if (same || (wentOn && behindJournal.includes(table))) continue
    const { count, examples } = await differences(ask, folder, table)
    if (count > 0) findings.push({ invariant: `the rows of ${table} are those of the export`, count, examples })
  }
  return findings
}

interface Keyed {
  /** The primary key, as rows are sorted by it. */
  key: Buffer[]
  name: string
  row: Record<string, unknown>
}

/** The rows that are only in the export, only here, or others. Both come sorted by their primary key. */
async function differences(ask: Asking, folder: string, table: string): Promise<{ count: number; examples: string[] }> {
  const found: { count: number; examples: string[] } = { count: 0, examples: [] }
  const add = (what: string) => {
    found.count += 1
    if (found.examples.length < maximumExamples) found.examples.push(what)
  }
  const keyed = keyedBy(
    table,
    (await ask((tx) => keyColumns(tx, table))).map(({ name }) => name),
  )
  const [there, here] = [exported(folder, table, keyed), present(ask, table, keyed)]
  let [one, other] = [await there.next(), await here.next()]
  while (!one.done || !other.done) {
    const order = one.done ? 1 : other.done ? -1 : compare(one.value.key, other.value.key)
    if (order < 0 && !one.done) add(`${one.value.name} is not here`)
    if (order > 0 && !other.done && !journal.includes(table)) add(`${other.value.name} is not in the export`)
    if (order === 0 && !one.done && !other.done) {
      const columns = changed(one.value.row, other.value.row)
      if (columns.length > 0) add(`${one.value.name} has another ${columns.join(', ')}`)
    }
    if (order <= 0) one = await there.next()
    if (order >= 0) other = await here.next()
  }
  return found
}

type ToKeyed = (line: string) => Keyed

function keyedBy(table: string, columns: string[]): ToKeyed {
  const apart = Object.keys(differing[table] ?? {})
  return (line) => {
    const row = JSON.parse(line) as Record<string, unknown>
    for (const name of apart) delete row[name]
    const values = columns.length === 0 ? [JSON.stringify(row)] : columns.map((name) => String(row[name]))
    return { key: values.map((value) => Buffer.from(value)), name: values.join(' '), row }
  }
}

async function* exported(folder: string, table: string, keyed: ToKeyed): AsyncGenerator<Keyed, void> {
  for await (const lines of linesOf(folder, table)) yield* lines.map(keyed)
}

async function* present(ask: Asking, table: string, keyed: ToKeyed): AsyncGenerator<Keyed, void> {
  for await (const page of rowsOf(ask, table)) yield* page.map(({ content }) => keyed(content))
}

function compare(one: Buffer[], other: Buffer[]): number {
  for (const [index, value] of one.entries()) {
    const order = value.compare(other[index] ?? Buffer.alloc(0))
    if (order !== 0) return order
  }
  return 0
}

const changed = (one: Record<string, unknown>, other: Record<string, unknown>): string[] =>
  Object.keys({ ...one, ...other }).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
