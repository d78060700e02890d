import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { found, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { reachedAccount } from '../accounts/index.ts'
import { record, recordAll } from '../audit/index.ts'
import type { Sessions } from '../people/index.ts'
import { dropAssociation, findInTheWay, lockAccount, markDeleted } from './queries.ts'

/**
 * Marks an account deleted: it leaves every list and selector, its users cannot sign in any more, and what it did stays
 * on record under its name. Refuses RQ404 out of reach, and AC409 for the own account and while children, pending orders
 * or stock stand in the way, all of which `info` names.
 */
export async function closeAccount(tx: Tx, actor: Actor, accountId: string, sessions: Sessions): Promise<void> {
  const account = await reachedAccount(tx, actor, accountId)
  found(await lockAccount(tx, account.accountId))
  if (!actor.isSuperAdmin && (await hasSuperAdmin(tx, account.accountId))) refuse('RQ403')
  const inTheWay = found(await findInTheWay(tx, account.accountId))
  const ownAccount = account.accountId === actor.accountId
  refuse(ownAccount ? 'AC409' : null, { ownAccount, ...inTheWay }, 'Nobody deletes their own account')
  const { children, pendingOrders, stockProducts } = inTheWay
  refuse(children + pendingOrders + stockProducts > 0 ? 'AC409' : null, { ownAccount, ...inTheWay })

  await markDeleted(tx, account.accountId)
  const association = await dropAssociation(tx, account.accountId)
  await record(tx, 'account.deleted', 'account', account.accountId, {
    before: { code: account.code, name: account.name, parentId: account.parentId, priceList: association ?? null },
  })
  await sendUsersAway(tx, account.accountId, sessions)
}

/** Nobody sends away whom they could not suspend; and as nobody deletes their own account, one super admin always stays. */
const hasSuperAdmin = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await tx.row(sql`
    select u.user_id from users u
    join user_roles h on h.tenant_id = u.tenant_id and h.user_id = u.user_id
    join roles r on r.tenant_id = h.tenant_id and r.role_id = h.role_id
    where u.tenant_id = (select current_tenant()) and u.account_id = ${accountId} and u.deleted_at is null
      and r.is_super_admin limit 1`)) !== undefined

interface Leaving {
  userId: string
  email: string
  status: string
}

/**
 * Who could sign in is suspended. All are gone with the account, invitations too: nobody reaches them any more, and whoever
 * changes to another partner is invited there at the same address.
 */
async function sendUsersAway(tx: Tx, accountId: string, sessions: Sessions): Promise<void> {
  const users = await tx.rows<Leaving>(sql`
    select user_id as "userId", email::text, status from users
    where tenant_id = (select current_tenant()) and account_id = ${accountId} and deleted_at is null
    order by user_id for update`)
  const active = users.filter((user) => user.status === 'user_active')
  await tx.run(sql`
    update users set deleted_at = clock(), password_hash = null,
      status = case when status = 'user_active' then 'user_suspended' else status end
    where tenant_id = (select current_tenant()) and user_id = any(${users.map((user) => user.userId)}::uuid[])`)
  await tx.run(sql`
    update one_time_tokens set used_at = clock()
    where tenant_id = (select current_tenant()) and user_id = any(${users.map((user) => user.userId)}::uuid[]) and used_at is null`)
  const changes = (of: Leaving[], after?: object) =>
    of.map(({ userId, email, status }) => ({ entityId: userId, before: { email, status }, after: after ?? null }))
  await recordAll(tx, 'user.suspended', 'user', changes(active, { status: 'user_suspended' }))
  await recordAll(tx, 'user.deleted', 'user', changes(users))
  for (const { userId } of users) await sessions.endAllOf(tx, userId, 'account deleted')
}
