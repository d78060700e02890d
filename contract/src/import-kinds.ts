import type { Module } from './permissions.ts'

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
] as const
export type ImportKind = (typeof importKinds)[number]

/** True for records from before the portal was used; only the vendor's super admins may import them. */
export const isHistory = (kind: ImportKind): boolean => kind === 'stock' || kind === 'orders' || kind === 'licenses'

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
}
