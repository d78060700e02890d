import type { AuthData } from '@trellis/contract/identity'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../../platform/database/tx.ts'
import { findRefreshToken } from '../sessions/queries.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { graceSeconds, refreshHash } from '../sessions/tokens.ts'
import { deliver, formerToken, rememberBrowser } from './cookies.ts'

interface Started {
  /** The token that identifies the browser; null for other clients. */
  browser: string | null
  pair: AuthData
  sessions: Sessions
  https: boolean
}

/** Gives a client its new session, and ends the one that the browser had before (threats A18). */
export async function handOver(
  { tx, request, reply }: { tx: Tx; request: FastifyRequest; reply: FastifyReply },
  { browser, pair, sessions, https }: Started,
): Promise<AuthData> {
  const former = formerToken(request)
  const held = former === null ? undefined : await findRefreshToken(tx, refreshHash(former), graceSeconds)
  if (held) await sessions.end(tx, held.session_id, 'signed in again')
  rememberBrowser(browser, reply, https)
  return deliver(pair, request, reply, https)
}
