import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { record } from '../../audit/index.ts'
import { type Authenticator, sessionsChannel } from './authenticate.ts'
import { endSession, endSessionsOfUser, letSessionsEnd } from './queries.ts'

/** Ends sessions so that the next call of their bearer is refused: in this process at once, elsewhere by notification. */
export interface Sessions {
  /** Whose it was; undefined when it had ended already. */
  end(tx: Tx, sessionId: string, because: string): Promise<string | undefined>
  /** All of a user's, but the one to keep. */
  endAllOf(tx: Tx, userId: string, because: string, keep?: string): Promise<void>
  /** What is known of the user has changed: the sessions live on and are looked up afresh. */
  refreshAllOf(tx: Tx, userId: string): Promise<void>
  /** What the user may has changed: the same, and each goes on under another id from its next exchange of tokens on. */
  renewAllOf(tx: Tx, userId: string): Promise<void>
}

/** A process that answers nobody remembers nobody: it needs no authenticator, and tells those that do. */
export function openSessions(authenticator?: Pick<Authenticator, 'forget'>): Sessions {
  async function forget(tx: Tx, sessionOrUserId: string): Promise<void> {
    await tx.run(sql`select pg_notify(${sessionsChannel}, ${sessionOrUserId})`)
    tx.afterCommit(() => authenticator?.forget(sessionOrUserId))
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
      for (const { session_id } of ended) {
        await forget(tx, session_id)
        await record(tx, 'session.ended', 'session', session_id, { after: { because } })
      }
    },
    refreshAllOf: forget,
    async renewAllOf(tx, userId) {
      await letSessionsEnd(tx, userId, 'rights changed')
      await forget(tx, userId)
    },
  }
}
