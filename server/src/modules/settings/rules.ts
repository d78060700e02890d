import type { Code } from '@trellis/contract/codes'
import type { TenantRole } from '@trellis/contract/settings'
import { forbid } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import type { RoleRow } from '../tenants/index.ts'

/** Only super admins of the root account administer the tenant (rules G14). */
export const whyNotAdminister = (actor: Pick<Actor, 'isSuperAdmin' | 'accountId' | 'rootAccountId'>): Code | null =>
  actor.isSuperAdmin && actor.accountId === actor.rootAccountId ? null : 'RQ403'

export function mustAdminister(actor: Actor): void {
  forbid(whyNotAdminister(actor), { reason: actor.accountId === actor.rootAccountId ? 'level' : 'side' })
}

/** The role of super admins is fixed: without it nobody could administer anything (rules G17). */
export const whyNotUpdateRole = ({ isSuperAdmin }: Pick<RoleRow, 'isSuperAdmin'>): Code | null =>
  isSuperAdmin ? 'RQ403' : null

/** The portal itself gives the roles with a purpose, and a role that somebody holds is in use (rules G17). */
export function whyNotRemoveRole({ purpose, users }: Pick<RoleRow, 'purpose' | 'users'>): Code | null {
  if (purpose !== null) return 'RQ403'
  return users > 0 ? 'RQ409' : null
}

export const presentRole = (role: RoleRow): TenantRole => ({
  ...role,
  blocked: { update: whyNotUpdateRole(role), remove: whyNotRemoveRole(role) },
})
