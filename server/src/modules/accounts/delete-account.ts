import type { AccountRemoval, InTheWay } from '@trellis/contract/network'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { found, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import { dropExternalIds } from '../tenants/index.ts'
import type { Dependents } from './dependents.ts'
import { reachedAccount } from './reached-account.ts'

type Removing = Pick<Dependents, 'people' | 'orders' | 'stock'>

/** Whether the actor can delete an account now, and everything that prevents it. Refuses RQ404 out of reach. */
export async function previewRemoval(
  tx: Reader,
  actor: Actor,
  accountId: string,
  dependents: Removing,
): Promise<AccountRemoval> {
  const account = await reachedAccount(tx, actor, accountId)
  const [mayRemove, inTheWay] = await Promise.all([
    mayRemoveUsers(tx, actor, account.accountId, dependents),
    findInTheWay(tx, actor, account.accountId, dependents),
  ])
  return { ...inTheWay, blocked: { remove: mayRemove ? whyNotDelete(inTheWay) : 'RQ403' } }
}

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
  dependents: Removing & Pick<Dependents, 'priceLists'>,
): Promise<void> {
  const { people, priceLists } = dependents
  const account = await reachedAccount(tx, actor, accountId)
  found(await lockForDeletion(tx, account.accountId))
  if (!(await mayRemoveUsers(tx, actor, account.accountId, dependents))) refuse('RQ403', { reason: 'level' })
  const inTheWay = await findInTheWay(tx, actor, account.accountId, dependents)
  refuse(whyNotDelete(inTheWay), inTheWay, inTheWay.ownAccount ? 'Nobody deletes their own account' : undefined)

  await markDeleted(tx, account.accountId)
  await dropExternalIds(tx, account.accountId)
  const association = await priceLists.dropAssociation(tx, account.accountId)
  await record(tx, 'account.deleted', 'account', account.accountId, {
    before: { code: account.code, name: account.name, parentId: account.parentId, priceList: association ?? null },
  })
  await people.removeUsers(tx, account.accountId)
}

const whyNotDelete = ({ ownAccount, children, pendingOrders, stockProducts }: InTheWay) =>
  ownAccount || children + pendingOrders + stockProducts > 0 ? 'AC409' : null

const mayRemoveUsers = async (tx: Reader, actor: Actor, accountId: string, { people }: Pick<Removing, 'people'>) =>
  actor.isSuperAdmin || !(await people.hasSuperAdmin(tx, accountId))

const findInTheWay = async (tx: Reader, actor: Actor, accountId: string, { orders, stock }: Removing) => ({
  ownAccount: accountId === actor.accountId,
  ...found(await findChildren(tx, accountId)),
  ...(await orders.findPending(tx, accountId)),
  ...(await stock.findOnHand(tx, accountId)),
})

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
