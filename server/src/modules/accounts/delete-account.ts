import type { InTheWay } from '@trellis/contract/network'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { found, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import type { Dependents } from './dependents.ts'
import { reachedAccount } from './reached-account.ts'

/**
 * Marks an account as deleted: it disappears from all lists and selectors, its users can no longer sign in, and its
 * records are kept under its name. Refuses RQ404 out of reach, RQ403 when the account has a super admin whom the actor
 * could not suspend, and AC409 for the actor's own account and while it has children, pending orders or stock, which
 * `info` lists. Because nobody can delete their own account, at least one super admin always remains.
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

/**
 * Locks the account row. Whoever creates an order, a child account or a user there locks the same row, so none of that
 * happens concurrently.
 */
const lockForDeletion = (tx: Tx, accountId: string) =>
  tx.row(sql`
    select from accounts
    where tenant_id = (select current_tenant()) and account_id = ${accountId} and deleted_at is null for update`)

/** The maximum number of children listed by name. */
const named = 10

const findChildren = (tx: Reader, accountId: string) =>
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
