import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'

export { createAccount } from './create-account.ts'
export type { Dependents, MovedBranch, PendingOrders } from './dependents.ts'
export { addAddress, checkVatId, knownCountry } from './edit-account.ts'
export { accountsImport } from './import-accounts.ts'
export { addressesImport } from './import-addresses.ts'
export { placeColumns } from './import-place.ts'
export { lockAccount, lockLivingAccount } from './lock-account.ts'
export {
  accountNamed,
  accountsByWord,
  codeInReach,
  inReach,
  isAccountByWord,
  isAccountNamed,
  isReached,
} from './named.ts'
export { networkRoutes } from './network-routes.ts'
export { type AccountFacts, addressJson, badgesOf } from './queries.ts'
export { reachedAccount, reachedId } from './reached-account.ts'
export { accountsRoutes } from './routes.ts'
export {
  areFewFound,
  hasFewAccounts,
  isInScope,
  isOfScope,
  isTallyOf,
  keysInScope,
  numberByMatches,
  recordsOf,
  type Scope,
  scopeOf,
  withMatches,
} from './scope.ts'
export { undoOfAccounts } from './undo-accounts.ts'

/** The root account of the tenant's tree. */
export const findRootAccount = (read: Reader) =>
  read.row<{ accountId: string; code: string; name: string }>(sql`
    select account_id as "accountId", code::text, name from accounts
    where tenant_id = (select current_tenant()) and parent_id is null`)
export { accountsByName, accountsFound } from './find.ts'
