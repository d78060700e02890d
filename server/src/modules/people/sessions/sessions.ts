import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { record } from '../../audit/index.ts'
import { type Authenticator, sessionsChannel } from './authenticate.ts'
import {
  endEverySession,
  endSession,
  endSessionsOfUser,
  furtherUsers,
  letSessionsEnd,
  letSessionsOfHoldersEnd,
} from './queries.ts'

/** Ends sessions so that their next call is refused: in this process at once, in others by notification. */
export interface Sessions {
  /** The user of the session; undefined when it had already ended. */
  end(tx: Tx, sessionId: string, because: string): Promise<string | undefined>
  /** Ends all sessions of a user, except the one to keep. */
  endAllOf(tx: Tx, userId: string, because: string, keep?: string): Promise<void>
  /** Ends every session of the tenant; returns how many. The caller records why. */
  endEvery(tx: Tx, because: string): Promise<number>
  /** After a change of the user's, or API key's, data: what stays active is read again at the next request. */
  refreshAllOf(tx: Tx, userId: string): Promise<void>
  /** The same for one session. */
  refresh(tx: Tx, sessionId: string): Promise<void>
  /** The same for every session and API key of the tenant. */
  refreshTenant(tx: Tx): Promise<void>
  /** After a change of the user's permissions: the same, and each session gets a new id at its next refresh. */
  renewAllOf(tx: Tx, userId: string): Promise<void>
  /** After a change of a role's flags: the same for all who hold it. */
  renewAllHolding(tx: Tx, roleId: number): Promise<void>
}

const tenantOf = async (tx: Tx): Promise<string> =>
  (await tx.row<{ id: string }>(sql`select current_tenant() as id`))?.id ?? ''

/** Without an authenticator for processes that answer no requests and so have no cache: they only notify the others. */
export function openSessions(authenticator?: Pick<Authenticator, 'forget'>): Sessions {
  async function forget(tx: Tx, whose: string): Promise<void> {
    await tx.run(sql`select pg_notify(${sessionsChannel}, ${whose})`)
    tx.afterCommit(() => authenticator?.forget(whose))
  }
  return {
    async end(tx, sessionId, because) {
      const ended = await endSession(tx, sessionId, because)
      if (!ended) return undefined
      await forget(tx, ended.user_id)
      await record(tx, 'session.ended', 'session', sessionId, { after: { because } })
      return ended.user_id
    },
    async endAllOf(tx, userId, because, keep) {
      const ended = await endSessionsOfUser(tx, userId, because, keep ?? null)
      // Views of the user end too, also while the user has no session.
      await forget(tx, userId)
      // And keys that they made for another account.
      for (const { furtherId } of await furtherUsers(tx, userId)) await forget(tx, furtherId)
      for (const { session_id } of ended) {
        await forget(tx, session_id)
        await record(tx, 'session.ended', 'session', session_id, { after: { because } })
      }
    },
    async endEvery(tx, because) {
      const ended = await endEverySession(tx, because)
      await forget(tx, await tenantOf(tx))
      return ended
    },
    refreshAllOf: forget,
    refresh: forget,
    refreshTenant: async (tx) => forget(tx, await tenantOf(tx)),
    async renewAllOf(tx, userId) {
      await letSessionsEnd(tx, userId, 'rights changed')
      await forget(tx, userId)
    },
    async renewAllHolding(tx, roleId) {
      await letSessionsOfHoldersEnd(tx, roleId, 'rights changed')
      await forget(tx, await tenantOf(tx))
    },
  }
}
