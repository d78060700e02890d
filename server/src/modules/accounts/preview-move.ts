import type { MovePreview } from '@trellis/contract/network'
import type { Reader } from '../../platform/database/tx.ts'
import { forbid, found } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import type { Dependents } from './dependents.ts'
import { countAccounts, findAncestorChange, findMove } from './move-queries.ts'
import { reachedAccount } from './reached-account.ts'
import { whyNotMove, whyNotMoveThere } from './rules.ts'

/** What a move would change, and whether it is allowed. Refuses RQ403 and RQ404 like the move itself. */
export async function previewMove(
  tx: Reader,
  actor: Actor,
  accountId: string,
  parentAccountId: string,
  { people, priceLists, orders, licenses }: Pick<Dependents, 'people' | 'priceLists' | 'orders' | 'licenses'>,
): Promise<MovePreview> {
  forbid(whyNotMove(actor), { reason: 'level' })
  const account = await reachedAccount(tx, actor, accountId)
  const parent = await reachedAccount(tx, actor, parentAccountId)
  const [move, change, counted, served] = await Promise.all([
    findMove(tx, account.accountId, parent.accountId),
    findAncestorChange(tx, account.accountId, parent.accountId),
    countBranch(tx, account.accountId, { people, orders, licenses }),
    priceLists.listServed(tx, account.accountId, parent.accountId),
  ])
  const misplacement = whyNotMoveThere(found(move))
  const { losing, gaining } = found(change)
  const losers = misplacement === null ? losing.map(({ id }) => id) : []
  const stuck = await orders.findPendingFrom(tx, account.accountId, losers)
  const why = misplacement !== null ? 'AC422' : stuck.pendingOrders > 0 ? 'AC409' : null
  return { ...counted, priceLists: served, losing, gaining, blocked: { move: why }, misplacement, ...stuck }
}

/** The numbers of records that move with the account. */
async function countBranch(
  tx: Reader,
  branchId: string,
  { people, orders, licenses }: Pick<Dependents, 'people' | 'orders' | 'licenses'>,
) {
  const [accounts, users, ofOrders, ofLicenses] = await Promise.all([
    countAccounts(tx, branchId),
    people.countUsers(tx, branchId),
    orders.countOrders(tx, branchId),
    licenses.countLicenses(tx, branchId),
  ])
  return { accounts, users, ...ofOrders, licenses: ofLicenses }
}
