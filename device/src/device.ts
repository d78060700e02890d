import type { Problem } from '@trellis/contract/codes'
import { type AnswerOf, type Endpoint, pathOf, type RequestOf } from '@trellis/contract/endpoint'
import { devices } from '@trellis/contract/licenses'
import { type LeaseCheck, type LeaseVerdict, verifyLease } from './lease.ts'
import { PortalRefusal } from './refusal.ts'
import type { JsonWebKeys } from './signature.ts'

type Activation = NonNullable<RequestOf<typeof devices.activate>['body']>

/** Details that the device reports about itself, shown in the list of seats. */
export type DeviceDetails = Omit<Activation, 'serialKey' | 'deviceUuid'>

/** A seat with its signed lease, as the portal returns it. */
export type Lease = AnswerOf<typeof devices.activate>

export interface DeviceOptions {
  /** Base URL of the portal, such as `https://portal.example.com`. */
  portalUrl: string
  /** The license key as the customer typed it. */
  serialKey: string
  /** Permanent id of this device: the same id always gets the same seat. At most 100 printable ASCII characters. */
  deviceUuid: string
  /** Timeout of a call in milliseconds; 15,000 by default. */
  timeout?: number
  /** Replaces the platform's `fetch`, for tests. */
  fetch?: typeof fetch
}

/**
 * The client of one installation of the vendor's software. Every call can throw a PortalRefusal, or an error
 * of `fetch`.
 */
export interface Device {
  /** Takes a seat, or returns the one that this device already has. The first activation starts the license period. */
  activate(details?: DeviceDetails): Promise<Lease>
  /** Returns a new lease for this device's seat; refused with `DV428` when it has no seat: call `activate` again. */
  heartbeat(): Promise<Lease>
  /** Gives the seat back. */
  release(): Promise<void>
  /** The public signing keys of the portal. Store them to verify leases offline. */
  keys(): Promise<JsonWebKeys>
  /** Whether this device may run with the lease now. Works offline. */
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
