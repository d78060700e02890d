import type { KeyPurpose } from '@trellis/contract/api-keys'
import type { Permissions } from '@trellis/contract/permissions'
import type { Acting } from './database/tx.ts'

/** The authenticated caller. */
export interface Actor {
  tenantId: string
  userId: string
  /** The user whose password, factors and sessions these are; not the `userId` while they act for a second account (rules P63). */
  signInUserId: string
  sessionId: string
  fullName: string
  accountId: string
  /** The tenant's root account, the vendor. */
  rootAccountId: string
  /** Level of the account's group; a lower number is more senior. */
  level: number
  permissions: Permissions
  isSuperAdmin: boolean
  /** IANA name. */
  timeZone: string
  languageCode: string
  /** Who looks at the portal as this user, read only (rules P27); undefined for the user themselves. */
  viewedBy?: { userId: string }
  /** They need a second factor and have none: only what leads to one is open to them (rules P33). */
  lacksFactor?: boolean
  /** An operator of the installation (rules P67): never a key, a view, or who acts for a further account. */
  isOperator?: boolean
  /** The API key that calls, and its maker; undefined for people. Its id is the `userId` (decision 125). */
  key?: { madeBy: string; purpose: KeyPurpose }
}

/** As whom the database sees the actor, or nobody. */
export const actingAs = (actor: Pick<Actor, 'userId' | 'accountId'> | null): Acting =>
  actor ? { userId: actor.userId, accountId: actor.accountId } : { userId: null }

/** The tenant named by a request's headers or host name. */
export interface Tenant {
  tenantId: string
  code: string
  /** No call that names the tenant is answered (rules G22). */
  isSuspended?: boolean
}
