import { sql } from '../../platform/database/sql.ts'
import type { Dependents } from '../accounts/index.ts'

/** The part of licenses in moving an account. */
export const licensesOfAccounts: Dependents['licenses'] = {
  async countLicenses(tx, branchId) {
    const row = await tx.row<{ count: number }>(sql`
      select coalesce(sum(licenses), 0)::int as count from offered.license_tallies
      where tenant_id = (select current_tenant()) and account_id = ${branchId} and not own`)
    return row?.count ?? 0
  },
}
