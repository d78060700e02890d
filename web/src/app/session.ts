/**
 * Who is signed in, as far as the browser knows. The refresh token is in a cookie no script can read; its expiries are in
 * a readable one that lasts as long; the access token is in memory and nowhere else (domain, People).
 */

import type { In } from '@trellis/contract/endpoint'
import type { RefreshRequest as Refresh, TokenRequest as Token } from '@trellis/contract/identity'
import { isProblem, offline, problemOf } from './problem.ts'
import { type AccessToken, createRefresher } from './refresh.ts'
import { tenantHeaders } from './tenant.ts'

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

type News = { kind: 'token'; access: AccessToken } | { kind: 'signed-in' } | { kind: 'signed-out' }

/** `lost` is a session that the server no longer honours, `signed-out` one that its user has ended. */
export type SessionChange = 'signed-in' | 'signed-out' | 'lost' | 'changed-elsewhere'

const listeners = new Set<(change: SessionChange) => void>()
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

/** Signed in means that the refresh expiry is in the future (specification, core 4). */
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
  const response = await fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: { ...(await tenantHeaders()), 'Content-Type': 'application/json', 'X-Refresh-Cookie': '1' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw offline()
  })
  if (!response.ok) throw await problemOf(response)
  return accessOf((await response.json()) as Tokens, response)
}

async function exchange(): Promise<AccessToken> {
  try {
    return await callForTokens('/auth/token-refresh', { deviceUniqueId: deviceUniqueId() } satisfies RefreshRequest)
  } catch (error) {
    if (isProblem(error) && !error.transient && error.code !== 'RQ429') endSession('lost')
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
    tell('changed-elsewhere')
  }
})

function tell(change: SessionChange): void {
  for (const listener of listeners) listener(change)
}

/** Calls back when somebody signs in or out, here or in another tab. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The bearer token for the next call. */
export const accessToken = (): Promise<string> => refresher.token()

/** Names this browser to the server, for the list of one's own sessions (specification, core 7: from OS and browser). */
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

/** Signs in with e-mail and password; throws the server's refusal. Whoever listens learns of the success. */
export async function signIn(email: string, password: string): Promise<void> {
  const request: TokenRequest = {
    grantType: 'password',
    appPlatform: 'web',
    deviceUniqueId: deviceUniqueId(),
    email,
    password,
  }
  refresher.take(await callForTokens('/auth/token', request))
  channel?.postMessage({ kind: 'signed-in' } satisfies News)
  tell('signed-in')
}

/** Forgets the session in this browser. The server's side of it ends with `/auth/logout`, or has ended already. */
export function endSession(why: 'signed-out' | 'lost'): void {
  refresher.forget()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${sessionCookie}=; Path=/; Max-Age=0; SameSite=Strict`
  channel?.postMessage({ kind: 'signed-out' } satisfies News)
  tell(why)
}
