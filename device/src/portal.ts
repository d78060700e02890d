import { PortalRefusal, PortalUnreachable, type Problem } from './refusal.ts'
import type { JsonWebKeys } from './signature.ts'

/** What every call of a device names: the license key, and the permanent id of the device. */
export interface DeviceKey {
  /** As the customer typed it. */
  serialKey: string
  /** The same id always gets the same seat. At most 100 printable ASCII characters. */
  deviceUuid: string
  /** How far the user of a trial has come; kept for trial products only. */
  currentTrialStep?: number | null
}

/** What a device says about itself, shown in the portal's list of seats. */
export interface DeviceDetails {
  deviceName?: string | null
  deviceDescription?: string | null
  deviceLang?: string | null
  installedProduct?: string | null
  installedVersion?: string | null
  osName?: string | null
  osVersion?: string | null
}

/** A seat with its signed lease. */
export interface Lease {
  licenseSeatId: string
  /** A compact JWS: see `verifyLease`. */
  lease: string
  leaseExpirationDate: string
  expirationDate: string | null
  maintenanceExpirationDate: string | null
}

/** A seat of a key, as another device with the key sees it. */
export interface Seat {
  licenseSeatId: string
  /** What its device calls itself. */
  deviceName: string | null
  /** The last contact of its device, to the minute. */
  lastContact: string
  /** It is the seat of the device that asks. */
  isOwn: boolean
  /** The device that asks may free it now. */
  releasable: boolean
}

export interface PortalOptions {
  /** Base URL of the portal, such as `https://portal.example.com`. */
  portalUrl: string
  /** Milliseconds until a call without an answer is given up; 15,000 by default. */
  timeout?: number | undefined
  /** How often a call without an answer is repeated; 3 by default. */
  retries?: number | undefined
  /** Milliseconds of the first pause between two tries; 500 by default. Later pauses double, up to 8 seconds. */
  pause?: number | undefined
  /** Replaces the platform's `fetch`: for proxies (`proxyFetch` of `@trellis/device/node`), Electron's `net.fetch`, tests. */
  fetch?: Fetch | undefined
  /**
   * The serial key is a secret, so plain HTTP is refused unless the host is this machine. True allows it in a network that
   * is trusted.
   */
  allowHttp?: boolean | undefined
}

