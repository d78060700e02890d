import { identity } from '@trellis/contract/identity'
import { routes } from '../../platform/http/routes.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import type { Post } from '../mail/index.ts'
import { clearCookies, deliver, presentedToken } from './cookies.ts'
import { findRefreshToken, presentUser } from './queries.ts'
import { refresh } from './refresh.ts'
import type { Sessions } from './sessions.ts'
import { type SignInMeans, signIn } from './sign-in.ts'
import { graceSeconds, refreshHash } from './tokens.ts'

export interface IdentityMeans extends SignInMeans {
  sessions: Sessions
  post: Post
  https: boolean
}

export function identityRoutes(means: IdentityMeans) {
  const { db, tokens, sessions, https } = means
  return routes('identity', identity, {
    async signIn({ tx, read, tenant, request, reply, body }) {
      return deliver(await signIn({ ...means, tx, read, tenant, request, body }), request, reply, https)
    },

    async refresh({ tx, tenant, request, reply, body }) {
      const token = presentedToken(request, body)
      if (token === null) throw new Refusal('A407')
      const outcome = await refresh(tx, tenant, token, tokens)
      if ('pair' in outcome) return deliver(outcome.pair, request, reply, https)
      // In a transaction of its own: the refusal rolls this one back, and the family has to end all the same.
      const context = { tenantId: tenant.tenantId, userId: null, reach: null, clock: null, requestId: request.id }
      await db.write(context, (own) => sessions.end(own, outcome.reusedSessionId, 'reuse'))
      throw new Refusal('A407')
    },

    async signOut({ tx, tenant, request, reply }) {
      const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
      const claims = bearer === undefined ? null : await tokens.read(bearer)
      const token = presentedToken(request, undefined)
      const held = token === null ? undefined : await findRefreshToken(tx, refreshHash(token), graceSeconds)
      const sessionId = (claims?.tenantId === tenant.tenantId ? claims.sessionId : undefined) ?? held?.session_id
      if (sessionId !== undefined) await sessions.end(tx, sessionId, 'signed out')
      clearCookies(request, reply)
    },

    async me({ tx, actor }) {
      const user = found(await presentUser(tx, actor.userId))
      return { ...user, permissions: [...actor.permissions], isSuperAdmin: actor.isSuperAdmin }
    },
  })
}
