import type { ImportKind } from '@trellis/contract/import-columns'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { importFiles } from './files.ts'

/** A row of an import file: by the names of its columns, and the `id` of the thing that it belongs to. */
export type PresentedRow = Record<string, string | null> & { id: string }

/**
 * The rows of an import file, made of what the portal holds.
 * @param ids restricts them to some things; null for all that are in reach
 */
export const presentRows = (kind: ImportKind, ids: readonly string[] | null): Sql =>
  importFiles[kind].present((id) => (ids === null ? sql`true` : sql`${id} = any(${[...ids]}::uuid[])`))
