import type { Out } from '@trellis/contract/endpoint'
import type { AuthData, TokenRequest } from '@trellis/contract/identity'
import type { FastifyRequest } from 'fastify'
import type { Read, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { Tenant } from '../../platform/tenancy.ts'
import type { Throttle } from '../../platform/throttle.ts'
import { record } from '../audit/index.ts'
import { passwordFits } from './passwords.ts'
import { findCredentials, insertRefreshToken, insertSession } from './queries.ts'
import { newRefreshToken, refreshDays, refreshHash, type Tokens } from './tokens.ts'

/** Failures before an address has to wait, and a client; the wait then doubles (threats A3, A4). */
const perAddress = { free: 5, window: { seconds: 60, longest: 900 } }
const perClient = { free: 50, window: { seconds: 300, longest: 3600 } }

export interface SigningIn {
  tx: Tx
  read: Read
  tenant: Tenant
  request: FastifyRequest
  body: Out<typeof TokenRequest>
  tokens: Tokens
  throttle: Throttle
}

/** E-mail and password. Every failure is the same A401, after the same work (threats A1). */
export async function signIn({ tx, read, tenant, request, body, tokens, throttle }: SigningIn): Promise<AuthData> {
  if (body.grantType === 'access_token') throw new Refusal('A405')
  if (!body.email) throw invalid(['email'], 'required', 'Required field')
  if (!body.password) throw invalid(['password'], 'required', 'Required field')
  const device = body.deviceUniqueId ?? null
  const user = await findCredentials(read, body.email, device)

  // The owner on a device that signed in before is not kept out by a stranger's guesses.
  const address = `sign-in:${tenant.tenantId}:${body.email.toLowerCase()}${user?.known_device ? `:${device}` : ''}`
  const client = `sign-in:${request.ip}`
  await throttle.guard(address, perAddress.free)
  await throttle.guard(client, perClient.free)

  const fits = await passwordFits(body.password, user?.status === 'user_active' ? user.password_hash : null)
  if (!user || !fits) {
    await throttle.count(address, perAddress.free, perAddress.window)
    await throttle.count(client, perClient.free, perClient.window)
    throw new Refusal('A401')
  }
  await throttle.forget(address)

  const sessionId = newId()
  const refreshToken = newRefreshToken()
  const session = await insertSession(tx, {
    sessionId,
    userId: user.user_id,
    device,
    platform: body.appPlatform ?? null,
    userAgent: request.headers['user-agent']?.slice(0, 255) ?? null,
    days: refreshDays,
  })
  await insertRefreshToken(tx, refreshHash(refreshToken), sessionId)
  await record(tx, 'session.started', 'session', sessionId, { after: { userId: user.user_id } })
  const access = await tokens.issue({ sessionId, tenantId: tenant.tenantId })
  return {
    token: access.token,
    refreshToken,
    expirationUtc: access.expiresAt.toISOString(),
    refreshTokenExpirationUtc: (session?.expires_at ?? new Date(0)).toISOString(),
  }
}
