import type { User } from '@trellis/contract/identity'
import type { ImportKind } from '@trellis/contract/imports'
import { holds, type Module } from '@trellis/contract/permissions'

const asked: Record<ImportKind, Module> = {
  accounts: 'Accounts',
  users: 'Users',
  products: 'Products',
  'price-lists': 'PriceLists',
  'price-list-accounts': 'PriceLists',
}

/** Who is offered it; the server decides. */
export const mayImport = (kind: ImportKind, { permissions }: Pick<User, 'permissions'>): boolean =>
  holds(permissions, asked[kind], 'c')
