import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { forbid, found, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { lockAccount, reachedAccount } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { insertAssociations } from './insert-associations.ts'
import { findSeen } from './queries.ts'
import { whyNotAssociate, whyNotHandOn } from './rules.ts'

interface AssociationDraft {
  priceListId: string
  canPropagate: boolean
}

/**
 * Assigns a price list to an account below the actor, replacing the one that it may have had.
 * Refuses RQ404 for an account out of reach and for a list that the actor does not see. Refuses RQ403 when the account is
 * not below the actor's level, and when the list only serves the actor's own account and does not propagate to it.
 */
export async function associate(tx: Tx, actor: Actor, accountId: string, draft: AssociationDraft): Promise<void> {
  const account = await accountBelow(tx, actor, accountId)
  const list = found(await findSeen(tx, draft.priceListId, actor))
  forbid(whyNotHandOn(list), { reason: 'side' })
  await lockAssociation(tx, account.accountId)
  await insertAssociations(
    tx,
    sql`select ${account.accountId}::uuid as account_id, ${list.priceListId}::uuid as price_list_id,
               ${draft.canPropagate}::boolean as can_propagate`,
  )
}

/** The same for an account that already has its own list; RQ404 when it has none. */
export async function changeAssociation(
  tx: Tx,
  actor: Actor,
  accountId: string,
  draft: AssociationDraft,
): Promise<void> {
  const account = await accountBelow(tx, actor, accountId)
  found(await lockAssociation(tx, account.accountId))
  await associate(tx, actor, account.accountId, draft)
}

/**
 * Removes the list from an account below the actor. RQ404 when the account has none of its own, or another than the one
 * named.
 */
export async function dissociate(tx: Tx, actor: Actor, accountId: string, priceListId: string | null): Promise<void> {
  const account = await accountBelow(tx, actor, accountId)
  const before = found(await lockAssociation(tx, account.accountId))
  if (priceListId !== null && before.priceListId !== priceListId.toLowerCase()) throw new Refusal('RQ404')
  await tx.run(sql`
    delete from price_list_accounts where tenant_id = (select current_tenant()) and account_id = ${account.accountId}`)
  await record(tx, 'price_list.dissociated', 'account', account.accountId, { before })
}

/** The same, but does nothing when the account has no list of its own. */
export async function dissociateIfAny(tx: Tx, actor: Actor, accountId: string): Promise<void> {
  const account = await accountBelow(tx, actor, accountId)
  if (await lockAssociation(tx, account.accountId)) await dissociate(tx, actor, accountId, null)
}

/** Locks the account row (KEY SHARE) so that it cannot be deleted concurrently; its list could never be deleted then. */
async function accountBelow(tx: Tx, actor: Actor, accountId: string) {
  await lockAccount(tx, accountId)
  const account = await reachedAccount(tx, actor, accountId)
  forbid(whyNotAssociate(account, actor), { reason: 'level' })
  return account
}

const lockAssociation = (tx: Tx, accountId: string) =>
  tx.row<AssociationDraft>(sql`
    select price_list_id as "priceListId", can_propagate as "canPropagate" from price_list_accounts
    where tenant_id = (select current_tenant()) and account_id = ${accountId} for update`)
