import type { InTheWay } from '@trellis/contract/network'
import { sql } from '../../platform/database/sql.ts'
import type { Read, Tx } from '../../platform/database/tx.ts'
import { found, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import type { Dependents } from './dependents.ts'
import { reachedAccount } from './reached-account.ts'

/**
 * Marks an account deleted: it leaves every list and selector, its users cannot sign in any more, and what it did stays
 * on record under its name. Refuses RQ404 out of reach, RQ403 for the account of a super admin whom the actor could not
 * suspend, and AC409 for the own account and while children, pending orders or stock stand in the way, all of which
 * `info` names. As nobody deletes their own account, one super admin always stays.
 */
export async function closeAccount(
  tx: Tx,
  actor: Actor,
  accountId: string,
  { people, priceLists, orders, stock }: Pick<Dependents, 'people' | 'priceLists' | 'orders' | 'stock'>,
): Promise<void> {
  const account = await reachedAccount(tx, actor, accountId)
  found(await lockForDeletion(tx, account.accountId))
  if (!actor.isSuperAdmin && (await people.hasSuperAdmin(tx, account.accountId))) refuse('RQ403')
  const inTheWay: InTheWay = {
    ownAccount: account.accountId === actor.accountId,
    ...found(await findChildren(tx, account.accountId)),
    ...(await orders.findPending(tx, account.accountId)),
    ...(await stock.findOnHand(tx, account.accountId)),
  }
  refuse(inTheWay.ownAccount ? 'AC409' : null, inTheWay, 'Nobody deletes their own account')
  refuse(inTheWay.children + inTheWay.pendingOrders + inTheWay.stockProducts > 0 ? 'AC409' : null, inTheWay)

  await markDeleted(tx, account.accountId)
  const association = await priceLists.dropAssociation(tx, account.accountId)
  await record(tx, 'account.deleted', 'account', account.accountId, {
    before: { code: account.code, name: account.name, parentId: account.parentId, priceList: association ?? null },
  })
  await people.removeUsers(tx, account.accountId)
}

/** Whoever orders, opens a child or adds a user there locks the same row, so none of that happens concurrently. */
const lockForDeletion = (tx: Tx, accountId: string) =>
  tx.row(sql`
    select from accounts
    where tenant_id = (select current_tenant()) and account_id = ${accountId} and deleted_at is null for update`)

/** How many children are named. */
const named = 10

const findChildren = (tx: Read, accountId: string) =>
  tx.row<Pick<InTheWay, 'children' | 'childAccounts'>>(sql`
    with children as (
      select account_id as id, name from accounts
      where tenant_id = (select current_tenant()) and parent_id = ${accountId} and deleted_at is null
    )
    select (select count(*)::int from children) as children,
           (select coalesce(json_agg(c), '[]') from (select * from children order by name, id limit ${named}) c) as "childAccounts"`)

const markDeleted = (tx: Tx, accountId: string) =>
  tx.run(sql`
    update accounts set deleted_at = clock()
    where tenant_id = (select current_tenant()) and account_id = ${accountId} and deleted_at is null`)
