import type { AuthData } from '@trellis/contract/identity'
import type { Tx } from '../../platform/database/tx.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tenant } from '../../platform/tenancy.ts'
import { findRefreshToken, insertRefreshToken, prolongSession, rotateRefreshToken } from './queries.ts'
import { graceSeconds, refreshDays, refreshHash, type Tokens } from './tokens.ts'

/** Tabs that race within the grace period walk down the chain to the newest token; it is never this long in honest use. */
const longestWalk = 50

/** What became of a refresh token: a new pair, or the session of a token used twice, which has to end. */
export type Refreshed = { pair: AuthData } | { reusedSessionId: string }

/**
 * Exchanges a refresh token (RFC 9700, 4.14.2: rotation with reuse detection). One caller rotates it; others that come
 * within 10 s get the same successor; later ones reveal a theft. Refuses A407.
 */
export async function refresh(tx: Tx, tenant: Tenant, token: string, tokens: Tokens): Promise<Refreshed> {
  let current = token
  for (let step = 0; step < longestWalk; step++) {
    const row = await findRefreshToken(tx, refreshHash(current), graceSeconds)
    if (!row?.alive) throw new Refusal('A407')
    if (row.rotated && !row.in_grace) return { reusedSessionId: row.session_id }
    const successor = tokens.successorOf(current)
    if (!row.rotated && (await rotateRefreshToken(tx, refreshHash(current)))) {
      await insertRefreshToken(tx, refreshHash(successor), row.session_id)
      return { pair: await pairFor(tx, tenant, row.session_id, successor, tokens) }
    }
    const next = await findRefreshToken(tx, refreshHash(successor), graceSeconds)
    if (next && !next.rotated) return { pair: await pairFor(tx, tenant, row.session_id, successor, tokens) }
    current = successor
  }
  throw new Refusal('A407')
}

async function pairFor(
  tx: Tx,
  tenant: Tenant,
  sessionId: string,
  refreshToken: string,
  tokens: Tokens,
): Promise<AuthData> {
  const session = await prolongSession(tx, sessionId, refreshDays)
  if (!session) throw new Refusal('A407')
  const access = await tokens.issue({ sessionId, tenantId: tenant.tenantId }, session.present)
  return {
    token: access.token,
    refreshToken,
    expirationUtc: access.expiresAt.toISOString(),
    refreshTokenExpirationUtc: session.expires_at.toISOString(),
  }
}
