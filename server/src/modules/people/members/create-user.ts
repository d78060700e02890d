import type { UserStatus } from '@trellis/contract/identity'
import { violates } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lockLivingAccount } from '../../accounts/index.ts'
import { record } from '../../audit/index.ts'

export interface UserDraft {
  accountId: string
  email: string
  firstName: string
  lastName: string
  /** Role names of the tenant. */
  roles: string[]
  /** IANA name; `en-US` is not a time zone and is stored as UTC (rules P21). */
  timeZone?: string | null
  languageCode?: string | null
  status: UserStatus
  /** From `hashPassword`, for a user who can sign in at once; null for an invited one. */
  passwordHash: string | null
}

/**
 * Creates a user with roles. Refuses RQ404 for a deleted account, US409 for an e-mail address already used in this
 * tenant, RQ422 for an unknown role.
 */
export async function createUser(tx: Tx, draft: UserDraft): Promise<string> {
  const userId = newId()
  await lockLivingAccount(tx, draft.accountId)
  try {
    await tx.run(sql`
      insert into users (user_id, account_id, email, first_name, last_name, time_zone, language_code, status, password_hash)
      values (${userId}, ${draft.accountId}, ${draft.email}, ${draft.firstName}, ${draft.lastName},
              coalesce(known_time_zone(${knownTimeZone(draft.timeZone)}), 'UTC'), ${draft.languageCode ?? 'en'}, ${draft.status}, ${draft.passwordHash})`)
  } catch (error) {
    if (violates(error, 'users_by_email')) throw new Refusal('US409')
    throw error
  }
  const given = await tx.run(sql`
    insert into user_roles (user_id, role_id)
    select ${userId}::uuid, role_id from offered.roles where tenant_id = (select current_tenant()) and name = any(${draft.roles}::text[])`)
  if (given !== new Set(draft.roles).size)
    throw new Refusal('RQ422', null, `Unknown role among ${draft.roles.join(', ')}`)
  await record(tx, 'user.created', 'user', userId, {
    after: { email: draft.email, roles: draft.roles, status: draft.status },
  })
  return userId
}

/** The time zone if Node knows it, else UTC. Whether PostgreSQL knows it too is checked by `known_time_zone`. */
export function knownTimeZone(zone: string | null | undefined): string {
  if (!zone) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone === 'UTC' ? 'UTC' : zone
  } catch {
    return 'UTC'
  }
}
