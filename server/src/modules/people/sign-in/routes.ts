import { identity } from '@trellis/contract/identity'
import type { Tx } from '../../../platform/database/tx.ts'
import { routes } from '../../../platform/http/routes.ts'
import { found, Refusal } from '../../../platform/refusal.ts'
import type { Mailer } from '../../mail/index.ts'
import { presentMe } from '../members/present-user.ts'
import { findOwner } from '../second-factors/queries.ts'
import { recipientOf } from '../second-factors/second-factors.ts'
import { findRefreshToken, findSession } from '../sessions/queries.ts'
import { refresh } from '../sessions/refresh.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { graceSeconds, refreshHash } from '../sessions/tokens.ts'
import { actAs } from './act-as.ts'
import { browserHash, browserToken, clearCookies, deliver, presentedToken } from './cookies.ts'
import { handOver } from './hand-over.ts'
import { type SignInMeans, signIn } from './sign-in.ts'

export interface IdentityMeans extends SignInMeans {
  sessions: Sessions
  mailer: Mailer
  https: boolean
}

const notTold = { isEnabled: false, isRequired: false, dueDate: null, isDue: false }

export function identityRoutes(means: IdentityMeans) {
  const { db, tokens, sessions, mailer, https, clock } = means

  /**
   * Ends the session of a reused token and notifies the user once. It is unknown which of the two users of the token was
   * the thief, so both must sign in again (threats A6).
   */
  async function endReused(own: Tx, sessionId: string): Promise<void> {
    const userId = await sessions.end(own, sessionId, 'reuse')
    const owner = userId === undefined ? undefined : await findOwner(own, userId)
    if (owner)
      await mailer(own, recipientOf(owner), { kind: 'session_reused', values: { path: '/auth/forgot-password' } })
  }

  return routes('identity', identity, {
    async signIn({ tx, read, tenant, request, reply, body }) {
      const browser = browserToken(request)
      const pair = await signIn({ ...means, tx, read, tenant, request, body, browser })
      return handOver({ tx, request, reply }, { browser, pair, sessions, https })
    },

    // Runs in a separate transaction, because the session of a reused token must end although the call is refused. The
    // call opens no other transaction: calls that each hold a connection and wait for a second one could block each other
    // forever.
    async refresh({ tenant, request, reply, body }) {
      const token = presentedToken(request, body)
      if (token === null) throw new Refusal('A407')
      const context = {
        tenantId: tenant.tenantId,
        userId: null,
        reach: null,
        clock: clock?.() ?? null,
        requestId: request.id,
      }
      const pair = await db.write(context, async (own) => {
        const outcome = await refresh(own, tenant, { token, browser: browserHash(request) }, tokens)
        if ('pair' in outcome) return outcome.pair
        await endReused(own, outcome.reusedSessionId)
        return null
      })
      if (pair === null) throw new Refusal('A407')
      return deliver(pair, request, reply, https)
    },

    async signOut({ tx, tenant, request, reply }) {
      const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
      const claims = bearer === undefined ? null : await tokens.read(bearer)
      const living = claims?.tenantId === tenant.tenantId ? await findSession(tx, claims) : undefined
      const token = presentedToken(request, undefined)
      const held = token === null ? undefined : await findRefreshToken(tx, refreshHash(token), graceSeconds)
      const [sessionId, userId] =
        claims && living ? [claims.sessionId, living.user_id] : [held?.session_id, held?.user_id]
      if (sessionId !== undefined && userId !== undefined) {
        await actAs(tx, userId)
        await sessions.end(tx, sessionId, 'signed out')
      }
      clearCookies(request, reply)
    },

    async me({ tx, actor }) {
      const user = found(await presentMe(tx, actor))
      // Not all permissions of a user who is only looked at are shown, and nothing of how they sign in (rules P27).
      const me = { ...user, isOperator: actor.isOperator === true }
      return actor.viewedBy ? { ...me, permissions: [...actor.permissions], secondFactor: notTold } : me
    },
  })
}
