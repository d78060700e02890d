import type { AuthData } from '@trellis/contract/identity'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Tenant } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import {
  findRefreshToken,
  insertRefreshToken,
  lockUserOfRefreshToken,
  moveSession,
  prolongSession,
  type RefreshTokenRow,
  rotateRefreshToken,
  takeBackSuccessor,
} from './queries.ts'
import { graceSeconds, refreshDays, refreshHash, type Tokens } from './tokens.ts'

/**
 * Limit for following the chain of successors to the newest token. Tabs that race within the grace period never make it
 * this long.
 */
const longestWalk = 50

/** The result of a refresh: a new pair of tokens, or the session of a reused token, which must be ended. */
export type Refreshed = { pair: AuthData } | { reusedSessionId: string }

/** A refresh token, and the browser that sends it: the hash of its own cookie, null for a client without one. */
export interface Presented {
  token: string
  browser: Buffer | null
}

/**
 * Exchanges a refresh token (RFC 9700, 4.14.2: rotation with reuse detection). One caller rotates it; callers within the
 * next 10 s get the same successor; a later use is treated as theft, unless the browser that signed in asks again because the
 * answer was lost (decision 150). Refuses A407.
 */
export async function refresh(
  tx: Tx,
  tenant: Tenant,
  { token, browser }: Presented,
  tokens: Tokens,
): Promise<Refreshed> {
  await lockUserOfRefreshToken(tx, refreshHash(token))
  let current = token
  for (let step = 0; step < longestWalk; step++) {
    const row = await findRefreshToken(tx, refreshHash(current), graceSeconds)
    if (!row?.alive) throw new Refusal('A407')
    const isLost = row.rotated && !row.in_grace && (await takeBack(tx, row, { token: current, browser }, tokens))
    if (row.rotated && !row.in_grace && !isLost) return { reusedSessionId: row.session_id }
    const successor = tokens.successorOf(current, isLost ? row.lost + 1 : row.lost)
    const mine = isLost ? row : row.rotated ? undefined : await rotateRefreshToken(tx, refreshHash(current))
    if (mine) {
      await insertRefreshToken(tx, refreshHash(successor), mine.session_id)
      const pair = await pairFor(tx, tenant, mine.session_id, successor, tokens)
      if (pair === null) throw new Refusal('A407')
      return { pair }
    }
    const next = await findRefreshToken(tx, refreshHash(successor), graceSeconds)
    const pair = next && !next.rotated ? await pairFor(tx, tenant, next.session_id, successor, tokens) : null
    if (pair !== null) return { pair }
    current = successor
  }
  throw new Refusal('A407')
}

/**
 * Whether the answer to the exchange was lost: the browser that signed in asks, and nobody has used the successor. That one is taken
 * back, so that a thief who holds it is found out by its use.
 */
async function takeBack(tx: Tx, row: RefreshTokenRow, { token, browser }: Presented, tokens: Tokens): Promise<boolean> {
  if (row.browser === null || browser === null || !row.browser.equals(browser)) return false
  return takeBackSuccessor(tx, refreshHash(token), refreshHash(tokens.successorOf(token, row.lost)))
}

/** Undefined when the session ended, or got another id, after it was read. */
async function pairFor(
  tx: Tx,
  tenant: Tenant,
  heldId: string,
  refreshToken: string,
  tokens: Tokens,
): Promise<AuthData | null> {
  const session = await prolongSession(tx, heldId, refreshDays, tokens.sessionDays)
  if (!session) return null
  const sessionId = session.ends_because === null ? heldId : await renewed(tx, heldId, session.ends_because)
  return tokens.pair({ sessionId, tenantId: tenant.tenantId }, refreshToken, session)
}

/**
 * Moves the session to a new id after a change of permissions, so that the old id cannot be used with the new permissions
 * (threats A18).
 */
async function renewed(tx: Tx, formerId: string, because: string): Promise<string> {
  const sessionId = newId()
  await moveSession(tx, formerId, sessionId, graceSeconds)
  await record(tx, 'session.ended', 'session', formerId, { after: { because, followedBy: sessionId } })
  return sessionId
}
