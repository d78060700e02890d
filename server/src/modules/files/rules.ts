import type { Code } from '@trellis/contract/codes'
import { hasPermission } from '@trellis/contract/permissions'
import type { Actor } from '../../platform/tenancy.ts'

/** The code that refuses changing a file in the actor's own sub-tree, or null. */
export const whyNotUpdate = (actor: Actor): Code | null =>
  hasPermission(actor.permissions, 'Files', 'u') ? null : 'RQ403'

/** The code that refuses deleting a file, or null: attachments of orders cannot be deleted (rules B9). */
export function whyNotDelete(isInUse: boolean, actor: Actor): Code | null {
  if (!hasPermission(actor.permissions, 'Files', 'd')) return 'RQ403'
  return isInUse ? 'RQ409' : null
}
