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
