import type { JsonWebKeys } from './signature.ts'

/** What the storage keeps, as JSON. */
export interface State {
  deviceUuid: string
  serialKey: string | null
  lease: string | null
  /** The portal's public keys. */
  keys: JsonWebKeys
  /** The highest number of the leases of this key. */
  newestNumber: number
  /** The latest time seen, in milliseconds since 1970. */
  newestTime: number
  /** The code with which the portal ended the lease. */
  refusal: string | null
}

/** The stored license cannot be read, and so the id of the device is lost. */
export class DamagedLicense extends Error {
  override readonly name = 'DamagedLicense'
}

export const emptyState = (deviceUuid: string | undefined): State => ({
  deviceUuid: deviceUuid ?? crypto.randomUUID(),
  serialKey: null,
  lease: null,
  keys: { keys: [] },
  newestNumber: 0,
  newestTime: 0,
  refusal: null,
})

/**
 * The state that a text has. A damaged text is like none if the program names the device; otherwise it is an error,
 * because a new id would take a second seat.
 */
export function stateOf(text: string, deviceUuid: string | undefined): State {
  let state: State | null = null
  try {
    state = JSON.parse(text) as State | null
  } catch {
    // Reported below.
  }
  if (typeof state?.deviceUuid !== 'string' || !Array.isArray(state.keys?.keys)) {
    if (deviceUuid !== undefined) return emptyState(deviceUuid)
    throw new DamagedLicense(
      'The stored license is damaged. Remove it, free the seat in the portal and activate again.',
    )
  }
  return { ...emptyState(state.deviceUuid), ...state, deviceUuid: deviceUuid ?? state.deviceUuid }
}
