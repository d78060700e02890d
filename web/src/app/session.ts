/**
 * The session as the browser knows it. The refresh token is in an HttpOnly cookie; its expiry is in a
 * readable cookie with the same lifetime; the access token is only in memory (rules P16).
 */

import type { In } from '@trellis/contract/endpoint'
import type { RefreshRequest as Refresh, TokenRequest as Token } from '@trellis/contract/identity'
import { isProblem } from './problem.ts'
import { postForResponse } from './publicCall.ts'
import { type AccessToken, createRefresher } from './refresh.ts'

const sessionCookie = 'trellis_session'

interface Expiries {
  expirationUtc: string
  refreshTokenExpirationUtc: string
}

type TokenRequest = In<typeof Token>
type RefreshRequest = In<typeof Refresh>

/** The part of the token answer that the browser uses. */
interface Tokens extends Expiries {
  token: string
}

/**
 * `lost`: the server rejected the session. `signed-out`: the user ended it. `no-account`: the user has no account. `account`: the
 * session acts for another account of its user.
 */
export type SessionChange = 'signed-in' | 'signed-out' | 'lost' | 'no-account' | 'account'

type News = { kind: 'token'; access: AccessToken } | { kind: SessionChange }

type Listener = (change: SessionChange, elsewhere: boolean) => void

const listeners = new Set<Listener>()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('trellis.session')

function expiries(): Expiries | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${sessionCookie}=`))
  if (found === undefined) return null
  try {
    return JSON.parse(decodeURIComponent(found.slice(sessionCookie.length + 1))) as Expiries
  } catch {
    return null
  }
}

/** Signed in means that the refresh token has not expired (rules P23). */
export function isSignedIn(): boolean {
  const found = expiries()
  return found !== null && Date.parse(found.refreshTokenExpirationUtc) > Date.now()
}

/** Converts the expiry to this browser's clock, which may differ from the server's by minutes. */
function accessOf(tokens: Tokens, response: Response): AccessToken {
  const serverNow = Date.parse(response.headers.get('Date') ?? '')
  const lifetime = Date.parse(tokens.expirationUtc) - (Number.isNaN(serverNow) ? Date.now() : serverNow)
  return { token: tokens.token, expiresAt: Date.now() + lifetime }
}

/**
 * The calls that return tokens. They are made here and not through `call`, so that no other code sees the
 * tokens.
 */
async function callForTokens(
  path: `/auth/${'token' | 'token-refresh' | 'oidc/finish' | 'oidc/link' | 'passkeys/authenticate/verify'}`,
  body: unknown,
): Promise<AccessToken> {
  const response = await postForResponse(path, body)
  return accessOf((await response.json()) as Tokens, response)
}

async function exchange(): Promise<AccessToken> {
  const before = expiries()?.refreshTokenExpirationUtc
  try {
    return await callForTokens('/auth/token-refresh', { deviceUniqueId: deviceUniqueId() } satisfies RefreshRequest)
  } catch (error) {
    if (!isProblem(error) || error.transient || error.code === 'RQ429') throw error
    // Another tab may have signed in meanwhile; the rejected session is then not the current one.
    if (expiries()?.refreshTokenExpirationUtc !== before) throw error
    // A failed session recovery is logged in addition to the failed call (rules V7).
    console.info(`The session could not be recovered: ${error.code}`)
    endSession('lost')
    throw error
  }
}

/** Web locks need a secure context. Without them, the server's grace period for concurrent refreshes must suffice. */
async function exclusively<T>(task: (waited: boolean) => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task(false)
  const name = 'trellis.refresh'
  const busy = Symbol('busy')
  const first = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => (lock ? task(false) : busy))
  if (first !== busy) return first as T
  return (await navigator.locks.request(name, () => task(true))) as T
}

const refresher = createRefresher({
  exclusively,
  exchange,
  announce: (access) => channel?.postMessage({ kind: 'token', access } satisfies News),
  now: Date.now,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
})

channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
  if (data.kind === 'token') {
    if (isSignedIn()) refresher.take(data.access)
  } else {
    refresher.forget()
    tell(data.kind, true)
  }
})

function tell(change: SessionChange, elsewhere: boolean): void {
  for (const listener of listeners) listener(change, elsewhere)
}

/** Registers a listener for sign-in and sign-out, in this or another tab. Returns the function that removes it. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * No timer is used, because timers stop while a laptop sleeps. The token is checked before each call, and
 * also when the page becomes visible or the browser is online again, so that the first click does not wait
 * for the exchange.
 */
function freshen(): void {
  if (document.visibilityState === 'visible' && isSignedIn()) void accessToken().catch(() => undefined)
}
document.addEventListener('visibilitychange', freshen)
window.addEventListener('online', freshen)

/** The bearer token for the next call. */
export const accessToken = (): Promise<string> => refresher.token()

/** Identifies this browser in the user's list of sessions (rules V13). */
export function deviceUniqueId(): string {
  const browser = navigator as Navigator & { userAgentData?: { platform: string; brands: { brand: string }[] } }
  const brand = browser.userAgentData?.brands.find(({ brand }) => !/not.?a.?brand/i.test(brand))?.brand
  const name = brand ?? /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(navigator.userAgent)?.[1] ?? 'Browser'
  const system =
    browser.userAgentData?.platform ??
    /Windows|Mac OS X|Android|iPhone|iPad|Linux/.exec(navigator.userAgent)?.[0] ??
    'Web'
  return `${system} ${name}`.slice(0, 255)
}

/** The second step of a sign-in that needs more than the password (A403). */
export interface SecondFactor {
  mfaToken: string
  mfaCode: string
}

/** Signs in and notifies the listeners; throws the server's error. */
export const signIn = (email: string, password: string, factor?: SecondFactor): Promise<void> =>
  signInBy('/auth/token', { grantType: 'password', email, password, ...factor } satisfies TokenRequest)

/** The same by another call that answers tokens. */
export async function signInBy(path: Parameters<typeof callForTokens>[0], request: object): Promise<void> {
  refresher.take(await callForTokens(path, { appPlatform: 'web', deviceUniqueId: deviceUniqueId(), ...request }))
  change('signed-in')
}

/** Ends the session on the server and in this browser. When offline, only in this browser. */
export async function signOut(): Promise<void> {
  await postForResponse('/auth/logout', undefined).catch(() => undefined)
  endSession('signed-out')
}

/** Ends the session in this browser only. On the server it has ended already, or ends with `/auth/logout`. */
export function endSession(why: 'signed-out' | 'lost' | 'no-account'): void {
  refresher.forget()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${sessionCookie}=; Path=/; Max-Age=0; SameSite=Strict`
  change(why)
}

/** Tells this and the other tabs what happened to the session. */
export function change(kind: SessionChange): void {
  channel?.postMessage({ kind } satisfies News)
  tell(kind, false)
}
