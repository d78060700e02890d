import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'

/** The address of a user; empty for one who is gone, with which nobody signs in. */
export async function addressOfUser(read: Reader, userId: string): Promise<string> {
  const row = await read.row<{ email: string }>(sql`
    select u.email::text from offered.users u
    where u.tenant_id = (select current_tenant()) and u.user_id = ${userId} and u.deleted_at is null`)
  return row?.email ?? ''
}

export const nameOfUser = (read: Reader, userId: string) =>
  read.row<{ name: string; accountId: string }>(sql`
    select u.first_name || ' ' || u.last_name as name, u.account_id as "accountId" from offered.users u
    where u.tenant_id = (select current_tenant()) and u.user_id = ${userId}`)

export async function nameOfAccount(read: Reader, accountId: string): Promise<string | null> {
  const row = await read.row<{ name: string }>(sql`
    select a.name from offered.accounts a
    where a.tenant_id = (select current_tenant()) and a.account_id = ${accountId}`)
  return row?.name ?? null
}

export async function namesOfRoles(read: Reader, roleIds: readonly number[]): Promise<string[]> {
  const rows = await read.rows<{ name: string }>(sql`
    select r.name from offered.roles r
    where r.tenant_id = (select current_tenant()) and r.role_id = any(${roleIds}::int[]) order by r.name`)
  return rows.map(({ name }) => name)
}
