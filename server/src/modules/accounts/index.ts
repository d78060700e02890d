import { sql } from '../../platform/database/sql.ts'
import type { Read } from '../../platform/database/tx.ts'
import { found } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { type AccountFacts, findReachable } from './queries.ts'

export { createAccount } from './create-account.ts'
export { checkVatId, knownCountry } from './edit-account.ts'
export { type AccountFacts, presentAccount } from './queries.ts'
export { accountsRoutes } from './routes.ts'

/**
 * The account that a payload names, or the actor's own where it names none. RQ404 when it is out of reach, deleted or
 * does not exist, which all answer alike.
 */
export async function reachedAccount(tx: Read, actor: Actor, accountId?: string | null): Promise<AccountFacts> {
  return found(await findReachable(tx, accountId ?? actor.accountId))
}

/** The account at the top of the tenant's tree. */
export const findRootAccount = (read: Read) =>
  read.row<{ code: string; name: string }>(sql`
    select code::text, name from accounts where tenant_id = (select current_tenant()) and parent_id is null`)
export { accountsImport } from './import-accounts.ts'
