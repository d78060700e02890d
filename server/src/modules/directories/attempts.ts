import { attemptMinutes } from '@trellis/contract/directories'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { cookiesOf, setCookie } from '../../platform/http/cookies.ts'
import { hashOf, newToken } from '../../platform/secrets.ts'
import type { Attempt } from './issuers.ts'

const cookie = 'trellis_directory'
const cookiePath = '/api/v1/auth'

type Kind = 'sign_in' | 'test' | 'proof'

export interface Begun {
  connectionId: string
  redirectUri: string | null
  userId: string | null
  subject: string | null
  roleIds: number[] | null
  /** Seconds since 1970. */
  begunAt: number
}

const isToken = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text)

/** The token of the browser in which attempts are begun, so that no other one can end them (threats A30). */
export function browserOf(request: FastifyRequest): string | null {
  const held = cookiesOf(request)[cookie]
  return isToken(held) ? held : null
}

/** The same, which the browser gets if it has none. Strict: the page to which the issuer leads back makes the next call itself. */
export function rememberAttempt(request: FastifyRequest, reply: FastifyReply, https: boolean): string {
  const token = browserOf(request) ?? newToken()
  const expires = new Date(Date.now() + attemptMinutes * 60_000)
  setCookie(reply, cookie, token, { path: cookiePath, httpOnly: true, sameSite: 'strict', secure: https, expires })
  return token
}

/** What an attempt says to the issuer; it follows from the state, so that the database has nothing to sign in with. */
export const attemptOf = (tx: Reader, state: string, redirectUri: string): Attempt => ({
  state,
  nonce: tx.keyed('nonce of a directory', state).toString('base64url'),
  verifier: tx.keyed('code verifier of a directory', state).toString('base64url'),
  redirectUri,
})

interface NewAttempt extends Partial<Omit<Begun, 'begunAt'>> {
  kind: Kind
  connectionId: string
  browser: string
}

/** Keeps an attempt; returns the state, or the token of a proof. */
export async function beginAttempt(tx: Tx, attempt: NewAttempt): Promise<string> {
  const token = newToken()
  await keepAttempt(tx, token, attempt)
  return token
}

export async function keepAttempt(tx: Tx, token: string, attempt: NewAttempt): Promise<void> {
  const { kind, connectionId, browser, redirectUri = null, userId = null, subject = null, roleIds = null } = attempt
  await tx.run(sql`
    delete from directory_attempts
    where tenant_id = (select current_tenant()) and token_hash = any(array(
      select token_hash from directory_attempts
      where tenant_id = (select current_tenant()) and expires_at < machine_clock() order by expires_at limit 20))`)
  await tx.run(sql`
    insert into directory_attempts (token_hash, kind, connection_id, browser_hash, redirect_uri, user_id, subject, role_ids, expires_at)
    values (${hashOf(token)}, ${kind}, ${connectionId}, ${hashOf(browser)}, ${redirectUri}, ${userId}, ${subject}, ${roleIds}::int[],
            machine_clock() + make_interval(mins => ${attemptMinutes}))`)
}

const living = (kind: Kind, token: string, browser: string) => sql`
  tenant_id = (select current_tenant()) and token_hash = ${hashOf(token)} and kind = ${kind}
  and browser_hash = ${hashOf(browser)} and expires_at > machine_clock()`

const columns = sql`
  connection_id as "connectionId", redirect_uri as "redirectUri", user_id as "userId", subject, role_ids as "roleIds",
  extract(epoch from expires_at)::float8 - ${attemptMinutes * 60} as "begunAt"`

/** Ends an attempt, for the one caller that does; undefined for all others, of another browser, and late. */
export const takeAttempt = (tx: Tx, kind: Kind, token: string, browser: string | null) =>
  browser === null
    ? undefined
    : tx.row<Begun>(sql`delete from directory_attempts where ${living(kind, token, browser)} returning ${columns}`)

export const findAttempt = (read: Reader, kind: Kind, token: string, browser: string | null) =>
  browser === null
    ? undefined
    : read.row<Begun>(sql`select ${columns} from directory_attempts where ${living(kind, token, browser)}`)
