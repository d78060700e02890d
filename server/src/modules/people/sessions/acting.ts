import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { actorOfServiceUser } from '../api-keys/accept-key.ts'
import { actorFrom } from './authenticate.ts'
import { mayAct, type SessionRow, sessionColumns, withActing } from './queries.ts'

/**
 * The actor for work that goes on without a session, for the account for which it was begun, with the present permissions of the
 * user or API key; null when the user may no longer sign in or act for that account, or the key is no longer accepted.
 */
export async function actorOfUser(
  tx: Reader,
  tenantId: string,
  { userId, accountId }: Pick<Actor, 'userId' | 'accountId'>,
): Promise<Actor | null> {
  const row = await tx.row<SessionRow>(sql`
    select ${sessionColumns}
    from users u
    ${withActing(sql`${accountId}::uuid`)}
    where u.tenant_id = (select current_tenant()) and u.user_id = ${userId}
      and ${mayAct}`)
  if (row !== undefined) return actorFrom(row, tenantId, '')
  const key = await actorOfServiceUser(tx, tenantId, userId)
  return key?.accountId === accountId ? key : null
}
