import type { MovePreview } from '@trellis/contract/network'
import type { Read } from '../../platform/database/tx.ts'
import { found, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { reachedAccount } from '../accounts/index.ts'
import { countBranch, findAncestorChange, findMove, findStuckOrders, listServedBy } from './move-queries.ts'
import { whyNotMove, whyNotMoveThere } from './rules.ts'

/** What a move would change, and whether it may be made. RQ403 and RQ404 as for the move itself. */
export async function previewMove(
  tx: Read,
  actor: Actor,
  accountId: string,
  parentAccountId: string,
): Promise<MovePreview> {
  refuse(whyNotMove(actor))
  const account = await reachedAccount(tx, actor, accountId)
  const parent = await reachedAccount(tx, actor, parentAccountId)
  const [move, change, counts, priceLists] = await Promise.all([
    findMove(tx, account.accountId, parent.accountId),
    findAncestorChange(tx, account.accountId, parent.accountId),
    countBranch(tx, account.accountId),
    listServedBy(tx, account.accountId, parent.accountId),
  ])
  const misplacement = whyNotMoveThere(found(move))
  const { losing, gaining } = found(change)
  const losers = misplacement === null ? losing.map(({ id }) => id) : []
  const stuck = found(await findStuckOrders(tx, account.accountId, losers))
  const why = misplacement !== null ? 'AC422' : stuck.pendingOrders > 0 ? 'AC409' : null
  return { ...found(counts), priceLists, losing, gaining, blocked: { move: why }, misplacement, ...stuck }
}
