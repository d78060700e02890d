import type { Permission } from '@trellis/contract/permissions'
import type { RoleDraft, TenantGroup, TenantRole } from '@trellis/contract/settings'
import { json, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'

export interface RoleRow {
  roleId: number
  name: string
  isSuperAdmin: boolean
  permissions: Permission[]
  /** What the portal itself gives it for; null for other roles. */
  purpose: TenantRole['purpose']
  /** Users who hold it. */
  users: number
}

const roleRows = sql`
  select r.role_id as "roleId", r.name, r.is_super_admin as "isSuperAdmin", r.permissions, r.purpose,
         (select count(*)::int from offered.user_roles h
          join offered.users u on u.tenant_id = h.tenant_id and u.user_id = h.user_id and u.deleted_at is null
          where h.tenant_id = r.tenant_id and h.role_id = r.role_id) as users
  from roles r where r.tenant_id = (select current_tenant())`

/** The account groups, most senior first, with the number of accounts in each. Reads every account of the tenant once. */
export const listTenantGroups = (tx: Reader) =>
  tx.rows<TenantGroup>(sql`
    select g.group_id as "groupId", g.name, g.level, coalesce(a.accounts, 0) as accounts
    from account_groups g
    left join (
      select group_id, count(*)::int as accounts from offered.accounts
      where tenant_id = (select current_tenant()) and deleted_at is null group by group_id
    ) a using (group_id)
    where g.tenant_id = (select current_tenant()) order by g.level, g.group_id`)

export const listTenantRoles = (tx: Reader) => tx.rows<RoleRow>(sql`${roleRows} order by r.role_id`)

export const findTenantRole = (tx: Reader, roleId: number) =>
  tx.row<RoleRow>(sql`${roleRows} and r.role_id = ${roleId}`)

/** Whether another role has this name, without regard to case. */
export const isRoleNamed = async (tx: Reader, name: string, exceptId: number | null): Promise<boolean> =>
  (await tx.row(sql`
    select from roles
    where tenant_id = (select current_tenant()) and key_of(name) = key_of(${name})
      and role_id is distinct from ${exceptId}::int`)) !== undefined

/** Returns the id. The caller holds the lock of the settings. */
export async function insertRole(tx: Tx, { name, permissions }: RoleDraft): Promise<number> {
  const row = await tx.row<{ roleId: number }>(sql`
    insert into roles (role_id, name, permissions)
    select coalesce(max(role_id), 0) + 1, ${name}, ${json(permissions)} from roles
    where tenant_id = (select current_tenant())
    returning role_id as "roleId"`)
  if (row === undefined) throw new Error('An insert of a role returns its id')
  return row.roleId
}

export const updateRole = (tx: Tx, roleId: number, { name, permissions }: RoleDraft) =>
  tx.run(sql`
    update roles set name = ${name}, permissions = ${json(permissions)}
    where tenant_id = (select current_tenant()) and role_id = ${roleId}`)

export const deleteRole = (tx: Tx, roleId: number) =>
  tx.run(sql`delete from roles where tenant_id = (select current_tenant()) and role_id = ${roleId}`)
