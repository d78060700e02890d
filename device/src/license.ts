import type { LeaseClaims } from './claims.ts'
import { type LeaseFault, verifyLease } from './lease.ts'
import { type DeviceDetails, type DeviceKey, type Lease, openPortal, type PortalOptions, type Seat } from './portal.ts'
import { PortalRefusal, PortalUnreachable } from './refusal.ts'
import type { JsonWebKeys } from './signature.ts'
import { emptyState, type State, stateOf } from './state.ts'
import type { LicenseStorage } from './storage.ts'

export interface LicenseOptions extends PortalOptions {
  storage: LicenseStorage
  /**
   * Permanent id of this device. Without it a random one is created once and kept in the storage: whoever copies the
   * storage copies the device.
   */
  deviceUuid?: string | undefined
  /**
   * The public keys that are trusted, built into the program. Without them the program trusts the keys that the portal
   * answers over TLS, and follows their rotation by itself.
   */
  keys?: JsonWebKeys | undefined
  /** The version of this program: sent at activation, and checked offline against the license. */
  installedVersion?: string | undefined
  /** Days for which the program may go on after the end of its lease; 0 by default. */
  graceDays?: number | undefined
  /** Hours after which a lease should be renewed; 24 by default. */
  heartbeatHours?: number | undefined
  /** The clock; for tests. */
  clock?: (() => Date) | undefined
}

export type LicenseStatus =
  | {
      valid: true
      claims: LeaseClaims
      /** The lease ended and `graceDays` last. */
      inGrace: boolean
      /** The lease is older than `heartbeatHours`. */
      heartbeatDue: boolean
    }
  | {
      valid: false
      /** `no_license`: never activated, or released. `refused`: the portal refused the device, see `refusal`. */
      reason: LeaseFault | 'no_license' | 'refused'
      /** The code of the portal's refusal, as `DV428`. */
      refusal: string | null
      /** What the last genuine lease said. */
      claims: LeaseClaims | null
    }

/** The license of this installation of the program. */
export interface License {
  /** Whether the program may run now. Works offline. */
  status(): Promise<LicenseStatus>
  /** Takes a seat for the key, and keeps its lease. Throws PortalRefusal or PortalUnreachable. */
  activate(serialKey: string, details?: DeviceDetails & { currentTrialStep?: number | null }): Promise<LicenseStatus>
  /**
   * Renews the lease. When the portal refuses because the device may no longer run (`DV404`, `DV410`, `DV423`, `DV426`,
   * `DV428`), the stored lease ends at once. Throws PortalRefusal or PortalUnreachable.
   */
  heartbeat(more?: { currentTrialStep?: number | null }): Promise<LicenseStatus>
  /** Gives the seat back and forgets the lease. Throws PortalRefusal or PortalUnreachable, and then keeps it. */
  release(): Promise<void>
  /**
   * The seats of a key, the one that was silent longest first. Without a key those of the activated one; a device that found no
   * free seat (`DV409`) names it. Throws PortalRefusal or PortalUnreachable.
   */
  seats(serialKey?: string): Promise<Seat[]>
  /**
   * Frees a seat of the key, such as that of a lost computer, as often as the vendor allows (`DV430`). The device's own is
   * released. Throws PortalRefusal or PortalUnreachable.
   */
  releaseSeat(licenseSeatId: string, serialKey?: string): Promise<void>
  /**
   * Renews the lease whenever it is due, until the function that is returned is called. `report` gets the status now and
   * then about every 15 minutes.
   */
  keepRenewed(report: (status: LicenseStatus) => void): () => void
}

/** What a new lease can change: a seat is resumed, a license extended. */
const renewable = ['lease_over', 'expired', 'version_not_covered', 'refused']

/** After these the device may not go on with the lease that it has. */
const ending = ['DV404', 'DV410', 'DV423', 'DV426', 'DV428']

