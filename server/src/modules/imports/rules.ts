import type { ImportKind } from '@trellis/contract/imports'
import { holds, type PermissionToCall } from '@trellis/contract/permissions'
import type { Actor } from '../../platform/tenancy.ts'

const asked: Record<ImportKind, ['Accounts' | 'Users' | 'Products' | 'PriceLists', 'c']> = {
  accounts: ['Accounts', 'c'],
  users: ['Users', 'c'],
  products: ['Products', 'c'],
  'price-lists': ['PriceLists', 'c'],
  'price-list-accounts': ['PriceLists', 'c'],
}

/** The permission that somebody lacks for importing this; null when they may. The catalogue is the vendor's alone. */
export function whyNotImport(kind: ImportKind, actor: Actor): PermissionToCall | null {
  const [module, flag] = asked[kind]
  const isForeign = kind === 'products' && actor.accountId !== actor.rootAccountId
  return holds(actor.permissions, module, flag) && !isForeign ? null : `${module}:${flag}`
}
