import { sql } from '../../platform/database/sql.ts'
import type { Dependents } from '../accounts/index.ts'
import { associate } from './associate.ts'
import { listServed } from './served-branch.ts'
import { listsToGive } from './to-give.ts'

/** What price lists do when an account is created, deleted or moved. */
export const priceListsOfAccounts: Dependents['priceLists'] = {
  isRequired: async (tx, actor, parentId) => (await listsToGive(tx, actor, parentId)).required,

  associate,

  // A deleted account would otherwise keep its list in use, and nobody could take the list from it.
  dropAssociation: (tx, accountId) =>
    tx.row<{ priceListId: string; canPropagate: boolean }>(sql`
      delete from price_list_accounts where tenant_id = (select current_tenant()) and account_id = ${accountId}
      returning price_list_id as "priceListId", can_propagate as "canPropagate"`),

  listServed,
}
