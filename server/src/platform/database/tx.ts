import type { Keyed } from '../secrets.ts'
import type { Sql } from './sql.ts'

declare const answer: unique symbol

/** JSON text built by PostgreSQL and sent unchanged; tests check it against the contract. */
export class JsonText<A> {
  declare readonly [answer]: A
  readonly text: string
  /** Its items already have only the requested `fields`. */
  readonly isCut: boolean
  constructor(text: string, isCut = false) {
    this.text = text
    this.isCut = isCut
  }
}

/**
 * The answer of a change: the record as it is then, which its caller still reads. It is asked in the message that commits, so that it
 * takes no round trip of its own (decision 191).
 */
export class LastRead<A> {
  declare readonly [answer]: A
  /** Answers one row with one text. */
  readonly query: Sql
  constructor(query: Sql) {
    this.query = query
  }
}

/** The answer of a list whose statement builds only the asked `fields`. */
export const cutTo = <A>(fields: readonly string[] | undefined, page: JsonText<A> | undefined) =>
  fields === undefined || page === undefined ? page : new JsonText<A>(page.text, true)

/** Who acts and for which account (rules P60). No user for jobs, commands and public calls. */
export type Acting = { userId: null; accountId?: null } | { userId: string; accountId: string }

/** Tenant, user, account and reach that the database sees. */
export type Context = Surroundings & Acting

interface Surroundings {
  tenantId: string
  /** The root of the subtree that `reachable_accounts()` returns; null reaches nothing. */
  reach: string | null
  /** Sets the clock, for tests and the demo; null: the database's. Business time is that, and what a sandbox is ahead of it. */
  clock: string | null
  /** Links changes to the log lines of the request. */
  requestId: string | null
}

/** A connection for reading as one tenant. Each statement has a snapshot of its own. */
export interface Reader {
  rows<T>(query: Sql): Promise<T[]>
  /** The first row, or undefined. */
  row<T>(query: Sql): Promise<T | undefined>
  /** The single text column of the single row, for an answer built by PostgreSQL. Undefined when there is no row. */
  json<A>(query: Sql): Promise<JsonText<A> | undefined>
  /** A keyed hash, for storing or lookup. */
  keyed: Keyed
}

/** Reading and writing as one tenant in one transaction, which the platform opens and ends. */
export interface Tx extends Reader {
  /** Runs a statement and returns the number of changed rows. */
  run(query: Sql): Promise<number>
  /**
   * Runs a statement whose result is not needed, in order with the others but without waiting for it, so that it takes no
   * round trip of its own. If it fails, the transaction fails.
   */
  later(query: Sql): void
  /** As `json`, asked with the COMMIT; only what ends the transaction may wait for it. */
  last<A>(query: Sql): Promise<JsonText<A> | undefined>
  /** Called after the commit, never after a rollback. */
  afterCommit(action: () => void): void
}
