import type { Code } from '@trellis/contract/codes'
import { hasPermission } from '@trellis/contract/permissions'
import type { Actor } from '../../platform/tenancy.ts'

/** The code that refuses changing an environment in the actor's own sub-tree, or null. */
export const whyNotUpdate = (actor: Actor): Code | null =>
  hasPermission(actor.permissions, 'Environments', 'u') ? null : 'RQ403'

/** The code that refuses deleting an environment, or null: one with exported licenses cannot be deleted (rules K14). */
export function whyNotDelete(hasLicenses: boolean, actor: Actor): Code | null {
  if (!hasPermission(actor.permissions, 'Environments', 'd')) return 'RQ403'
  return hasLicenses ? 'RQ409' : null
}
