/**
 * Who is signed in, as far as the browser knows. The refresh token is in a cookie no script can read; its expiries are in
 * a readable one that lasts as long; the access token is in memory and nowhere else (rules P16).
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

/** What the token calls answer, as far as the browser needs it. */
interface Tokens extends Expiries {
  token: string
}

/**
 * `lost` is a session that the server no longer honours, `signed-out` one that its user has ended, `no-account` one whose
 * user turned out to belong to no account.
 */
export type SessionChange = 'signed-in' | 'signed-out' | 'lost' | 'no-account'

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

/** Signed in means that the refresh expiry is in the future (rules P23). */
export function isSignedIn(): boolean {
  const found = expiries()
  return found !== null && Date.parse(found.refreshTokenExpirationUtc) > Date.now()
}

/** The token's end by this browser's clock, which may be minutes off the server's. */
function accessOf(tokens: Tokens, response: Response): AccessToken {
  const serverNow = Date.parse(response.headers.get('Date') ?? '')
  const lifetime = Date.parse(tokens.expirationUtc) - (Number.isNaN(serverNow) ? Date.now() : serverNow)
  return { token: tokens.token, expiresAt: Date.now() + lifetime }
}

/** The two calls that answer tokens. They are made here, and by hand, so that no other code ever holds what they answer. */
async function callForTokens(path: '/auth/token' | '/auth/token-refresh', body: unknown): Promise<AccessToken> {
  const response = await postForResponse(path, body)
  return accessOf((await response.json()) as Tokens, response)
}

async function exchange(): Promise<AccessToken> {
  const before = expiries()?.refreshTokenExpirationUtc
  try {
    return await callForTokens('/auth/token-refresh', { deviceUniqueId: deviceUniqueId() } satisfies RefreshRequest)
  } catch (error) {
    if (!isProblem(error) || error.transient || error.code === 'RQ429') throw error
    // Somebody may have signed in meanwhile, in another tab: that session is not the one that was refused.
    if (expiries()?.refreshTokenExpirationUtc !== before) throw error
    // A failed session recovery is logged, beside the call that failed (rules V7).
    console.info(`The session could not be recovered: ${error.code}`)
    endSession('lost')
    throw error
  }
}

/** Pages served without a secure context have no locks; there the server's grace for racing tabs must do. */
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

/** Calls back when somebody signs in or out, here or in another tab. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Timers stand still while a laptop sleeps, so none is set: a token is looked at when it is needed, and when somebody comes
 * back to the page or the line comes back, so that the first click does not wait for the exchange.
 */
function freshen(): void {
  if (document.visibilityState === 'visible' && isSignedIn()) void accessToken().catch(() => undefined)
}
document.addEventListener('visibilitychange', freshen)
window.addEventListener('online', freshen)

/** The bearer token for the next call. */
export const accessToken = (): Promise<string> => refresher.token()

/** Names this browser to the server, for the list of one's own sessions (rules V13). */
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

/** What a sign-in is completed with when the password alone does not do (A403). */
export interface SecondFactor {
  mfaToken: string
  mfaCode: string
}

/** Signs in; throws the server's refusal. Whoever listens learns of the success. */
export async function signIn(email: string, password: string, factor?: SecondFactor): Promise<void> {
  const request: TokenRequest = {
    grantType: 'password',
    appPlatform: 'web',
    deviceUniqueId: deviceUniqueId(),
    email,
    password,
    ...factor,
  }
  refresher.take(await callForTokens('/auth/token', request))
  change('signed-in')
}

/** Ends the session on both sides. Without a line the server cannot be told; this browser forgets it all the same. */
export async function signOut(): Promise<void> {
  await postForResponse('/auth/logout', undefined).catch(() => undefined)
  endSession('signed-out')
}

/** Forgets the session in this browser. The server's side of it ends with `/auth/logout`, or has ended already. */
export function endSession(why: 'signed-out' | 'lost' | 'no-account'): void {
  refresher.forget()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${sessionCookie}=; Path=/; Max-Age=0; SameSite=Strict`
  change(why)
}

function change(kind: SessionChange): void {
  channel?.postMessage({ kind } satisfies News)
  tell(kind, false)
}
