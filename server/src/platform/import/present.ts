import { type Sql, sql } from '../database/sql.ts'

/** Restricts the rows that a file presents to those of some things, by the expression that identifies the thing. */
export type Among = (id: Sql) => Sql

/** An instant to the microsecond, so that it is the same when it is read again. */
export const exactInstant = (at: Sql): Sql => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
