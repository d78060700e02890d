import type { UndoneImport } from '@trellis/contract/import-preview'
import type { Database } from '../../platform/database/database.ts'
import { openSession } from '../../platform/database/session.ts'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { record } from '../audit/index.ts'
import { ImportError } from './engine/folder.ts'
import { waitForTurn } from './engine/turn.ts'
import { undoImport } from './engine/undo.ts'
import { lockImportOrRun, markRunUndone, markUndone } from './queries.ts'

/** Takes back a run of the command, or an import of the browser, for the operator. */
export async function undoRun(
  db: Database,
  tenantId: string,
  id: string,
  { whatCanBe, onWait }: { whatCanBe: boolean; onWait: (running: string) => void },
): Promise<UndoneImport> {
  const root = await db
    .read({ tenantId, userId: null, reach: null, clock: null, requestId: null })
    .row<{ id: string }>(sql`
      select account_id as id from offered.accounts where tenant_id = ${tenantId} and parent_id is null`)
  const session = await openSession(db, tenantId, {
    mode: 'commit',
    as: { reach: root?.id ?? null, requestId: newId() },
  })
  try {
    await waitForTurn(session, onWait)
    return await session.transaction(async (tx) => {
      const found = await lockImportOrRun(tx, id)
      if (!found) throw new ImportError('The tenant has no such import.')
      if (!found.isUndoable)
        throw new ImportError('The import cannot be undone, or not any more: an import can be undone for a day.')
      const undone = await undoImport(tx, id, { by: null, whatCanBe })
      if (!undone.isUndone) return undone
      await (found.isRun ? markRunUndone(tx, id) : markUndone(tx, id))
      const { removed, restored } = undone
      await record(tx, 'import.undone', 'import', id, { after: { removed, restored } })
      return undone
    })
  } finally {
    await session.close()
  }
}
