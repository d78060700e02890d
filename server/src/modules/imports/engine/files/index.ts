import type { ImportKind } from '@trellis/contract/import-columns'
import type { ImportFile } from '../file.ts'
import { accounts } from './accounts.ts'
import { licenses } from './licenses.ts'
import { orders } from './orders.ts'
import { priceListAccounts } from './price-list-accounts.ts'
import { priceLists } from './price-lists.ts'
import { products } from './products.ts'
import { stock } from './stock.ts'
import { users } from './users.ts'

/** The files of an import, in the order in which they build on one another. */
export const importFiles: Record<ImportKind, ImportFile> = {
  accounts,
  users,
  products,
  'price-lists': priceLists,
  'price-list-accounts': priceListAccounts,
  stock,
  orders,
  licenses,
}
