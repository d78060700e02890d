import type { Tx } from '../../platform/database/tx.ts'
import { forbid, found, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import type { Dependents } from './dependents.ts'
import { findAncestorChange, findMove, hangBelow } from './move-queries.ts'
import { reachedAccount } from './reached-account.ts'
import { rescopeLists } from './rescope.ts'
import { whyNotMove, whyNotMoveThere } from './rules.ts'
import { lockTree } from './tree.ts'

/**
 * Moves an account with its whole sub-tree below another parent. Lists, counters and sums of the accounts above are
 * updated in the same transaction. A lock allows one move at a time, so that of two moves that would together create a
 * cycle the second sees the first. Orders keep their vendor. Refuses RQ403 for everybody but the vendor's super admins,
 * RQ404, AC422 for a place that is not allowed, and AC409 while there are pending orders that only an account above the
 * old place could settle.
 */
export async function moveAccount(
  tx: Tx,
  actor: Actor,
  accountId: string,
  parentAccountId: string,
  { people, orders, sales }: Pick<Dependents, 'people' | 'orders' | 'sales'>,
): Promise<void> {
  forbid(whyNotMove(actor), { reason: 'level' })
  await lockTree(tx)
  const account = await reachedAccount(tx, actor, accountId)
  const parent = await reachedAccount(tx, actor, parentAccountId)
  const move = found(await findMove(tx, account.accountId, parent.accountId))
  const why = whyNotMoveThere(move)
  refuse(why === null ? null : 'AC422', { reason: why })
  if (move.isThere) return

  const ids = (of: { id: string }[]) => of.map(({ id }) => id)
  const change = found(await findAncestorChange(tx, account.accountId, parent.accountId))
  const lost = ids(change.losing)
  const gained = ids(change.gaining)
  const stuck = await orders.findPendingFrom(tx, account.accountId, lost)
  refuse(stuck.pendingOrders > 0 ? 'AC409' : null, stuck, 'Orders are pending that only an account above can settle')

  const moved = await hangBelow(tx, account.accountId, parent.accountId)
  const branch = { accountId: account.accountId, lost, gained }
  await rescopeLists(tx, branch)
  await sales.rescope(tx, branch)
  await people.whenMoved(tx)
  await record(tx, 'account.moved', 'account', account.accountId, {
    before: { parentId: account.parentId },
    after: { parentId: parent.accountId, accounts: moved },
  })
}
