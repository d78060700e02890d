import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { found } from '../../../platform/refusal.ts'
import type { Dependents } from '../../accounts/index.ts'
import { recordAll } from '../../audit/index.ts'
import type { Mailer } from '../../mail/index.ts'
import { endKeysOf } from '../api-keys/save-key.ts'
import { inviteUser } from '../invitations/invite-user.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { type HasOnlyDomains, keepBreakGlass } from '../sign-in/break-glass.ts'
import { markDeleted } from './queries.ts'

/** The part of people in creating, deleting and moving an account. */
export const peopleOfAccounts = ({
  sessions,
  mailer,
  hasOnlyDomains,
}: {
  sessions: Sessions
  mailer: Mailer
  hasOnlyDomains: HasOnlyDomains
}): Dependents['people'] => ({
  async inviteAdministrator(
    tx,
    actor,
    account,
    { userName, firstName, lastName, timeZone, languageCode, mayHaveSignIn },
  ) {
    const { roleId } = found(
      await tx.row<{ roleId: number }>(sql`
        select role_id as "roleId" from offered.roles
        where tenant_id = (select current_tenant()) and purpose = 'administrator'`),
    )
    const person = { userName: userName ?? '', firstName: firstName ?? '', lastName: lastName ?? '' }
    const settings = { timeZone: timeZone || null, languageCode: languageCode ?? null }
    return inviteUser(tx, actor, account, { ...person, ...settings, roles: [roleId], mayHaveSignIn }, mailer)
  },

  hasSuperAdmin: async (tx, accountId) =>
    (await tx.row(sql`
      select u.user_id from users u
      join user_roles h on h.tenant_id = u.tenant_id and h.user_id = u.user_id
      join offered.roles r on r.tenant_id = h.tenant_id and r.role_id = h.role_id
      where u.tenant_id = (select current_tenant()) and u.account_id = ${accountId} and u.deleted_at is null
        and r.is_super_admin limit 1`)) !== undefined,

  async removeUsers(tx, accountId) {
    const users = await lockUsersOf(tx, accountId)
    const active = users.filter(({ status }) => status === 'user_active')
    const ids = (of: LeavingUser[]) => of.map(({ userId }) => userId)
    await keepBreakGlass(tx, hasOnlyDomains, async () => {
      await suspend(tx, ids(active))
      await markDeleted(tx, ids(users))
    })
    const changes = (of: LeavingUser[], after?: object) =>
      of.map(({ userId, email, status }) => ({ entityId: userId, before: { email, status }, after: after ?? null }))
    await recordAll(tx, 'user.suspended', 'user', changes(active, { status: 'user_suspended' }))
    await recordAll(tx, 'user.deleted', 'user', changes(users))
    for (const { userId } of users) await sessions.endAllOf(tx, userId, 'account deleted')
    await endKeysOf(tx, accountId, 'account deleted', sessions)
  },

  whenMoved: (tx) => sessions.refreshTenant(tx),

  async countUsers(tx, branchId) {
    const row = await tx.row<{ count: number }>(sql`
      select count(*)::int as count from accounts_at_or_below(${branchId}) t
      join users u on u.tenant_id = (select current_tenant()) and u.account_id = t.account_id and u.deleted_at is null`)
    return row?.count ?? 0
  },
})

interface LeavingUser {
  userId: string
  email: string
  status: string
}

const lockUsersOf = (tx: Tx, accountId: string) =>
  tx.rows<LeavingUser>(sql`
    select user_id as "userId", email::text, status from users
    where tenant_id = (select current_tenant()) and account_id = ${accountId} and deleted_at is null
    order by user_id for update`)

const suspend = (tx: Tx, userIds: string[]) =>
  tx.run(sql`
    update users set status = 'user_suspended'
    where tenant_id = (select current_tenant()) and user_id = any(${userIds}::uuid[])`)
