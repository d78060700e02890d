import type { Sql } from '../../platform/database/sql.ts'

/** Something that must hold in every tenant, looked for in the raw rows and never in what a module says of itself. */
export interface Invariant {
  /** As a sentence: `a balance is the sum of its movements`. */
  name: string
  /** Selects one column `what` for each place where it does not hold. */
  broken: Sql
}
