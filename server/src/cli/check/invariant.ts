import type { Sql } from '../../platform/database/sql.ts'

/**
 * A condition that must hold in every tenant. It is checked on the raw rows, never through a module's own functions.
 */
export interface Invariant {
  /** As a sentence: `a balance is the sum of its movements`. */
  name: string
  /** Selects one column `what` with a row for each violation. */
  broken: Sql
}
