import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { found } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { type AccountFacts, findReachable } from './queries.ts'

/**
 * The account that a payload names, by default the actor's own. Refuses RQ404, with the same answer, when it is out of
 * reach, deleted or does not exist.
 */
export async function reachedAccount(tx: Reader, actor: Actor, accountId?: string | null): Promise<AccountFacts> {
  return found(await findReachable(tx, accountId ?? actor.accountId))
}

/** The id of that account. The actor's own account is always in reach, so no query is needed for it. */
export const reachedId = async (tx: Reader, actor: Actor, accountId?: string | null): Promise<string> =>
  accountId && accountId.toLowerCase() !== actor.accountId
    ? (await reachedAccount(tx, actor, accountId)).accountId
    : actor.accountId

/** An account that a list is of, with the condition that it is in reach. */
export interface Reached {
  accountId: string
  isReached: Sql
}

/** The same for a statement that answers no row unless `isReached`: asking takes no round trip of its own then. */
export const reachedIn = (actor: Actor, accountId?: string | null): Reached => {
  const id = accountId?.toLowerCase() ?? actor.accountId
  if (id === actor.accountId) return { accountId: id, isReached: sql`true` }
  const isReached = sql`exists (
    select from offered.accounts a
    where a.tenant_id = (select current_tenant()) and a.account_id = ${id} and a.deleted_at is null
      and a.account_id in (select account_id from reachable_accounts()))`
  return { accountId: id, isReached }
}
