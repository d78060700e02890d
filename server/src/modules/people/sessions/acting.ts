import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { actorFrom } from './authenticate.ts'
import type { SessionRow } from './queries.ts'

/**
 * The actor for work that goes on without a session, with the user's current permissions; null when the user may no
 * longer sign in.
 */
export async function actorOfUser(tx: Reader, tenantId: string, userId: string): Promise<Actor | null> {
  const row = await tx.row<SessionRow>(sql`
    select u.user_id, u.first_name, u.last_name, u.account_id, u.time_zone, u.language_code, g.level,
           (select r.account_id from offered.accounts r where r.tenant_id = u.tenant_id and r.parent_id is null) as root_account_id,
           (select coalesce(json_agg(json_build_object('is_super_admin', r.is_super_admin, 'permissions', r.permissions)), '[]')
            from user_roles ur join offered.roles r using (tenant_id, role_id)
            where ur.tenant_id = u.tenant_id and ur.user_id = u.user_id) as roles
    from users u
    join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id
    join offered.account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
    where u.tenant_id = (select current_tenant()) and u.user_id = ${userId}
      and u.status = 'user_active' and u.deleted_at is null and a.deleted_at is null`)
  return row === undefined ? null : actorFrom(row, tenantId, '')
}
