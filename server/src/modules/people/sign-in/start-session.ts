import type { AuthData } from '@trellis/contract/identity'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Tenant } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import { type Device, insertRefreshToken, insertSession } from '../sessions/queries.ts'
import { newRefreshToken, refreshDays, refreshHash, type Tokens } from '../sessions/tokens.ts'

export interface Starting {
  tx: Tx
  tenant: Tenant
  request: FastifyRequest
  tokens: Tokens
  device: Device
  body: { appPlatform?: string | null | undefined }
}

/** A user who has proved who they are, and the password they used, if any. */
export interface Known {
  userId: string
  passwordHash?: string
}

/**
 * Always creates a new session, whatever session the client had before (threats A18).
 * @param how what the audit log says about the sign-in
 */
export async function startSession(
  { tx, tenant, request, tokens, device, body }: Starting,
  { userId, passwordHash }: Known,
  how: Record<string, unknown>,
): Promise<AuthData> {
  const sessionId = newId()
  const refreshToken = newRefreshToken()
  const session = await insertSession(tx, {
    sessionId,
    userId,
    passwordHash,
    device,
    platform: body.appPlatform ?? null,
    userAgent: request.headers['user-agent']?.slice(0, 255) ?? null,
    days: Math.min(refreshDays, tokens.sessionDays),
  })
  if (!session) throw new Refusal('A401')
  await insertRefreshToken(tx, refreshHash(refreshToken), sessionId)
  await record(tx, 'session.started', 'session', sessionId, { after: { userId, ...how } })
  const access = await tokens.issue({ sessionId, tenantId: tenant.tenantId }, session.now)
  return {
    token: access.token,
    refreshToken,
    expirationUtc: access.expiresAt.toISOString(),
    refreshTokenExpirationUtc: session.expires_at.toISOString(),
  }
}
