import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, text } from './values.ts'

const deviceText = z.optional(z.nullable(text()))
const DeviceKey = {
  serialKey: z.string().check(z.minLength(1), z.maxLength(100)),
  deviceUuid: z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[\x20-\x7e]+$/)),
  /** The last message of the device; kept for trial products only. */
  currentTrialStep: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))),
}

/** Why a user of a key may not free a seat (`DV430`, `info.reason`). */
export const selfReleaseRefusals = ['not_allowed', 'none_left', 'suspended'] as const
export type SelfReleaseRefusal = (typeof selfReleaseRefusals)[number]

export const Lease = z.object({
  licenseSeatId: Id,
  /** A compact JWS (EdDSA) that the device can check offline. */
  lease: z.string(),
  leaseExpirationDate: Instant,
  expirationDate: z.nullable(Instant),
  maintenanceExpirationDate: z.nullable(Instant),
})

/** So many seats of a key are listed for a device, beside its own: those that were silent longest are the ones to free. */
export const maximumSeatsOfKey = 200

/** A seat that a device holds, as another device with the same key sees it. */
export const SeatOfKey = z.object({
  licenseSeatId: Id,
  /** What the device calls itself. Its id is not shown: who knows it can act as that device. */
  deviceName: z.nullable(z.string()),
  /** To the minute. */
  lastContact: Instant,
  /** Whether it is the seat of the device that asks. */
  isOwn: z.boolean(),
  /** Whether the device that asks may free it now. */
  releasable: z.boolean(),
})
export type SeatOfKey = z.output<typeof SeatOfKey>

/**
 * Common settings of the calls made by the vendor's software on devices: the serial key is the credential, and browsers
 * may call from any origin.
 */
const deviceCall = { permission: 'public', tenant: false, anyOrigin: true } as const

export const devices = {
  activate: endpoint({
    method: 'POST',
    path: '/devices/activate',
    summary: 'Activate a seat for a device; the first activation starts the license',
    ...deviceCall,
    body: z.strictObject({
      ...DeviceKey,
      deviceName: deviceText,
      deviceDescription: deviceText,
      deviceLang: deviceText,
      installedProduct: deviceText,
      installedVersion: deviceText,
      osName: deviceText,
      osVersion: deviceText,
    }),
    answer: Lease,
    refusals: ['DV404', 'DV409', 'DV410', 'DV423', 'DV426', 'RQ429'],
  }),
  heartbeat: endpoint({
    method: 'POST',
    path: '/devices/heartbeat',
    summary: 'Renew the lease of a seat that the device has',
    ...deviceCall,
    body: z.strictObject(DeviceKey),
    answer: Lease,
    refusals: ['DV404', 'DV410', 'DV423', 'DV426', 'DV428', 'RQ429'],
  }),
  release: endpoint({
    method: 'POST',
    path: '/devices/release',
    summary: 'Release the seat, or another one of the key, within what its product allows',
    ...deviceCall,
    body: z.strictObject({
      ...DeviceKey,
      /** The seat to free; by default the device's own. */
      licenseSeatId: z.optional(z.nullable(Id)),
    }),
    refusals: ['DV404', 'DV423', 'DV428', 'DV430', 'RQ404', 'RQ429'],
  }),
  seats: endpoint({
    method: 'POST',
    path: '/devices/seats',
    summary:
      'The seats of the key, for a device that has one or looks for one, the one that was silent longest first; 200 at most, and its own',
    ...deviceCall,
    body: z.strictObject({ serialKey: DeviceKey.serialKey, deviceUuid: DeviceKey.deviceUuid }),
    answer: z.array(SeatOfKey),
    refusals: ['DV404', 'RQ429'],
  }),
  keys: endpoint({
    method: 'GET',
    path: '/devices/keys',
    summary: "The installation's public keys, as a JSON Web Key Set",
    ...deviceCall,
    answer: z.object({
      keys: z.array(
        z.object({
          kty: z.string(),
          crv: z.string(),
          x: z.string(),
          kid: z.string(),
          alg: z.string(),
          use: z.string(),
        }),
      ),
    }),
  }),
}
