import type { Me, Role, User } from '@trellis/contract/identity'
import type { Permissions } from '@trellis/contract/permissions'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { modifiedAt } from '../../audit/index.ts'
import { signsInAs } from '../second-factors/without.ts'
import { unionOf } from '../sessions/permissions.ts'
import { ownAccountsJson } from './own-accounts.ts'

export interface RoleFacts extends Role {
  permissions: Permissions
}

/** SQL: the roles of the user `u` with their permissions. */
export const rolesJson = sql`(
  select coalesce(json_agg(json_build_object(
    'roleId', r.role_id, 'name', r.name, 'isSuperAdmin', r.is_super_admin, 'permissions', r.permissions) order by r.role_id), '[]')
  from user_roles ur join offered.roles r using (tenant_id, role_id)
  where ur.tenant_id = u.tenant_id and ur.user_id = u.user_id)`

/**
 * SQL columns of a user for the wire, from rows of `users` and its account; the fields computed from the roles are added
 * by `presented`.
 */
export const userColumns = sql`
  u.user_id as "userId", u.email::text, u.first_name as "firstName", u.last_name as "lastName",
  u.time_zone as "timeZone", u.language_code as "languageCode", iso(u.created_at) as "creationDate",
  iso(${modifiedAt(sql`u.user_id`, sql`u.created_at`)}) as "modifiedDate",
  (select c.first_name || ' ' || c.last_name from users c where c.tenant_id = u.tenant_id and c.user_id = u.created_by) as "createdBy",
  json_build_object('accountId', a.account_id, 'accountName', a.name, 'groupName', g.name, 'level', g.level,
                    'isRoot', a.parent_id is null) as account,
  u.status, u.is_notification_enabled as "isNotificationEnabled",
  u.sign_in_user_id is null as "hasOwnSignIn", ${rolesJson} as roles`

const withAccountOf = (account: Sql): Sql => sql`
  join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = ${account}
  join offered.account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id`

export const withAccount = withAccountOf(sql`u.account_id`)

export type UserRow = Omit<User, 'roles' | 'permissions' | 'isSuperAdmin'> & { roles: RoleFacts[] }

/** Permissions are the union over all roles; one role with super admin makes the user one (rules G5). */
export const presented = ({ roles, ...user }: UserRow): User => ({
  ...user,
  roles: roles.map(({ roleId, name, isSuperAdmin }) => ({ roleId, name, isSuperAdmin })),
  permissions: [...unionOf(roles.map((role) => role.permissions))],
  isSuperAdmin: roles.some((role) => role.isSuperAdmin),
})

export async function presentUser(tx: Reader, userId: string): Promise<User | undefined> {
  const row = await tx.row<UserRow>(sql`
    select ${userColumns} from users u ${withAccount}
    where u.tenant_id = (select current_tenant()) and u.user_id = ${userId} and u.deleted_at is null`)
  return row && presented(row)
}

/** The caller with the account in use, and what is asked of them (rules P33). */
export async function presentMe(
  tx: Reader,
  actor: Pick<Actor, 'userId' | 'signInUserId' | 'accountId' | 'sessionId'>,
): Promise<Omit<Me, 'isOperator'> | undefined> {
  const { userId, accountId, sessionId } = actor
  const row = await tx.row<UserRow & Pick<Me, 'secondFactor' | 'accounts'>>(sql`
    select ${userColumns}, ${ownAccountsJson(actor)} as accounts, json_build_object(
             'isEnabled', s.has, 'isRequired', r.told_from is not null,
             'dueDate', case when not s.has then iso(r.enforced_from) end,
             'isDue', coalesce(not s.has and r.enforced_from <= machine_clock(), false)) as "secondFactor"
    from users u ${withAccountOf(sql`${accountId}::uuid`)}
    cross join lateral (select has_second_factor(${signsInAs}) as has) s
    left join lateral second_factor_rule(u.user_id) r on r.told_from <= machine_clock() and not exists (
      select from sessions d where d.tenant_id = u.tenant_id and d.session_id = ${sessionId} and d.by_directory)
    where u.tenant_id = (select current_tenant()) and u.user_id = ${userId} and u.deleted_at is null`)
  if (row === undefined) return undefined
  const { secondFactor, accounts, ...user } = row
  return { ...presented(user), secondFactor, accounts }
}
