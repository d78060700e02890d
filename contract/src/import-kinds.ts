import {
  hasPermission,
  type Module,
  mayDefineCertificates,
  type Permissions,
  type PermissionToCall,
} from './permissions.ts'

/** What can be imported, in the order of dependencies. */
export const importKinds = [
  'settings',
  'roles',
  'accounts',
  'addresses',
  'users',
  'features',
  'product-types',
  'products',
  'price-lists',
  'price-list-accounts',
  'price-plans',
  'stock',
  'thresholds',
  'orders',
  'licenses',
  'seats',
  'environments',
  'certificates',
  'certifications',
  'deals',
] as const
export type ImportKind = (typeof importKinds)[number]

/** Kinds whose imports can be undone. The others are settings, or history, to which nothing comes back that was taken out. */
export const undoableKinds: readonly ImportKind[] = [
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
]

/**
 * True for records from before the portal was used, and for what super admins of the vendor administer; only they may import
 * them.
 */
const isOfSuperAdmins = (kind: ImportKind): boolean =>
  ['settings', 'roles', 'stock', 'orders', 'licenses', 'seats', 'certifications', 'deals'].includes(kind)

/** What the whole tenant shares: for the vendor only. */
const isOfVendor = (kind: ImportKind): boolean =>
  ['features', 'product-types', 'products', 'certificates'].includes(kind)

/** The module in which an import of a kind needs the create permission. */
export const importModules: Record<ImportKind, Module> = {
  settings: 'Accounts',
  roles: 'Users',
  accounts: 'Accounts',
  addresses: 'Accounts',
  users: 'Users',
  features: 'ProductTypes',
  'product-types': 'ProductTypes',
  products: 'Products',
  'price-lists': 'PriceLists',
  'price-list-accounts': 'PriceLists',
  'price-plans': 'PriceLists',
  stock: 'Stocks',
  thresholds: 'Stocks',
  orders: 'Orders',
  licenses: 'Licenses',
  seats: 'Licenses',
  environments: 'Environments',
  certificates: 'Certifications',
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
 * Existing stock, orders, licenses, seats, certifications and deals may be imported only by the vendor's super admins, as by the operator.
 */
export function whyNotImport(
  kind: ImportKind,
  { permissions, isSuperAdmin, isRoot }: ImportingUser,
): PermissionToCall | null {
  const module = importModules[kind]
  // They change what is there: an account, a stock, a price list.
  const flag = ['addresses', 'thresholds', 'price-plans'].includes(kind) ? 'u' : 'c'
  const may = isOfSuperAdmins(kind)
    ? isRoot && isSuperAdmin
    : hasPermission(permissions, module, flag) &&
      (isRoot || !isOfVendor(kind)) &&
      (kind !== 'certificates' || mayDefineCertificates(permissions))
  return may ? null : `${module}:${flag}`
}
