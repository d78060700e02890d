import { sql } from '../../platform/database/sql.ts'
import type { Dependents } from '../accounts/index.ts'
import { rescopeLicenses } from './rescope.ts'

/** The part of licenses in moving an account. */
export const licensesOfAccounts: Dependents['licenses'] = {
  async countLicenses(tx, branchId) {
    const row = await tx.row<{ count: number }>(sql`
      select coalesce(sum(licenses), 0)::int as count from license_tallies
      where tenant_id = (select current_tenant()) and account_id = ${branchId} and not own`)
    return row?.count ?? 0
  },

  rescope: rescopeLicenses,
}
