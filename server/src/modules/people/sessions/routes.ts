import { sessions as contract } from '@trellis/contract/identity'
import { routes } from '../../../platform/http/routes.ts'
import { found } from '../../../platform/refusal.ts'
import { clearCookies } from '../sign-in/cookies.ts'
import { findOwnSession, listSessions } from './queries.ts'
import type { Sessions } from './sessions.ts'

export const sessionsRoutes = (sessions: Sessions) =>
  routes('sessions', contract, {
    async list({ tx, actor }) {
      return found(await listSessions(tx, actor.signInUserId, actor.sessionId))
    },

    async end({ tx, actor, params, request, reply }) {
      found(await findOwnSession(tx, actor.signInUserId, params.id))
      await sessions.end(tx, params.id, 'ended by the user')
      if (params.id === actor.sessionId) clearCookies(request, reply)
    },
  })
