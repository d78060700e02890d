import { type ImportKind, importModules, isHistory } from '@trellis/contract/imports'
import { hasPermission, type PermissionToCall } from '@trellis/contract/permissions'
import type { Actor } from '../../platform/tenancy.ts'

/**
 * The permission that the actor lacks for this import; null when allowed. Only the vendor may import the catalogue.
 * Existing stock, orders and licenses may be imported only by the vendor's super admins, as by the operator.
 */
export function whyNotImport(kind: ImportKind, actor: Actor): PermissionToCall | null {
  const module = importModules[kind]
  const isVendor = actor.accountId === actor.rootAccountId
  const may = isHistory(kind)
    ? isVendor && actor.isSuperAdmin
    : hasPermission(actor.permissions, module, 'c') && (isVendor || kind !== 'products')
  return may ? null : `${module}:c`
}
