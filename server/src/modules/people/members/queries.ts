import type { UserStatus } from '@trellis/contract/identity'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { isReached } from '../../accounts/index.ts'
import { recordAll } from '../../audit/index.ts'
import type { RoleFacts } from './present-user.ts'

export interface LockedUser {
  userId: string
  email: string
  firstName: string
  lastName: string
  timeZone: string
  languageCode: string
  isNotificationEnabled: boolean
  status: UserStatus
  accountName: string
  /** False: signs in as the user of another account (rules P63). */
  hasOwnSignIn: boolean
  /** False for who was asked to act for this account and has not agreed yet. */
  hasAgreed: boolean
  /** True when the account is in the actor's own sub-tree. */
  isReached: boolean
  accountId: string
  /** True when the account is the tenant's root account. */
  isOfRoot: boolean
  roles: RoleFacts[]
}

/** A user of the tenant who is not deleted, in reach or not, locked until the end of the transaction. */
export const lockUser = (tx: Tx, userId: string) =>
  tx.row<LockedUser>(sql`
    select u.user_id as "userId", u.email::text, u.first_name as "firstName", u.last_name as "lastName",
           u.time_zone as "timeZone", u.language_code as "languageCode", u.is_notification_enabled as "isNotificationEnabled",
           u.status, a.name as "accountName", u.sign_in_user_id is null as "hasOwnSignIn", u.has_agreed as "hasAgreed",
           ${isReached(sql`u.account_id`)} as "isReached",
           u.account_id as "accountId", a.parent_id is null as "isOfRoot",
           (select coalesce(json_agg(json_build_object(
              'roleId', r.role_id, 'name', r.name, 'isSuperAdmin', r.is_super_admin, 'permissions', r.permissions)), '[]')
            from user_roles ur join offered.roles r using (tenant_id, role_id)
            where ur.tenant_id = u.tenant_id and ur.user_id = u.user_id) as roles
    from users u
    join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id and a.deleted_at is null
    where u.tenant_id = (select current_tenant()) and u.user_id = ${userId} and u.deleted_at is null
    for no key update of u`)

export const findRoles = (tx: Reader, roleIds: number[]) =>
  tx.rows<RoleFacts>(sql`
    select role_id as "roleId", name, is_super_admin as "isSuperAdmin", permissions from offered.roles
    where tenant_id = (select current_tenant()) and role_id = any(${roleIds}::int[])
    order by role_id`)

export interface Profile {
  firstName: string
  lastName: string
  timeZone: string
  languageCode: string
  isNotificationEnabled: boolean
}

export const updateProfile = (tx: Tx, userId: string, profile: Profile) =>
  tx.run(sql`
    update users set first_name = ${profile.firstName}, last_name = ${profile.lastName}, time_zone = ${profile.timeZone},
                     language_code = ${profile.languageCode}, is_notification_enabled = ${profile.isNotificationEnabled}
    where tenant_id = (select current_tenant()) and user_id = ${userId}`)

export const isSuperAdmin = async (tx: Reader, userId: string): Promise<boolean> =>
  (await tx.row(sql`
    select from user_roles ur join offered.roles r using (tenant_id, role_id)
    where ur.tenant_id = (select current_tenant()) and ur.user_id = ${userId} and r.is_super_admin limit 1`)) !==
  undefined

export const setStatus = (tx: Tx, userId: string, status: UserStatus) =>
  tx.run(sql`
    update users set status = ${status} where tenant_id = (select current_tenant()) and user_id = ${userId}`)

export async function setRoles(tx: Tx, userId: string, roleIds: number[]): Promise<void> {
  await tx.run(sql`
    delete from user_roles
    where tenant_id = (select current_tenant()) and user_id = ${userId} and role_id <> all(${roleIds}::int[])`)
  await tx.run(sql`
    insert into user_roles (user_id, role_id) select ${userId}::uuid, r from unnest(${roleIds}::int[]) r
    on conflict do nothing`)
}

/**
 * Marks users as deleted, keeping their rows because the history refers to them, and deletes everything that could be
 * used to sign in. Whoever acted for other accounts by their sign-in ends there too, which is recorded (rules P66).
 */
export async function markDeleted(tx: Tx, userIds: string[]): Promise<void> {
  const others = await tx.rows<{ entityId: string; before: { email: string; status: string } }>(sql`
    update users set deleted_at = clock()
    where tenant_id = (select current_tenant()) and sign_in_user_id = any(${userIds}::uuid[])
      and deleted_at is null and user_id <> all(${userIds}::uuid[])
    returning user_id as "entityId", jsonb_build_object('email', email, 'status', status) as before`)
  await recordAll(tx, 'user.deleted', 'user', others)
  const all = [...userIds, ...others.map(({ entityId }) => entityId)]
  const theirs = sql`tenant_id = (select current_tenant()) and user_id = any(${all}::uuid[])`
  await tx.run(sql`update users set deleted_at = coalesce(deleted_at, clock()), password_hash = null where ${theirs}`)
  await tx.run(sql`delete from one_time_tokens where ${theirs}`)
  await tx.run(sql`delete from second_factors where ${theirs}`)
  await tx.run(sql`delete from passkeys where ${theirs}`)
  await tx.run(sql`delete from backup_codes where ${theirs}`)
  await tx.run(sql`delete from list_views where ${theirs}`)
  await tx.run(sql`delete from list_columns where ${theirs}`)
  await tx.run(sql`delete from first_steps where ${theirs}`)
}

/** Locks against concurrent removals of super admins, then counts those that would remain. */
export async function countOtherSuperAdmins(tx: Tx, userId: string): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('super-admins:' || current_tenant()::text, 0))`)
  const row = await tx.row<{ count: number }>(sql`
    select count(distinct u.user_id) as count
    from offered.roles r
    join user_roles ur on ur.tenant_id = r.tenant_id and ur.role_id = r.role_id
    join users u on u.tenant_id = ur.tenant_id and u.user_id = ur.user_id
    join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id and a.deleted_at is null
    where r.tenant_id = (select current_tenant()) and r.is_super_admin
      and u.user_id <> ${userId} and u.status = 'user_active' and u.deleted_at is null`)
  return row?.count ?? 0
}
