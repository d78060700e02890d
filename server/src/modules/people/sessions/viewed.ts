import { hasPermission, type Module, type Permissions } from '@trellis/contract/permissions'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { mayAct, type SessionRow, sessionColumns, withActing } from './queries.ts'

/** The user of an open view of this session (rules P27); undefined when the view or the user is no longer active. */
export const findViewed = (tx: Reader, sessionId: string, userId: string) =>
  tx.row<SessionRow>(sql`
    select ${sessionColumns}
    from user_views v
    join users u on u.tenant_id = v.tenant_id and u.user_id = v.user_id
    ${withActing(sql`u.account_id`)}
    where v.tenant_id = (select current_tenant()) and v.session_id = ${sessionId} and v.user_id = ${userId}
      and v.ended_at is null and v.ends_at > now()
      and ${mayAct} and a.parent_id is not null`)

/**
 * The user as the caller may see them now; null when the caller may no longer look. Modules that the caller may not read
 * are left out. The permissions to change are kept, so that the screens offer what they offer to the user; the dispatcher
 * refuses every write.
 */
export function asViewed(viewed: Actor, caller: Actor): Actor | null {
  const mayLook = caller.accountId === caller.rootAccountId && hasPermission(caller.permissions, 'Users', 'u')
  if (!mayLook || viewed.isSuperAdmin) return null
  const hidden = hiddenFrom(caller.permissions, viewed.permissions)
  return {
    ...viewed,
    permissions: viewed.permissions.filter(({ module }) => !hidden.includes(module)),
    isOperator: false,
    viewedBy: { userId: caller.userId },
    ...(caller.lacksFactor && { lacksFactor: true }),
  }
}

/** The modules that the viewed user may use and the caller may not read. */
export const hiddenFrom = (caller: Permissions, viewed: Permissions): Module[] =>
  viewed.map(({ module }) => module).filter((module) => !hasPermission(caller, module, 'r'))
