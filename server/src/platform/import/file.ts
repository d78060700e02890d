import type { ImportWarning } from '@trellis/contract/import-preview'
import { type Sql, sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'
import type { Actor } from '../tenancy.ts'
import type { Columns } from './cells.ts'
import type { Among } from './present.ts'

/** One file of an import: how it is read, checked and written. */
export interface ImportFile {
  name: string
  columns: Columns
  /** SQL definitions of the staging table's columns that `check` fills; `state` is always one of them. */
  workedOut: string
  /** No later file refers to its rows, so a dry run need not write them. */
  isLeaf: boolean
  /** Reports every row that is refused, and gives the others a `state`: new, changed or same. */
  check(tx: Tx, importer: Importer | null): Promise<void>
  /**
   * Writes the remaining rows, in the transaction that makes the whole file visible at once. Locks on rows that people
   * may be using are taken last.
   */
  write(tx: Tx, step: Step, aside: Aside): Promise<void>
  /** What is rarely meant of what the rows would do. Called between `check` and `write` of a dry run. */
  warn?(tx: Tx): Promise<ImportWarning[]>
  /**
   * Selects the file's rows from the portal's records, in the form that the import reads. In addition to the file's
   * columns it selects `id`, the record of the row. Codes of accounts out of reach are null.
   */
  present(among: Among): Sql
  /** Totals of the file, to compare with its source; money as text. */
  sums(tx: Tx): Promise<Sums>
  /** What is known of the file's records and in none of its columns. An export says how much of each there is. */
  leavesOut?: readonly LeftOut[]
  /** Why an export would change what its records mean, or null. Then nothing is exported. */
  whyNotExport?(tx: Tx): Promise<string | null>
}

/** `count` selects, as `count`, how many records have something that an export leaves out. */
export interface LeftOut {
  what: string
  count: Sql
}

/**
 * The user who imports; the rules of the portal's screens apply. Null for the operator, who may import any past state.
 * In both cases the import may only touch `reachable_accounts()`.
 */
export interface Importer {
  actor: Actor
  /** The parent of new accounts whose row names none. */
  baseAccountId: string
}

/** Figures by name; amounts by `name CODE` of the currency. */
export type Sums = Record<string, number | string>

/** Called with the number of rows written so far and in all. */
export type Step = (done: number, total: number) => void

/** Runs `work` in a separate transaction, which is committed even if the file is not. */
export type Aside = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Processes rows in batches, to limit the memory of one statement. */
export async function inBatches(
  total: number,
  size: number,
  step: Step,
  work: (from: number, to: number) => Promise<void>,
): Promise<void> {
  for (let from = 1; from <= total; from += size) {
    const to = Math.min(from + size - 1, total)
    await work(from, to)
    step(to, total)
  }
}

/** Numbers the rows of a state from 1 in `seq`, in the given order, and returns how many there are. */
export async function number(tx: Tx, table: string, state: string, order: string): Promise<number> {
  return tx.run(sql`
    update ${sql.ref(table)} s set seq = n.seq
    from (select at_line, row_number() over (order by ${sql.raw(order)}) as seq
          from ${sql.ref(table)} where state = ${state}) n
    where n.at_line = s.at_line`)
}
