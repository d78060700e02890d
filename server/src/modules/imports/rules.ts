import { type ImportKind, whyNotImport } from '@trellis/contract/imports'
import type { PermissionToCall } from '@trellis/contract/permissions'
import type { Actor } from '../../platform/tenancy.ts'

/** The permission that the actor lacks for this import; null when allowed. */
export const whyNotImportAs = (kind: ImportKind, actor: Actor): PermissionToCall | null =>
  whyNotImport(kind, { ...actor, isRoot: actor.accountId === actor.rootAccountId })

/** Whether the actor sees the imports by the command: they bring what only super admins of the vendor import. */
export const maySeeRuns = ({ isSuperAdmin, accountId, rootAccountId }: Actor): boolean =>
  isSuperAdmin && accountId === rootAccountId
