import type { Keyed } from '../secrets.ts'
import type { Sql } from './sql.ts'

declare const answer: unique symbol

/** JSON text that PostgreSQL built and that goes out as it is; what it holds is checked against the contract in tests. */
export class JsonText<A> {
  declare readonly [answer]: A
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Whose eyes the database looks through. */
export interface Context {
  tenantId: string
  /** Null for jobs, commands and public calls. */
  userId: string | null
  /** The account whose sub-tree `reachable_accounts()` is; null reaches nothing. */
  reach: string | null
  /** Sets the business clock, for tests and the demo. */
  clock: string | null
  /** Ties what a request changes to its log lines. */
  requestId: string | null
}

/** Reading, as one tenant. Each statement sees the rows of that moment. */
export interface Read {
  rows<T>(query: Sql): Promise<T[]>
  /** The first row, or undefined. */
  row<T>(query: Sql): Promise<T | undefined>
  /** The single text column of the single row: an answer built by PostgreSQL. Undefined when there is no row. */
  json<A>(query: Sql): Promise<JsonText<A> | undefined>
  /** A keyed hash, to be stored or looked up. */
  keyed: Keyed
}

/** Reading and writing, as one tenant, in one transaction that the platform opened and will end. */
export interface Tx extends Read {
  /** Runs a statement and tells how many rows it changed. */
  run(query: Sql): Promise<number>
  /** Called after the commit, never after a rollback. */
  afterCommit(action: () => void): void
}
