import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lockSettings } from '../../tenants/index.ts'

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

/** Whether there is anybody, or anybody else than one. */
export const hasBreakGlass = async (read: Reader, besides: string | null = null): Promise<boolean> =>
  (await read.row(sql`
    select from users u
    join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id and a.deleted_at is null
    where u.tenant_id = (select current_tenant()) and ${breakGlass} and u.user_id is distinct from ${besides}::uuid limit 1`)) !==
  undefined

/** Whether there are people who sign in by a directory and by nothing else. */
export type HasOnlyDomains = (read: Reader) => Promise<boolean>

/**
 * Makes a change after which somebody must still be able to sign in without the directory, if there are people who sign in by nothing
 * else. Refuses with `code` otherwise; of concurrent changes the last one is refused (rules P70). Where nobody was left before, as after a
 * command of the operator, nothing more is refused.
 */
export async function keepBreakGlass<T>(
  tx: Tx,
  hasOnlyDomains: HasOnlyDomains,
  change: () => Promise<T>,
  code: 'RQ409' | 'US409' = 'RQ409',
): Promise<T> {
  const had = (await hasOnlyDomains(tx)) && (await hasBreakGlass(tx))
  const result = await change()
  if (!had) return result
  await lockSettings(tx)
  if (await hasBreakGlass(tx)) return result
  throw new Refusal(code, { reason: 'break_glass' }, 'Nobody else could sign in while the directory does not answer')
}
