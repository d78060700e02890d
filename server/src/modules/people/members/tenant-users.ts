import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'

export interface ListedUser {
  email: string
  firstName: string
  lastName: string
  status: string
  accountCode: string
  roles: string[]
}

/** All users of the tenant, or of the account with this code, for the operator. */
export const listUsersOfTenant = (read: Reader, accountCode?: string): Promise<ListedUser[]> =>
  read.rows<ListedUser>(sql`
    select u.email::text, u.first_name as "firstName", u.last_name as "lastName", u.status, a.code::text as "accountCode",
           array(select r.name from user_roles ur join offered.roles r using (tenant_id, role_id)
                 where ur.tenant_id = u.tenant_id and ur.user_id = u.user_id order by r.role_id) as roles
    from users u join offered.accounts a using (tenant_id, account_id)
    where u.tenant_id = (select current_tenant()) and u.deleted_at is null
      and (${accountCode ?? null}::text is null or key_of(a.code) = key_of(${accountCode ?? null}))
    order by a.code, u.email`)
