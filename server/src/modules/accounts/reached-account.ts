import type { Read } from '../../platform/database/tx.ts'
import { found } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { type AccountFacts, findReachable } from './queries.ts'

/**
 * The account that a payload names, or the actor's own where it names none. RQ404 when it is out of reach, deleted or
 * does not exist, which all answer alike.
 */
export async function reachedAccount(tx: Read, actor: Actor, accountId?: string | null): Promise<AccountFacts> {
  return found(await findReachable(tx, accountId ?? actor.accountId))
}
