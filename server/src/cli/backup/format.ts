/*
 * A backup is gzipped lines of JSON: a header; for each table of each tenant a heading and its rows as PostgreSQL
 * writes them; for each file its size and its bytes in lines of base64; and an end with the number of rows and files,
 * which shows whether the backup is complete.
 */

export const format = 'trellis-backup/2'

export interface Header {
  format: string
  createdAt: string
  /** The rows fit a database with exactly these migrations. */
  migrations: string[]
}

export interface Heading {
  table: string
  tenantId: string | null
  columns: string[]
}

/** The bytes of a file, which begin on the next line. */
export interface Content {
  tenantId: string
  fileId: string
  /** Bytes. */
  size: number
  /** SHA-256 in base64. */
  hash: string
}

export interface End {
  end: true
  rows: number
  files: number
}

/** First character of every line that is not a row; neither a JSON object nor base64 begins with it. */
export const mark = '#'

/** A line that is not a row. */
export const line = (said: Header | Heading | Content | End): string => `${mark}${JSON.stringify(said)}\n`
