/*
 * A backup is lines of JSON, compressed by gzip: a header, then for each table of each tenant a heading and its rows as
 * PostgreSQL writes them, and an end that says how many rows there were, so that a file cut short is known for one.
 */

export const format = 'trellis-backup/1'

export interface Header {
  format: typeof format
  createdAt: string
  /** Rows fit the tables of exactly these. */
  migrations: string[]
}

export interface Heading {
  table: string
  tenantId: string | null
  columns: string[]
}

export interface End {
  end: true
  rows: number
}

/** A line that is not a row begins with this character, which no JSON object does. */
export const mark = '#'
