import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import type { Context, Reader } from '../../platform/database/tx.ts'
import { clientOf as machineOf } from '../../platform/http/client.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Tenant } from '../../platform/tenancy.ts'
import type { Allowance, Throttle } from '../../platform/throttle.ts'
import { attemptOf, type Begun, browserOf, takeAttempt } from './attempts.ts'
import type { Claims } from './claims.ts'
import { findConnection, type StoredConnection } from './connections.ts'
import { IssuerFailure, type Issuers } from './issuers.ts'
import { clientOf, refusal } from './sign-in.ts'

export interface ReturnedMeans {
  db: Database
  secrets: Secrets
  issuers: Issuers
  throttle: Throttle
  /** The business clock of tests. */
  clock?: () => string
}

/** How many sign-ins the people behind one address begin, or end without having begun them, before they wait. */
export const attempts: Allowance = { free: 300, seconds: 60, longest: 60, memory: 300 }

interface Returned {
  state: string
  code?: string | null | undefined
  iss?: string | null | undefined
  error?: string | null | undefined
}

interface Call {
  read: Reader
  tenant: Tenant
  request: FastifyRequest
  body: Returned
}

interface Answered extends Begun {
  connection: StoredConnection
  claims: Claims
  browser: string
}

/** What a browser brings back from a directory. */
export function openReturned({ db, secrets, issuers, throttle, clock }: ReturnedMeans) {
  const contextOf = ({ tenantId }: Tenant, request: FastifyRequest): Context => ({
    ...{ tenantId, userId: null, reach: null, clock: clock?.() ?? null },
    requestId: request.id,
  })

  /** Ends the attempt, for good and before anything else, and asks the issuer who has signed in. */
  async function claimsOf(kind: 'sign_in' | 'test' | 'proof', call: Call): Promise<Answered> {
    const { read, tenant, request, body } = call
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
      return { ...begun, connection, claims, browser }
    } catch (error) {
      if (!(error instanceof IssuerFailure)) throw error
      request.log.warn({ connectionId: connection.connectionId, detail: error.message }, 'a directory did not sign in')
      throw refusal(error.reason, kind === 'test' ? { detail: error.message } : {})
    }
  }

  return { contextOf, claimsOf }
}
