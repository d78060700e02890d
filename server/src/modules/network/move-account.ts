import type { Tx } from '../../platform/database/tx.ts'
import { found, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { reachedAccount } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { rescopeSales } from '../dashboard/index.ts'
import { rescopeLicenses } from '../licenses/index.ts'
import { rescopeOrders } from '../orders/index.ts'
import { findAncestorChange, findMove, findStuckOrders, hangBelow } from './move-queries.ts'
import { claimTree } from './queries.ts'
import { whyNotMove, whyNotMoveThere } from './rules.ts'

/**
 * Hangs an account with everything below it under another parent; lists, counters and sums of everybody above follow in
 * the same transaction. One move at a time: two that only together would close a circle meet at the lock, and the second
 * sees the first. Orders keep their vendor. Refuses RQ403 for everybody but the vendor's super admins, RQ404, AC422 for a
 * place that is not allowed, and AC409 while orders are pending that only the old vendor above could settle.
 */
export async function moveAccount(tx: Tx, actor: Actor, accountId: string, parentAccountId: string): Promise<void> {
  refuse(whyNotMove(actor))
  await claimTree(tx)
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
  const stuck = found(await findStuckOrders(tx, account.accountId, lost))
  refuse(stuck.pendingOrders > 0 ? 'AC409' : null, stuck, 'Orders are pending that only an account above can settle')

  const moved = await hangBelow(tx, account.accountId, parent.accountId)
  const branch = { accountId: account.accountId, lost, gained }
  await rescopeOrders(tx, branch)
  await rescopeLicenses(tx, branch)
  await rescopeSales(tx, branch)
  await record(tx, 'account.moved', 'account', account.accountId, {
    before: { parentId: account.parentId },
    after: { parentId: parent.accountId, accounts: moved },
  })
}
