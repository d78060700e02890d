import type { User } from '@trellis/contract/identity'
import { type ImportKind, isHistory } from '@trellis/contract/import-kinds'
import { hasPermission, type Module } from '@trellis/contract/permissions'

const asked: Record<ImportKind, Module> = {
  accounts: 'Accounts',
  users: 'Users',
  products: 'Products',
  'price-lists': 'PriceLists',
  'price-list-accounts': 'PriceLists',
  stock: 'Stocks',
  orders: 'Orders',
  licenses: 'Licenses',
}

/** Whether to offer the import to this user; the server checks again. */
export const mayImport = (
  kind: ImportKind,
  { permissions, isSuperAdmin }: Pick<User, 'permissions' | 'isSuperAdmin'>,
) => (isHistory(kind) ? isSuperAdmin : hasPermission(permissions, asked[kind], 'c'))
