import {
  maximumUndoObstacles,
  type UndoneImport,
  type UndoObstacle,
  type UndoReason,
  undoReasons,
} from '@trellis/contract/import-preview'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { openUndo, stands, type Undoer, type UndoPart } from '../../../platform/import/undo.ts'
import { undoOfAccounts } from '../../accounts/index.ts'
import { eventsOfRequest } from '../../audit/index.ts'
import { productsUndo } from '../../catalogue/index.ts'
import { certificationsUndo } from '../../certifications/index.ts'
import { dealsUndo } from '../../deals/index.ts'
import { licensesUndo } from '../../licenses/index.ts'
import { undoOfOrders } from '../../orders/index.ts'
import { usersUndo } from '../../people/index.ts'
import { associationsUndo, priceListsUndo } from '../../price-lists/index.ts'
import { stockUndo } from '../../stock/index.ts'
import { reportOrderUses, reportUses } from './account-uses.ts'

/** In the order in which records are taken back: what refers to others first. */
const parts: readonly UndoPart[] = [
  dealsUndo,
  certificationsUndo,
  licensesUndo,
  undoOfOrders({ reportUses: reportOrderUses }),
  stockUndo,
  associationsUndo,
  priceListsUndo,
  productsUndo,
  usersUndo,
  undoOfAccounts(reportUses),
]
const known = parts.flatMap(({ actions }) => actions)

/**
 * Takes back what an import made and changed, in the caller's transaction. With something in the way nothing is taken back, unless what
 * can be is wished for.
 * @param request the id of the import, under which its changes were recorded
 */
export async function undoImport(
  tx: Tx,
  request: string,
  { by, whatCanBe }: { by: Undoer; whatCanBe: boolean },
): Promise<UndoneImport> {
  await tx.run(sql`savepoint undoing`)
  await openUndo(tx, request, sql`${eventsOfRequest(request)} and l.entity <> 'import'`)
  await stands(tx, 'isHistory', sql`from undo_rows u where u.action <> all(${known}::text[])`)
  let removed = 0
  let restored = 0
  for (const part of parts) {
    await part.check(tx, by)
    const undone = await part.undo(tx)
    removed += undone.removed
    restored += undone.restored
  }
  const { count = 0 } = (await tx.row<{ count: number }>(sql`select count(*)::int as count from undo_obstacles`)) ?? {}
  const obstacles = await listObstacles(tx)
  const isUndone = count === 0 || whatCanBe
  if (!isUndone) await tx.run(sql`rollback to savepoint undoing`)
  return {
    isUndone,
    ...(isUndone ? { removed, restored } : { removed: 0, restored: 0 }),
    obstacleCount: count,
    obstacles,
  }
}

async function listObstacles(tx: Tx): Promise<UndoObstacle[]> {
  const rows = await tx.rows<Omit<UndoObstacle, 'message'> & { reason: UndoReason }>(sql`
    select o.entity, o.entity_id as "entityId", concat_ws(' · ', o.entity_name, u.after ->> 'sku', u.after ->> 'validationCode') as "entityName", o.reason
    from undo_obstacles o left join undo_rows u on u.n = o.n order by o.n limit ${maximumUndoObstacles}`)
  return rows.map((row) => ({ ...row, entityName: row.entityName || null, message: undoReasons[row.reason] }))
}
