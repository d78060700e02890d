import type { AuthData } from '@trellis/contract/identity'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../../platform/database/tx.ts'
import { findRefreshToken } from '../sessions/queries.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { graceSeconds, refreshHash } from '../sessions/tokens.ts'
import { deliver, formerToken, rememberBrowser } from './cookies.ts'

/** The end of each sign-in: the session that the browser had before ends (threats A18), and it gets the new one. */
export async function handOver(
  { tx, request, reply }: { tx: Tx; request: FastifyRequest; reply: FastifyReply },
  pair: AuthData,
  browser: string | null,
  { sessions, https }: { sessions: Sessions; https: boolean },
): Promise<AuthData> {
  const former = formerToken(request)
  const held = former === null ? undefined : await findRefreshToken(tx, refreshHash(former), graceSeconds)
  if (held) await sessions.end(tx, held.session_id, 'signed in again')
  rememberBrowser(browser, reply, https)
  return deliver(pair, request, reply, https)
}