export function openLicense(options: LicenseOptions): License {
  const { storage, installedVersion, graceDays, heartbeatHours = 24, clock = () => new Date() } = options
  const portal = openPortal(options)
  let last: Promise<unknown> = Promise.resolve()

  /** Runs one work after another, so that an old answer never follows a newer one. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }

  /** The stored state. The id of the device is stored before any call, so that no crash can lead to a second seat. */
  async function read(): Promise<State> {
    const text = (await storage.read()) ?? (await storage.create(JSON.stringify(emptyState(options.deviceUuid))))
    return stateOf(text, options.deviceUuid)
  }
  const write = (state: State) => storage.write(JSON.stringify(state))

  async function judge(state: State): Promise<LicenseStatus> {
    if (state.lease === null || state.serialKey === null) return failing('no_license')
    const verdict = await verifyLease(state.lease, options.keys ?? state.keys, {
      deviceUuid: state.deviceUuid,
      serialKey: state.serialKey,
      now: clock(),
      newestTime: new Date(state.newestTime),
      newestNumber: state.newestNumber,
      installedVersion,
      graceDays,
    })
    if (!verdict.valid) return failing(verdict.reason, null, verdict.claims)
    if (state.refusal !== null) return failing('refused', state.refusal, verdict.claims)
    const age = clock().getTime() - Date.parse(verdict.claims.issuedAt)
    return { ...verdict, heartbeatDue: age >= heartbeatHours * 3_600_000 }
  }

  async function status(): Promise<LicenseStatus> {
    const state = await read()
    const result = await judge(state)
    // Remembered in steps of an hour, so that a program that asks often does not write often.
    const now = clock().getTime()
    if (state.lease !== null && now > state.newestTime + 3_600_000) {
      // Another process may have renewed or released the lease meanwhile.
      const present = await read()
      if (present.lease === state.lease) await write({ ...present, newestTime: now })
    }
    return result
  }

  /** Keeps a lease of the portal if its signature is genuine; asks for the keys first if its key is not known. */
  async function keep(state: State, serialKey: string, { lease }: Lease): Promise<LicenseStatus> {
    const { deviceUuid } = state
    let keys = options.keys ?? state.keys
    // The portal's time is the better one: it also corrects a clock that was once ahead.
    const check = () => verifyLease(lease, keys, { deviceUuid, serialKey, now: clock() })
    let verdict = await check()
    if (!verdict.valid && verdict.reason === 'unknown_key' && options.keys === undefined) {
      keys = await portal.keys()
      verdict = await check()
    }
    if (verdict.claims === undefined)
      throw new PortalUnreachable(`The portal's lease cannot be verified: ${(verdict as { reason: string }).reason}`)
    const { issuedAt, number } = verdict.claims
    // Another process may have kept a newer lease meanwhile.
    const present = await read()
    const isOlder = present.serialKey === serialKey && present.lease !== null && present.newestNumber > number
    const next: State = isOlder
      ? present
      : { ...present, serialKey, lease, keys, newestNumber: number, newestTime: Date.parse(issuedAt), refusal: null }
    await write(next)
    return judge(next)
  }

  async function deviceKey(): Promise<{ state: State; key: DeviceKey } | null> {
    const state = await read()
    return state.serialKey === null
      ? null
      : { state, key: { serialKey: state.serialKey, deviceUuid: state.deviceUuid } }
  }

  const activate: License['activate'] = (serialKey, details = {}) =>
    inTurn(async () => {
      const state = await read()
      const { deviceUuid } = state
      const said = { ...(installedVersion !== undefined && { installedVersion }), ...details }
      return keep(state, serialKey, await portal.activate({ ...said, serialKey, deviceUuid }))
    })

  const heartbeat: License['heartbeat'] = (more = {}) =>
    inTurn(async () => {
      const known = await deviceKey()
      if (known === null) return failing('no_license')
      try {
        return await keep(known.state, known.key.serialKey, await portal.heartbeat({ ...known.key, ...more }))
      } catch (error) {
        if (error instanceof PortalRefusal && ending.includes(error.code))
          await write({ ...(await read()), refusal: error.code })
        throw error
      }
    })

  const forget = async () => write({ ...(await read()), serialKey: null, lease: null, refusal: null })

  const release: License['release'] = () =>
    inTurn(async () => {
      const known = await deviceKey()
      if (known === null) return
      try {
        await portal.release(known.key)
      } catch (error) {
        // The device has no seat, which is what was wanted.
        if (!(error instanceof PortalRefusal && error.code === 'DV428')) throw error
      }
      await forget()
    })

  /** The key that is named, or that of the device. */
  async function keyNamed(serialKey: string | undefined): Promise<{ state: State; key: DeviceKey }> {
    const state = await read()
    const key = serialKey ?? state.serialKey
    if (key === null) throw new TypeError('No license key is activated, and none is named')
    return { state, key: { serialKey: key, deviceUuid: state.deviceUuid } }
  }

  const seats: License['seats'] = (serialKey) => inTurn(async () => portal.seats((await keyNamed(serialKey)).key))

  const releaseSeat: License['releaseSeat'] = (licenseSeatId, serialKey) =>
    inTurn(async () => {
      const { state, key } = await keyNamed(serialKey)
      await portal.releaseSeat(key, licenseSeatId)
      // The program must not go on with the lease of a seat that it gave away.
      const { claims } = await judge(state)
      if (claims?.licenseSeatId === licenseSeatId) await forget()
    })

  function keepRenewed(report: (status: LicenseStatus) => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    const round = async () => {
      let current = await status()
      if (current.valid ? current.heartbeatDue : renewable.includes(current.reason))
        current = await heartbeat().catch(() => status())
      if (!stopped) report(current)
    }
    const next = (milliseconds: number) => {
      timer = setTimeout(() => {
        round()
          .catch(() => undefined)
          .finally(() => stopped || next(roundMilliseconds * (0.5 + Math.random())))
      }, milliseconds)
      // Does not keep a Node program running.
      ;(timer as { unref?: () => void }).unref?.()
    }
    next(0)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }

  return { status: () => inTurn(status), activate, heartbeat, release, seats, releaseSeat, keepRenewed }
}

/** How often `keepRenewed` looks at the lease: random around 15 minutes, so that devices spread their heartbeats. */
const roundMilliseconds = 15 * 60_000

const failing = (
  reason: LeaseFault | 'no_license' | 'refused',
  refusal: string | null = null,
  claims: LeaseClaims | null = null,
): LicenseStatus => ({ valid: false, reason, refusal, claims })
