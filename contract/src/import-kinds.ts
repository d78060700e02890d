import { hasPermission, type Module, type Permissions, type PermissionToCall } from './permissions.ts'

/** What can be imported, in the order of dependencies. */
export const importKinds = [
  'accounts',
  'users',
  'products',
  'price-lists',
  'price-list-accounts',
  'stock',
  'orders',
  'licenses',
  'certifications',
  'deals',
] as const
export type ImportKind = (typeof importKinds)[number]

/** Kinds whose imports can be undone. The others are history, to which nothing comes back that was taken out. */
export const undoableKinds: readonly ImportKind[] = [
  'accounts',
  'users',
  'products',
  'price-lists',
  'price-list-accounts',
  'stock',
]

/** True for records from before the portal was used; only the vendor's super admins may import them. */
const isHistory = (kind: ImportKind): boolean =>
  ['stock', 'orders', 'licenses', 'certifications', 'deals'].includes(kind)

/** The module in which an import of a kind needs the create permission. */
export const importModules: Record<ImportKind, Module> = {
  accounts: 'Accounts',
  users: 'Users',
  products: 'Products',
  'price-lists': 'PriceLists',
  'price-list-accounts': 'PriceLists',
  stock: 'Stocks',
  orders: 'Orders',
  licenses: 'Licenses',
  certifications: 'Certifications',
  deals: 'Deals',
}

/** What decides on an import: the facts of the user and whether the user's account is the tenant's root, the vendor. */
export interface ImportingUser {
  permissions: Permissions
  isSuperAdmin: boolean
  isRoot: boolean
}

/**
 * The permission that a user lacks for this import; null when allowed. Only the vendor may import the catalogue.
 * Existing stock, orders, licenses, certifications and deals may be imported only by the vendor's super admins, as by the operator.
 */
export function whyNotImport(
  kind: ImportKind,
  { permissions, isSuperAdmin, isRoot }: ImportingUser,
): PermissionToCall | null {
  const module = importModules[kind]
  const may = isHistory(kind)
    ? isRoot && isSuperAdmin
    : hasPermission(permissions, module, 'c') && (isRoot || kind !== 'products')
  return may ? null : `${module}:c`
}
