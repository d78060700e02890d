import type { ImportWarning } from '@trellis/contract/import-preview'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { warningOf } from '../../../platform/import/warn.ts'
import type { EngineFile } from './files.ts'

/** So many changed records are never many. */
const fewChanges = 20

/** What is rarely meant of what the staged rows of a file would do. */
export async function warningsOf(tx: Tx, file: EngineFile, table: string, changed: number): Promise<ImportWarning[]> {
  const told = (await file.warn?.(tx)) ?? []
  return [...told, ...(await manyChanges(tx, file, table, changed))]
}

/** More than a third of the records that exist would change. */
async function manyChanges(tx: Tx, file: EngineFile, table: string, changed: number): Promise<ImportWarning[]> {
  if (changed <= fewChanges) return []
  const found = await tx.row<{ existing: number; lines: number[] }>(sql`
    select (select count(*)::int from (${file.present(() => sql`true`)}) e) as existing,
           array(select s.at_line from ${sql.ref(table)} s where s.state = 'changed' order by s.at_line limit 5) as lines`)
  const { existing = 0, lines = [] } = found ?? {}
  if (changed * 3 <= existing) return []
  return [warningOf('manyChanges', null, { details: [String(changed), String(existing)], rowCount: changed, lines })]
}
