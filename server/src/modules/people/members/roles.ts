import { type Flag, hasPermission, type Module, type Permissions } from '@trellis/contract/permissions'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'

/** The ids of the tenant's roles with this permission. A user has the union of all roles' permissions (rules G5). */
export async function listRolesGiving(tx: Reader, module: Module, flag: Flag): Promise<number[]> {
  const roles = await tx.rows<{ roleId: number; permissions: Permissions }>(sql`
    select role_id as "roleId", permissions from offered.roles where tenant_id = (select current_tenant())`)
  return roles.filter(({ permissions }) => hasPermission(permissions, module, flag)).map(({ roleId }) => roleId)
}
