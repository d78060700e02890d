import { type Sql, sql } from '../database/sql.ts'
import { type Kind, text } from './cells.ts'

/** A natural key, or a reference to one; trimmed. Keys are compared case-insensitively. */
export const key = (maximum = 255): Kind => {
  const { sqlType, read } = text(maximum)
  return { sqlType, read: (value) => read(value.trim()) }
}

/** Whether two keys are equal. */
export const sameKey = (one: Sql, other: Sql): Sql => sql`key_of(${one}) = key_of(${other})`
