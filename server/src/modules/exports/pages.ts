import type { ExportColumn } from '@trellis/contract/exports'
import type { Cell } from './values.ts'

/** Rows of a file, a few at a time. */
export type Pages = AsyncIterable<unknown[]>

export const headOf = (columns: readonly ExportColumn[]): Cell[] =>
  columns.map(({ label }) => ({ kind: 'text', text: label }))
