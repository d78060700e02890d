import type { AuthData } from '@trellis/contract/identity'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, cookiesOf, setCookie } from '../../../platform/http/cookies.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { hashOf, newToken } from '../../../platform/secrets.ts'
import { accessMinutes } from '../sessions/tokens.ts'

const refreshCookie = 'trellis_refresh'
/** Readable by scripts: tells the web app until when it is signed in, and nothing else. */
const expiryCookie = 'trellis_session'
/** Lets the throttle recognize a browser that has signed in before; it grants nothing (threats A3). */
const browserCookie = 'trellis_browser'
/** The maximum age that browsers allow for a cookie. */
const browserDays = 400
const refreshPath = '/api/v1/auth'

/** The web app requests the cookie with a header; every other client gets the tokens in the body (rules P16). */
const wantsCookie = (request: FastifyRequest) => request.headers['x-refresh-cookie'] === '1'

/** Attributes of every cookie. There is no Domain attribute, so that no cookie is sent to another tenant's host. */
const attributesOf = (https: boolean) => ({ sameSite: 'strict', secure: https }) as const

/** Puts the refresh token into the cookie or the body, as the client requested. */
export function deliver(pair: AuthData, request: FastifyRequest, reply: FastifyReply, https: boolean): AuthData {
  // The web app compares expiry times with this date, so it must come from the clock that issued the token (the
  // database's), not from this process.
  reply.header('date', issuedAt(pair).toUTCString())
  if (!wantsCookie(request)) return pair
  const shared = { ...attributesOf(https), expires: new Date(pair.refreshTokenExpirationUtc) }
  setCookie(reply, refreshCookie, pair.refreshToken ?? '', { ...shared, httpOnly: true, path: refreshPath })
  const { expirationUtc, refreshTokenExpirationUtc } = pair
  setCookie(reply, expiryCookie, JSON.stringify({ expirationUtc, refreshTokenExpirationUtc }), { ...shared, path: '/' })
  return { ...pair, refreshToken: null }
}

const issuedAt = ({ expirationUtc }: AuthData) => new Date(Date.parse(expirationUtc) - accessMinutes * 60_000)

/** The token that identifies the browser, a new one if it has none; null for clients that do not use cookies. */
export const browserToken = (request: FastifyRequest): string | null =>
  wantsCookie(request) ? (heldToken(request) ?? newToken()) : null

/** The hash of the token by which the browser that signed in is known again; null without one. */
export function browserHash(request: FastifyRequest): Buffer | null {
  const held = wantsCookie(request) ? heldToken(request) : undefined
  return held === undefined ? null : hashOf(held)
}

function heldToken(request: FastifyRequest): string | undefined {
  const held = cookiesOf(request)[browserCookie]
  return held !== undefined && /^[\w-]{43}$/.test(held) ? held : undefined
}

export function rememberBrowser(token: string | null, reply: FastifyReply, https: boolean): void {
  if (token === null) return
  const expires = new Date(Date.now() + browserDays * 86_400_000)
  setCookie(reply, browserCookie, token, { ...attributesOf(https), expires, httpOnly: true, path: refreshPath })
}

/** The refresh token that the browser still had when it signed in again. */
export const formerToken = (request: FastifyRequest): string | null =>
  wantsCookie(request) ? (cookiesOf(request)[refreshCookie] ?? null) : null

/** Deletes the session cookies, if there are any. The cookie that identifies the browser is kept. */
export function clearCookies(request: FastifyRequest, reply: FastifyReply): void {
  if (!wantsCookie(request) && cookiesOf(request)[refreshCookie] === undefined) return
  clearCookie(reply, refreshCookie, refreshPath)
  clearCookie(reply, expiryCookie, '/')
}

/**
 * The refresh token from the body, or from the cookie when our web app sends it. A cookie that comes from another site,
 * or without the header that only our own pages can set, is refused (threats W7).
 */
export function presentedToken(
  request: FastifyRequest,
  body: { refreshToken?: string | null | undefined } | undefined,
): string | null {
  if (body?.refreshToken) return body.refreshToken
  const cookie = cookiesOf(request)[refreshCookie]
  if (!cookie) return null
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const sameOrigin = origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host
  const ownPage = site === 'same-origin' || (site === undefined && sameOrigin)
  if (!wantsCookie(request) || !ownPage || (origin !== undefined && !sameOrigin))
    throw new Refusal('RQ403', { reason: 'origin' })
  return cookie
}
