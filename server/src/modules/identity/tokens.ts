import { jwtVerify, SignJWT } from 'jose'
import { hashOf, keyedHash, newToken, type Secrets } from '../../platform/secrets.ts'

/** Domain, People: access 15 minutes, refresh 30 days, two tabs may race for 10 s. */
export const accessMinutes = 15
export const refreshDays = 30
export const graceSeconds = 10

export interface AccessClaims {
  sessionId: string
  tenantId: string
}

export interface Tokens {
  /** A signed access token (JWS, HS256) and the instant it expires. */
  issue(claims: AccessClaims): Promise<{ token: string; expiresAt: Date }>
  /** The claims of a genuine, unexpired access token; null for anything else. */
  read(token: string): Promise<AccessClaims | null>
  /** The refresh token that follows another: always the same one, and only this installation can tell it. */
  successorOf(refreshToken: string): string
}

export { hashOf as refreshHash, newToken as newRefreshToken }

export function openTokens(secrets: Secrets): Tokens {
  const accessKey = secrets('access token')
  const successionKey = secrets('refresh token succession')
  const use = { issuer: 'trellis', audience: 'trellis:access' }
  const required = { ...use, algorithms: ['HS256'], typ: 'at+jwt', requiredClaims: ['exp', 'sid', 'tid'] }
  return {
    async issue({ sessionId, tenantId }) {
      const expiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + accessMinutes * 60_000)
      const token = await new SignJWT({ sid: sessionId, tid: tenantId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer(use.issuer)
        .setAudience(use.audience)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(accessKey)
      return { token, expiresAt }
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, accessKey, required)
        return { sessionId: String(payload.sid), tenantId: String(payload.tid) }
      } catch {
        return null
      }
    },
    successorOf: (refreshToken) => keyedHash(successionKey, refreshToken),
  }
}
