import type { ImportKind } from '@trellis/contract/import-columns'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { importFiles } from './files.ts'

/** A row of an import file by column name, with the `id` of the record that it belongs to. */
export type PresentedRow = Record<string, string | null> & { id: string }

/**
 * The rows of an import file, generated from the portal's data.
 * @param ids limits the rows to these records; null for all records in reach
 */
export const presentRows = (kind: ImportKind, ids: readonly string[] | null): Sql =>
  importFiles[kind].present((id) => (ids === null ? sql`true` : sql`${id} = any(${[...ids]}::uuid[])`))
