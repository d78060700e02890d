import type { AuthData } from '@trellis/contract/identity'
import { jwtVerify, SignJWT } from 'jose'
import { hashOf, keyedHash, newToken, type Secrets } from '../../../platform/secrets.ts'

/** Lifetimes of tokens, and the grace period for tabs that refresh at the same time (rules P14). */
export const accessMinutes = 15
export const refreshDays = 30
/**
 * A session ends this many days after its sign-in, even if it is in use, unless the operator configures another number
 * (ASVS 7.3.2).
 */
export const defaultSessionDays = 90
export const graceSeconds = 10

export interface AccessClaims {
  sessionId: string
  tenantId: string
}

export interface ReadClaims extends AccessClaims {
  /** Seconds since 1970. Whether it has passed is decided by the database's clock only. */
  expires: number
}

export interface Tokens {
  /** Days after its sign-in that a session ends. */
  sessionDays: number
  /** A signed access token (JWS, HS256) beside the session's refresh token. `now` is the database's clock. */
  pair(claims: AccessClaims, refreshToken: string, session: { now: Date; expires_at: Date }): Promise<AuthData>
  /** The claims of a token with a valid signature, expired or not; null for anything else. */
  read(token: string): Promise<ReadClaims | null>
  /**
   * The refresh token that follows another: always the same one until an answer with it was lost, and only this installation can
   * compute it. `lost` counts those answers.
   */
  successorOf(refreshToken: string, lost: number): string
}

export { hashOf as refreshHash, newToken as newRefreshToken }

export function openTokens(secrets: Secrets, sessionDays = defaultSessionDays): Tokens {
  const accessKey = secrets('access token')
  const successionKey = secrets('refresh token succession')
  const use = { issuer: 'trellis', audience: 'trellis:access' }
  // Servers whose clocks differ must agree on a token, so the local clock is not used (threats X7).
  const currentDate = new Date(0)
  const required = { ...use, algorithms: ['HS256'], typ: 'at+jwt', requiredClaims: ['exp', 'sid', 'tid'], currentDate }
  return {
    sessionDays,
    async pair({ sessionId, tenantId }, refreshToken, { now, expires_at }) {
      const issuedAt = Math.floor(now.getTime() / 1000)
      const expiresAt = new Date(issuedAt * 1000 + accessMinutes * 60_000)
      const token = await new SignJWT({ sid: sessionId, tid: tenantId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer(use.issuer)
        .setAudience(use.audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(accessKey)
      return {
        token,
        refreshToken,
        expirationUtc: expiresAt.toISOString(),
        refreshTokenExpirationUtc: expires_at.toISOString(),
      }
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, accessKey, required)
        return { sessionId: String(payload.sid), tenantId: String(payload.tid), expires: Number(payload.exp) }
      } catch {
        return null
      }
    },
    successorOf: (refreshToken, lost) =>
      keyedHash(successionKey, lost === 0 ? refreshToken : `${refreshToken} ${lost}`),
  }
}
