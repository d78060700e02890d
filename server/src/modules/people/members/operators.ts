import type { InstalledAdministrator } from '@trellis/contract/installation'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { record } from '../../audit/index.ts'
import { seedOf, type TenantDraft } from '../../tenants/index.ts'
import type { Sessions } from '../sessions/sessions.ts'

/* Operators of the installation (rules P67, decision 163). Their table is written by the operator's commands. */

export interface ListedOperator {
  email: string
  firstName: string
  lastName: string
  hasSecondFactor: boolean
}

/** The operators among the users of the transaction's tenant. */
export const listOperators = (read: Reader): Promise<ListedOperator[]> =>
  read.rows<ListedOperator>(sql`
    select u.email::text, u.first_name as "firstName", u.last_name as "lastName",
           has_second_factor(u.user_id) as "hasSecondFactor"
    from operators o join users u using (tenant_id, user_id)
    where o.tenant_id = (select current_tenant()) and is_operator(o.user_id) order by u.email`)

/** Names an active user who signs in themselves; false when they are one already. Only the owner may: call it in `db.administer`. */
export async function addOperator(tx: Tx, userId: string, sessions: Sessions): Promise<boolean> {
  if ((await tx.run(sql`insert into operators (user_id) values (${userId}) on conflict do nothing`)) === 0) return false
  await record(tx, 'operator.named', 'user', userId)
  await sessions.refreshAllOf(tx, userId)
  return true
}

/** False when they are none. Only the owner may: call it in `db.administer`. */
export async function removeOperator(tx: Tx, userId: string, sessions: Sessions): Promise<boolean> {
  const removed = await tx.run(sql`
    delete from operators where tenant_id = (select current_tenant()) and user_id = ${userId}`)
  if (removed === 0) return false
  await record(tx, 'operator.removed', 'user', userId)
  await sessions.refreshAllOf(tx, userId)
  return true
}

/** Inserts a tenant as the transaction's user, an operator, and stays in theirs. The database asks once more whether they are one. */
export async function openTenant(tx: Tx, draft: TenantDraft): Promise<void> {
  const row = await tx.row<{ isThere: boolean }>(sql`select open_tenant(${seedOf(draft)}) as "isThere"`)
  if (!row?.isThere) throw new Refusal('RQ422', null, `Unknown currency ${draft.currencyCode}`)
}

/** The super admins of the transaction's tenant, the first one first; of many, the first twenty. */
export const listAdministrators = (read: Reader): Promise<InstalledAdministrator[]> =>
  read.rows<InstalledAdministrator>(sql`
    select u.user_id as "userId", u.email::text, u.first_name as "firstName", u.last_name as "lastName", u.status
    from users u
    where u.tenant_id = (select current_tenant()) and u.deleted_at is null and exists (
      select from user_roles ur join offered.roles r using (tenant_id, role_id)
      where ur.tenant_id = u.tenant_id and ur.user_id = u.user_id and r.is_super_admin)
    order by u.created_at, u.user_id
    limit 20`)
