import type { Problem } from '@trellis/contract/codes'
import { type AnswerOf, type Endpoint, pathOf, type RequestOf } from '@trellis/contract/endpoint'
import { devices } from '@trellis/contract/licenses'
import { type LeaseCheck, type LeaseVerdict, verifyLease } from './lease.ts'
import { PortalRefusal } from './refusal.ts'
import type { JsonWebKeys } from './signature.ts'

type Activation = NonNullable<RequestOf<typeof devices.activate>['body']>

/** What the device tells about itself, for whoever looks at the seats. */
export type DeviceDetails = Omit<Activation, 'serialKey' | 'deviceUuid'>

/** A seat with its signed lease, as the portal gives it. */
export type Lease = AnswerOf<typeof devices.activate>

export interface DeviceOptions {
  /** Where the portal is served, such as `https://portal.example.com`. */
  portalUrl: string
  /** As the customer typed it. */
  serialKey: string
  /** Names this device for good: the same one gets the same seat. At most 100 printable ASCII characters. */
  deviceUuid: string
  /** Milliseconds to wait for an answer. Default 15,000. */
  timeout?: number
  /** Default: the platform's. */
  fetch?: typeof fetch
}

/** One installation of the vendor's software, talking to the portal. Every call may throw a PortalRefusal, or what `fetch` throws. */
export interface Device {
  /** Takes a seat, or the one this device holds already; the first activation starts the license. */
  activate(details?: DeviceDetails): Promise<Lease>
  /** A fresh lease for the seat that this device holds; refused `DV428` when it holds none: activate again. */
  heartbeat(): Promise<Lease>
  /** Gives the seat back. */
  release(): Promise<void>
  /** The installation's public keys: keep them for checking leases offline. */
  keys(): Promise<JsonWebKeys>
  /** May this device run on the lease now? Needs no network. */
  verify(lease: string, keys: JsonWebKeys, check?: Omit<LeaseCheck, 'deviceUuid' | 'serialKey'>): Promise<LeaseVerdict>
}

export function createDevice(options: DeviceOptions): Device {
  const { portalUrl, serialKey, deviceUuid, timeout = 15_000, fetch: send = fetch } = options
  const base = `${portalUrl.replace(/\/+$/, '')}/api/v1`
  const device = { serialKey, deviceUuid }

  async function call<E extends Endpoint>(endpoint: E, body?: unknown): Promise<AnswerOf<E>> {
    const response = await send(base + pathOf(endpoint), {
      method: endpoint.method,
      signal: AbortSignal.timeout(timeout),
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) {
      const problem = (await response.json().catch(() => null)) as Problem | null
      throw new PortalRefusal(problem, response.status, response.headers.get('retry-after'))
    }
    return (endpoint.answer === undefined ? undefined : await response.json()) as AnswerOf<E>
  }

  return {
    activate: (details = {}) => call(devices.activate, { ...device, ...details }),
    heartbeat: () => call(devices.heartbeat, device),
    release: () => call(devices.release, device),
    keys: () => call(devices.keys),
    verify: (lease, keys, check) => verifyLease(lease, keys, { ...device, ...check }),
  }
}
