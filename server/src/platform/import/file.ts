import { sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'
import type { Actor } from '../tenancy.ts'
import type { Columns } from './cells.ts'

/** One of the files of an import: how it is read, what may be wrong with it, and how it is written. */
export interface ImportFile {
  name: string
  columns: Columns
  /** Columns of the staging table that `check` fills, as SQL; `state` is always one of them. */
  workedOut: string
  /** Nothing that is imported later refers to its rows, so a rehearsal need not write them. */
  isLeaf: boolean
  /** Reports every row that cannot be taken, and gives the others a `state`: new, changed or same. */
  check(tx: Tx, importer: Importer | null): Promise<void>
  /**
   * Writes the rows that are left, in the transaction that makes all of the file visible at once. What locks rows that
   * people may be using comes last.
   */
  write(tx: Tx, step: Step, aside: Aside): Promise<void>
  /** What the file holds in all, to be compared with the source; money as text. */
  sums(tx: Tx): Promise<Sums>
}

/**
 * Who imports, bound by the rules of the portal's own screens. Nobody: the operator, who may set down whatever was. In
 * either case `reachable_accounts()` is what the import may touch.
 */
export interface Importer {
  actor: Actor
  /** Where new accounts without a parent go. */
  baseAccountId: string
}

/** Figures by name; those in a currency by `name CODE`. */
export type Sums = Record<string, number | string>

/** Is told how many rows of how many are written. */
export type Step = (done: number, total: number) => void

/** Does something in a transaction of its own, which is kept whatever becomes of the file. */
export type Aside = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Rows `from` to `to` at a time, so that no statement has to remember too much. */
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

/** Numbers the rows of a state from 1 in `seq`, in the order given, and returns how many there are. */
export async function number(tx: Tx, table: string, state: string, order: string): Promise<number> {
  return tx.run(sql`
    update ${sql.ref(table)} s set seq = n.seq
    from (select at_line, row_number() over (order by ${sql.raw(order)}) as seq
          from ${sql.ref(table)} where state = ${state}) n
    where n.at_line = s.at_line`)
}
