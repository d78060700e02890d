import { sql } from '../../platform/database/sql.ts'
import type { Dependents } from '../accounts/index.ts'
import { associate } from './associate.ts'
import { listServed } from './served-branch.ts'
import { listsToGive } from './to-give.ts'

/** The part of price lists in creating, deleting and moving an account. */
export const priceListsOfAccounts: Dependents['priceLists'] = {
  isRequired: async (tx, actor, parentId) => (await listsToGive(tx, actor, parentId)).required,

  associate,

  // Otherwise the deleted account would keep the list in use, and the list could never be deleted.
  dropAssociation: (tx, accountId) =>
    tx.row<{ priceListId: string; canPropagate: boolean }>(sql`
      delete from price_list_accounts where tenant_id = (select current_tenant()) and account_id = ${accountId}
      returning price_list_id as "priceListId", can_propagate as "canPropagate"`),

  listServed,
}
