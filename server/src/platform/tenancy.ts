import type { Permissions } from '@trellis/contract/permissions'

/** Who calls, once the bearer token has been believed. */
export interface Actor {
  tenantId: string
  userId: string
  sessionId: string
  fullName: string
  accountId: string
  /** The tenant's root account, the vendor. */
  rootAccountId: string
  /** Level of the own account's group; a lower number is more senior. */
  level: number
  permissions: Permissions
  isSuperAdmin: boolean
  /** IANA name. */
  timeZone: string
  languageCode: string
}

/** The tenant that a request's headers or host name. */
export interface Tenant {
  tenantId: string
  code: string
}
