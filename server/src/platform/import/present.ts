import { type Sql, sql } from '../database/sql.ts'

/** Restricts the rows of a file to certain records, by the SQL expression of their id. */
export type Among = (id: Sql) => Sql

/** An instant with microseconds, so that an import reads the same value. */
export const exactInstant = (at: Sql): Sql => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
