import type { ImportKind } from '@trellis/contract/import-columns'
import type { Session } from '../../../platform/database/session.ts'
import type { ImportFile } from '../../../platform/import/file.ts'
import { accountsImport, addressesImport } from '../../accounts/index.ts'
import { featuresImport, productsImport, productTypesImport } from '../../catalogue/index.ts'
import { certificatesImport, certificationsImport } from '../../certifications/index.ts'
import { dealsImport } from '../../deals/index.ts'
import { environmentsImport } from '../../environments/index.ts'
import { licensesImport, seatsImport } from '../../licenses/index.ts'
import { ordersImport } from '../../orders/index.ts'
import { type Invite, inviteImported, usersImport } from '../../people/index.ts'
import { priceListAccountsImport, priceListsImport, pricePlansImport } from '../../price-lists/index.ts'
import { rolesImport, settingsImport } from '../../settings/index.ts'
import { stockImport, thresholdsImport } from '../../stock/index.ts'

/** A column's import file, and what to do after it has been imported. */
export interface EngineFile extends ImportFile {
  /** Invites the file's users who have no valid invitation, in separate transactions. Returns how many. */
  invite?(session: Session, invite: Invite): Promise<number>
}

/** All import files, in the order in which they depend on each other. */
export const importFiles: Record<ImportKind, EngineFile> = {
  settings: settingsImport,
  roles: rolesImport,
  accounts: accountsImport,
  addresses: addressesImport,
  users: { ...usersImport, invite: inviteImported },
  features: featuresImport,
  'product-types': productTypesImport,
  products: productsImport,
  'price-lists': priceListsImport,
  'price-list-accounts': priceListAccountsImport,
  'price-plans': pricePlansImport,
  stock: stockImport,
  thresholds: thresholdsImport,
  orders: ordersImport,
  licenses: licensesImport,
  seats: seatsImport,
  environments: environmentsImport,
  certificates: certificatesImport,
  certifications: certificationsImport,
  deals: dealsImport,
}
