import type { UserStatus } from '@trellis/contract/identity'
import { violates } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lockLivingAccount } from '../../accounts/index.ts'
import { insertUsers } from './insert-users.ts'

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
  /** As whom the person signs in who acts for this account too (rules P63). */
  signInUserId?: string | null
}

/**
 * Creates a user with roles. Refuses RQ404 for a deleted account, US409 for an e-mail address already used in this
 * tenant, RQ422 for an unknown role.
 */
export async function createUser(tx: Tx, draft: UserDraft): Promise<string> {
  const userId = newId()
  await lockLivingAccount(tx, draft.accountId)
  const roleIds = sql`array(
    select role_id from offered.roles where tenant_id = (select current_tenant()) and name = any(${draft.roles}::text[]))`
  const row = sql`
    select ${userId}::uuid as user_id, ${draft.accountId}::uuid as account_id, ${draft.email}::citext as email,
           ${draft.firstName}::text as first_name, ${draft.lastName}::text as last_name,
           known_time_zone(${knownTimeZone(draft.timeZone)}) as time_zone, ${draft.languageCode ?? null}::text as language_code,
           ${draft.status}::text as status, ${draft.passwordHash}::text as password_hash, ${draft.signInUserId ?? null}::uuid as sign_in_user_id, ${roleIds} as role_ids,
           ${draft.roles}::text[] as role_names`
  const given = await insertUsers(tx, row).catch((error: unknown) => {
    throw violates(error, 'users_by_email') ? new Refusal('US409') : error
  })
  if (given !== new Set(draft.roles).size)
    throw new Refusal('RQ422', null, `Unknown role among ${draft.roles.join(', ')}`)
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
