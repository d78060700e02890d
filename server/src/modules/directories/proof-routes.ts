import { proofs as contract } from '@trellis/contract/proofs'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { isHeldToDirectory, type Proofs } from '../people/index.ts'
import { redirectUriFor } from './addresses.ts'
import { attemptOf, beginAttempt, rememberAttempt } from './attempts.ts'
import { bareIssuer } from './claims.ts'
import { findConnection, isOnlyByDirectory } from './connections.ts'
import { clockTolerance, IssuerFailure, notNow } from './issuers.ts'
import { openReturned, type ReturnedMeans } from './returned.ts'
import type { DirectoriesMeans } from './routes.ts'
import { clientOf, connectionOfUser, refusal } from './sign-in.ts'
import { addressOfUser } from './users.ts'

export interface ProofRouteMeans extends DirectoriesMeans, ReturnedMeans {
  proofs: Proofs
}

/** Showing anew who one is, also by signing in at the directory again (rules P71). */
export function proofRoutes(means: ProofRouteMeans) {
  const { secrets, issuers, config, https, proofs } = means
  const { claimsOf } = openReturned(means)

  return routes('proofs', contract, {
    async ways({ tx, actor, tenant, request }) {
      const { signInUserId: userId } = actor
      const email = await addressOfUser(tx, userId)
      const connection = await connectionOfUser(tx, userId)
      return {
        ...(await proofs.ways(tx, actor, tenant, request)),
        connection: connection ? { connectionId: connection.connectionId, name: connection.name } : null,
        onlyByDirectory: await isHeldToDirectory(tx, { userId, email }, isOnlyByDirectory),
      }
    },

    async beginDirectory({ tx, read, actor, request, reply }) {
      const person = found(await connectionOfUser(read, actor.signInUserId))
      const { connectionId, subject } = person
      const connection = found(await findConnection(read, connectionId))
      const redirectUri = await redirectUriFor(read, request.hostname, config)
      const browser = rememberAttempt(request, reply, https)
      const begun = { kind: 'proof' as const, connectionId, browser, redirectUri, userId: actor.signInUserId, subject }
      const state = await beginAttempt(tx, begun)
      const wish = { hint: await addressOfUser(read, actor.signInUserId), anew: true }
      try {
        return { url: await issuers.begin(clientOf(secrets, connection), attemptOf(read, state, redirectUri), wish) }
      } catch (error) {
        if (!(error instanceof IssuerFailure)) throw error
        throw notNow({ reason: error.reason })
      }
    },

    async endDirectory(call) {
      const { read, actor } = call
      const { connection, claims, userId, subject, begunAt } = await claimsOf('proof', call)
      // Begun by somebody else in the same browser.
      if (userId !== actor.signInUserId) throw refusal('expired')
      if (claims.sub !== subject || bareIssuer(claims.iss) !== bareIssuer(connection.issuer))
        throw refusal('other_person')
      // A directory that did not ask, because somebody is signed in there, has proved nothing.
      const { auth_time: asked } = claims
      if (typeof asked !== 'number' || asked < begunAt - clockTolerance) throw refusal('not_fresh')
      return { directory: await proofs.issue(read, actor) }
    },
  })
}
