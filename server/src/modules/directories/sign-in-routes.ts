import { directorySignIn } from '@trellis/contract/directories'
import type { FastifyRequest } from 'fastify'
import type { Context, Reader } from '../../platform/database/tx.ts'
import { clientOf as machineOf } from '../../platform/http/client.ts'
import { routes } from '../../platform/http/routes.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import type { Tenant } from '../../platform/tenancy.ts'
import type { Allowance, Throttle } from '../../platform/throttle.ts'
import { findTenantByHost } from '../tenants/index.ts'
import { redirectUriFor } from './addresses.ts'
import { attemptOf, beginAttempt, browserOf, findAttempt, rememberAttempt, takeAttempt } from './attempts.ts'
import type { Claims } from './claims.ts'
import { connectionOfAddress, findConnection, offered, type StoredConnection } from './connections.ts'
import { IssuerFailure } from './issuers.ts'
import { type DirectoriesMeans, mustAdminister } from './routes.ts'
import { clientOf, connectionToLeave, linkProved, type PeopleMeans, refusal, signInPerson } from './sign-in.ts'
import { presentTest } from './test-outcome.ts'
import { addressOfUser } from './users.ts'

export interface DirectorySignInMeans extends DirectoriesMeans, PeopleMeans {
  throttle: Throttle
  /** The business clock of tests. */
  clock?: () => string
}

/** How many sign-ins the people behind one address begin, or end without having begun them, before they wait. */
const attempts: Allowance = { free: 300, seconds: 60, longest: 60, memory: 300 }

interface Returned {
  state: string
  code?: string | null | undefined
  iss?: string | null | undefined
  error?: string | null | undefined
}

/** Signing in by a directory of the tenant (rules P40 to P45, threats A30). */
export function directorySignInRoutes(means: DirectorySignInMeans) {
  const { db, secrets, issuers, config, https, throttle, clock, signIns } = means

  const contextOf = ({ tenantId }: Tenant, request: FastifyRequest): Context => ({
    ...{ tenantId, userId: null, reach: null, clock: clock?.() ?? null },
    requestId: request.id,
  })

  /** Ends the attempt, for good and before anything else, and asks the issuer who has signed in. */
  async function claimsOf(
    kind: 'sign_in' | 'test',
    { read, tenant, request, body }: { read: Reader; tenant: Tenant; request: FastifyRequest; body: Returned },
  ): Promise<{ connection: StoredConnection; claims: Claims; browser: string; userId: string | null }> {
    const browser = browserOf(request)
    // In a transaction of its own: an attempt that is refused is over too.
    const begun = await db.write(contextOf(tenant, request), async (own) => takeAttempt(own, kind, body.state, browser))
    if (!begun?.redirectUri || browser === null) {
      await throttle.take(`directory:${machineOf(request)}`, attempts)
      throw refusal('expired')
    }
    if (body.error) throw refusal('denied', { error: body.error })
    const connection = await findConnection(read, begun.connectionId)
    if (!connection || !(connection.isEnabled || kind === 'test')) throw refusal('unknown')
    try {
      const attempt = attemptOf(read, body.state, begun.redirectUri)
      const claims = await issuers.finish(clientOf(secrets, connection), attempt, body)
      return { connection, claims, browser, userId: begun.userId }
    } catch (error) {
      if (!(error instanceof IssuerFailure)) throw error
      request.log.warn({ connectionId: connection.connectionId, detail: error.message }, 'a directory did not sign in')
      throw refusal(error.reason, kind === 'test' ? { detail: error.message } : {})
    }
  }

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
      const tenant = found(await findTenantByHost(db.shared, request.hostname.toLowerCase(), config.defaultTenant))
      if (tenant.isSuspended)
        throw new Refusal('RQ403', { tenant: 'suspended' }, 'This portal is suspended by its operator')
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
        reply.header('location', await issuers.begin(client, attemptOf(read, state, redirectUri), query.hint))
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
      if (!proof?.userId || !proof.subject || !connection?.isEnabled) {
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
      if (userId !== call.actor.userId) throw refusal('expired')
      return presentTest(call.read, connection, claims)
    },

    async signOut({ tx, read, actor, request, reply }) {
      const leaving = await connectionToLeave(read, actor.userId)
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
