import { directorySignIn } from '@trellis/contract/directories'
import type { FastifyRequest } from 'fastify'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { clientOf as machineOf } from '../../platform/http/client.ts'
import type { Gate } from '../../platform/http/dispatch.ts'
import { routes } from '../../platform/http/routes.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import { findTenantByHost } from '../tenants/index.ts'
import { redirectUriFor } from './addresses.ts'
import { attemptOf, beginAttempt, browserOf, findAttempt, rememberAttempt, takeAttempt } from './attempts.ts'
import { connectionOfAddress, findConnection, offered, type StoredConnection } from './connections.ts'
import { IssuerFailure } from './issuers.ts'
import { attempts, openReturned, type ReturnedMeans } from './returned.ts'
import { type DirectoriesMeans, mustAdminister } from './routes.ts'
import { clientOf, connectionOfUser, linkProved, type PeopleMeans, refusal, signInPerson } from './sign-in.ts'
import { presentTest } from './test-outcome.ts'
import { addressOfUser } from './users.ts'

export interface DirectorySignInMeans extends DirectoriesMeans, PeopleMeans, ReturnedMeans {
  maintenance: Gate
}

/** Signing in by a directory of the tenant (rules P40 to P45, threats A30). */
export function directorySignInRoutes(means: DirectorySignInMeans) {
  const { db, secrets, issuers, config, https, throttle, signIns } = means

  const { contextOf, claimsOf } = openReturned(means)

  return routes('directorySignIn', directorySignIn, {
    offered: ({ tx }) => offered(tx),

    async route({ tx, body }) {
      const found = await connectionOfAddress(tx, body.email)
      if (!found) return { connection: null, only: false }
      const { only, ...connection } = found
      return { connection, only }
    },

    async start({ request, reply, query }) {
      await throttle.take(`directory:${machineOf(request)}`, attempts)
      const tenant = found(await findTenantByHost(db, request.hostname.toLowerCase(), config.defaultTenant))
      if (tenant.isSuspended)
        throw new Refusal('RQ403', { tenant: 'suspended' }, 'This portal is suspended by its operator')
      means.maintenance.pass(tenant.tenantId)
      const context = contextOf(tenant, request)
      const read = db.read(context)
      const redirectUri = await redirectUriFor(read, request.hostname, config)
      const connection = await findConnection(read, query.connection)
      if (!connection?.isEnabled) {
        reply.header('location', `${redirectUri}?problem=unknown`)
        return
      }
      const browser = rememberAttempt(request, reply, https)
      const begun = { kind: 'sign_in' as const, connectionId: connection.connectionId, browser, redirectUri }
      try {
        const client = clientOf(secrets, connection)
        const state = await db.write(context, (tx) => beginAttempt(tx, begun))
        reply.header('location', await issuers.begin(client, attemptOf(read, state, redirectUri), { hint: query.hint }))
      } catch (error) {
        if (!(error instanceof IssuerFailure)) throw error
        request.log.warn(
          { connectionId: connection.connectionId, detail: error.message },
          'a directory does not answer',
        )
        reply.header('location', `${redirectUri}?problem=${error.reason}`)
      }
    },

    async finish(call) {
      const { connection, claims, browser } = await claimsOf('sign_in', call)
      return signInPerson(call, connection, claims, browser, means)
    },

    async link(call) {
      const { tx, read, request, body } = call
      const browser = browserOf(request)
      const proof = await findAttempt(read, 'proof', body.linkToken, browser)
      const connection = proof && (await findConnection(read, proof.connectionId))
      if (!proof?.userId || !proof.subject || proof.redirectUri !== null || !connection?.isEnabled) {
        await throttle.take(`directory:${machineOf(request)}`, attempts)
        throw refusal('expired')
      }
      const { password, mfaToken, mfaCode } = body
      const email = await addressOfUser(read, proof.userId)
      const pair = await signIns.prove(call, { email, password, mfaToken, mfaCode })
      if (!(await takeAttempt(tx, 'proof', body.linkToken, browser))) throw refusal('expired')
      await linkProved(tx, connection, { userId: proof.userId, subject: proof.subject, roleIds: proof.roleIds }, means)
      return pair
    },

    async test(call) {
      mustAdminister(call.actor)
      const { connection, claims, userId } = await claimsOf('test', call)
      // Begun by somebody else in the same browser.
      if (userId !== call.actor.signInUserId) throw refusal('expired')
      return presentTest(call.read, connection, claims)
    },

    async signOut({ tx, read, actor, request, reply }) {
      const leaving = await connectionOfUser(read, actor.signInUserId, sql`and c.ends_session`)
      const connection = leaving && (await findConnection(read, leaving.connectionId))
      const url = connection && (await endOf(read, connection, request))
      await signIns.end({ tx, request, reply }, actor.sessionId)
      return { url: url ?? null }
    },
  })

  /** Where the session of the directory ends; null when it cannot say so now: ours ends all the same. */
  async function endOf(read: Reader, connection: StoredConnection, request: FastifyRequest): Promise<string | null> {
    const page = await redirectUriFor(read, request.hostname, config)
    try {
      return await issuers.end(clientOf(secrets, connection), new URL('/', page).href)
    } catch (error) {
      if (error instanceof IssuerFailure) return null
      throw error
    }
  }
}