/** The part of `fetch` that is used here. */
export type Fetch = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: string
    signal: AbortSignal
    redirect: 'error'
  },
) => Promise<{ ok: boolean; status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>

/** The portal's calls for devices. All throw PortalRefusal or PortalUnreachable. */
export interface Portal {
  /** Takes a seat, or returns the one that the device has. The first activation starts the license period. */
  activate(device: DeviceKey & DeviceDetails): Promise<Lease>
  /** Returns a new lease for the device's seat; `DV428` when it has none. */
  heartbeat(device: DeviceKey): Promise<Lease>
  /** Gives the seat back. Doing it twice is no error. */
  release(device: DeviceKey): Promise<void>
  /** The seats of the key, the one that was silent longest first. The device need not have one. */
  seats(device: DeviceKey): Promise<Seat[]>
  /** Frees a seat of the key; `DV430` when the product of the key does not allow it. Doing it twice is no error. */
  releaseSeat(device: DeviceKey, licenseSeatId: string): Promise<void>
  /** The public signing keys of the portal. */
  keys(): Promise<JsonWebKeys>
}

const longestPause = 8_000
/** The portal is asked to be left alone for longer than this: the caller is told instead of kept waiting. */
const longestWish = 30

/**
 * Repeating is safe: every call of a device has the same effect once or twice, and a seat belongs to the device's id. So a
 * call whose answer was lost is sent again with the same id and never takes a second seat.
 */
export function openPortal(options: PortalOptions): Portal {
  const { timeout = 15_000, retries = 3, pause = 500, fetch: send = fetch as unknown as Fetch } = options
  const base = baseOf(options)

  async function tryOnce<T>(
    method: string,
    path: string,
    body: unknown,
    read: (text: string) => T,
  ): Promise<T | Retry> {
    const url = `${base}${path}`
    let answer: { ok: boolean; status: number; retryAfter: number | null; text: string }
    try {
      const response = await send(url, {
        method,
        signal: AbortSignal.timeout(timeout),
        redirect: 'error',
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const { ok, status, headers } = response
      answer = { ok, status, retryAfter: secondsOf(headers.get('retry-after')), text: await response.text() }
    } catch (error) {
      return new Retry(new PortalUnreachable(`No answer from ${url}`, { cause: error }), null)
    }
    const { ok, status, retryAfter, text } = answer
    if (ok) {
      try {
        return read(text)
      } catch (error) {
        // A page of a captive portal or of a proxy, with status 200.
        return new Retry(new PortalUnreachable(`${url} is not answered by a portal`, { cause: error }), null)
      }
    }
    const problem = problemOf(text)
    const isPassing = status >= 500 || status === 408 || status === 429
    if (problem !== null && (!isPassing || status === 429)) {
      const refusal = new PortalRefusal(problem, status, retryAfter)
      if (!isPassing) throw refusal
      return new Retry(refusal, retryAfter)
    }
    return new Retry(
      new PortalUnreachable(`${url} answered ${status}`),
      isPassing ? retryAfter : Number.POSITIVE_INFINITY,
    )
  }

  async function call<T>(method: string, path: string, body: unknown, read: (text: string) => T): Promise<T> {
    for (let tried = 0; ; tried++) {
      const result = await tryOnce(method, path, body, read)
      if (!(result instanceof Retry)) return result
      const wish = result.after ?? 0
      if (tried >= retries || wish > longestWish) throw result.error
      // The pause is random, so that devices that lost the portal together do not return together.
      const random = Math.random() * Math.min(longestPause, pause * 2 ** tried)
      await new Promise((resolve) => setTimeout(resolve, wish * 1000 + random))
    }
  }

  return {
    activate: (device) => call('POST', '/activate', device, leaseOf),
    heartbeat: (device) => call('POST', '/heartbeat', device, leaseOf),
    release: (device) => call('POST', '/release', device, nothingOf),
    seats: ({ serialKey, deviceUuid }) => call('POST', '/seats', { serialKey, deviceUuid }, seatsOf),
    releaseSeat: ({ serialKey, deviceUuid }, licenseSeatId) =>
      call('POST', '/release', { serialKey, deviceUuid, licenseSeatId }, nothingOf),
    keys: () => call('GET', '/keys', undefined, keysOf),
  }
}

/** A try without an answer, or one that asked to come back later. */
class Retry {
  readonly error: Error
  /** Seconds to wait at least. */
  readonly after: number | null

  constructor(error: Error, after: number | null) {
    this.error = error
    this.after = after
  }
}

function baseOf({ portalUrl, allowHttp = false }: PortalOptions): string {
  const { protocol, hostname, href, username, password } = new URL(portalUrl)
  const isLocal = /(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && (isLocal || allowHttp)))
    throw new TypeError(`portalUrl must begin with https:// (${protocol}//${hostname} does not)`)
  if (username !== '' || password !== '') throw new TypeError('portalUrl must not contain a user name or password')
  return `${href.replace(/[?#].*$/, '').replace(/\/+$/, '')}/api/v1/devices`
}

const secondsOf = (text: string | null): number | null => (text !== null && /^\d+$/.test(text) ? Number(text) : null)

function problemOf(text: string): Problem | null {
  try {
    const problem = JSON.parse(text) as Problem | null
    return typeof problem?.code === 'string' ? problem : null
  } catch {
    return null
  }
}

function nothingOf(text: string): void {
  if (text !== '') throw new TypeError('Not an empty answer')
}

function leaseOf(text: string): Lease {
  const lease = JSON.parse(text) as Lease
  if (typeof lease?.lease !== 'string' || typeof lease.licenseSeatId !== 'string') throw new TypeError('Not a lease')
  return lease
}

function seatsOf(text: string): Seat[] {
  const seats = JSON.parse(text) as Seat[]
  if (!Array.isArray(seats) || seats.some((seat) => typeof seat?.licenseSeatId !== 'string'))
    throw new TypeError('Not a list of seats')
  return seats
}

function keysOf(text: string): JsonWebKeys {
  const answer = JSON.parse(text) as JsonWebKeys
  if (!Array.isArray(answer?.keys)) throw new TypeError('Not a key set')
  return answer
}
