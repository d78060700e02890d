import { type Flag, hasPermission, type Module, type Permissions } from '@trellis/contract/permissions'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'

/** The ids of the tenant's roles with this permission. A user has the union of all roles' permissions (rules G5). */
export async function listRolesGiving(tx: Reader, module: Module, flag: Flag): Promise<number[]> {
  const roles = await tx.rows<{ roleId: number; permissions: Permissions }>(sql`
    select role_id as "roleId", permissions from offered.roles where tenant_id = (select current_tenant())`)
  return roles.filter(({ permissions }) => hasPermission(permissions, module, flag)).map(({ roleId }) => roleId)
}

/** Takes a role from users who were deleted, so that it can be deleted too. */
export const forgetRoleOfDeleted = (tx: Tx, roleId: number) =>
  tx.run(sql`
    delete from user_roles h using users u
    where h.tenant_id = (select current_tenant()) and h.role_id = ${roleId}
      and u.tenant_id = h.tenant_id and u.user_id = h.user_id and u.deleted_at is not null`)
