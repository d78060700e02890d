import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'

/** Active super admins who can sign in by password and second factor, whatever happens to a directory (rules P43). */
const breakGlass = sql`
  u.status = 'user_active' and u.deleted_at is null and u.password_hash is not null
  and has_second_factor(u.user_id)
  and exists (select from user_roles h join offered.roles r using (tenant_id, role_id)
              where h.tenant_id = u.tenant_id and h.user_id = u.user_id and r.is_super_admin)`

/** Whether the user is one of them, with their address. */
export const isBreakGlass = (read: Reader, userId: string) =>
  read.row<{ email: string; isBreakGlass: boolean }>(sql`
    select u.email::text, (${breakGlass}) as "isBreakGlass" from users u
    where u.tenant_id = (select current_tenant()) and u.user_id = ${userId}`)

/** Whether there is anybody. */
export const hasBreakGlass = async (read: Reader): Promise<boolean> =>
  (await read.row(sql`
    select from users u
    join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id and a.deleted_at is null
    where u.tenant_id = (select current_tenant()) and ${breakGlass} limit 1`)) !== undefined
