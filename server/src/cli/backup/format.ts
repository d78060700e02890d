/*
 * A backup is gzipped lines of JSON: a header; for each table of each tenant a heading and its rows as PostgreSQL
 * writes them; and an end with the number of rows, which shows whether the file is complete.
 */

export const format = 'trellis-backup/1'

export interface Header {
  format: typeof format
  createdAt: string
  /** The rows fit a database with exactly these migrations. */
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

/** First character of every line that is not a row; no JSON object begins with it. */
export const mark = '#'
