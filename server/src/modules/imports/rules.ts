import { type ImportKind, whyNotImport } from '@trellis/contract/imports'
import type { PermissionToCall } from '@trellis/contract/permissions'
import type { Actor } from '../../platform/tenancy.ts'

/** The permission that the actor lacks for this import; null when allowed. */
export const whyNotImportAs = (kind: ImportKind, actor: Actor): PermissionToCall | null =>
  whyNotImport(kind, { ...actor, isRoot: actor.accountId === actor.rootAccountId })
