import type { ImportKind } from '@trellis/contract/import-columns'
import type { Session } from '../../../platform/database/session.ts'
import type { ImportFile } from '../../../platform/import/file.ts'
import { accountsImport } from '../../accounts/index.ts'
import { productsImport } from '../../catalogue/index.ts'
import { licensesImport } from '../../licenses/index.ts'
import { ordersImport } from '../../orders/index.ts'
import { type Invite, inviteImported, usersImport } from '../../people/index.ts'
import { priceListAccountsImport, priceListsImport } from '../../price-lists/index.ts'
import { stockImport } from '../../stock/index.ts'

/** A file as its column offers it, and what may be done once it is imported. */
export interface EngineFile extends ImportFile {
  /** Invites whoever of the file waits for it, in transactions of their own; returns how many. */
  invite?(session: Session, invite: Invite): Promise<number>
}

/** The files of an import, in the order in which they build on one another. */
export const importFiles: Record<ImportKind, EngineFile> = {
  accounts: accountsImport,
  users: { ...usersImport, invite: inviteImported },
  products: productsImport,
  'price-lists': priceListsImport,
  'price-list-accounts': priceListAccountsImport,
  stock: stockImport,
  orders: ordersImport,
  licenses: licensesImport,
}
