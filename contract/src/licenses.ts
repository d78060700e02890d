import * as z from 'zod/mini'
import { endpoint, searchOf } from './endpoint.ts'
import { Entitlements } from './entitlements.ts'
import { ExternalIds, externalIdsField } from './external-ids.ts'
import { ClearedSeats, LicenseDraft, LicenseExport, SeatStatus } from './license-changes.ts'
import { after, listOf } from './search.ts'
import { Id, Instant, text } from './values.ts'

export const LicenseDetail = z.object({
  licenseDetailId: Id,
  serialKey: z.string(),
  sku: z.string(),
  productName: z.string(),
  durationYears: z.int(),
  durationMonths: z.int(),
  durationDays: z.int(),
  maintenanceDurationYears: z.int(),
  maintenanceDurationMonths: z.int(),
  maintenanceDurationDays: z.int(),
  licenseIsPerpetual: z.boolean(),
  maintenanceIsPerpetual: z.boolean(),
  creationDate: Instant,
})

export const LicenseSeat = z.object({
  licenseSeatId: Id,
  deviceUuid: z.string(),
  deviceName: z.nullable(z.string()),
  deviceDescription: z.nullable(z.string()),
  deviceLang: z.nullable(z.string()),
  installedProduct: z.nullable(z.string()),
  installedVersion: z.nullable(z.string()),
  osName: z.nullable(z.string()),
  osVersion: z.nullable(z.string()),
  /** True while the device holds the seat and may use it. */
  active: z.boolean(),
  suspended: z.boolean(),
  /** True once the seat was cleared or released. Such seats are kept as history and shown only for trial products. */
  revoked: z.boolean(),
  currentTrialStep: z.nullable(z.int()),
  creationDate: Instant,
  lastSeenDate: Instant,
  /** Whether another device takes it over once all seats are taken: it was silent for longer than its product allows. */
  mayBeTakenOver: z.boolean(),
})
export type LicenseSeat = z.output<typeof LicenseSeat>

/** A renewal that was asked for on the page of a key, with what its author said of themselves. */
export const KeyAsk = z.object({
  askedDate: Instant,
  /** Who asked, as they said it. */
  contactName: z.nullable(z.string()),
  /** Where they want to be answered. */
  contactEmail: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type KeyAsk = z.output<typeof KeyAsk>

/** How many seats of a key its users may free by themselves within 365 days. */
export const SelfReleases = z.object({
  /** What its product allows; 0: none. */
  allowed: z.int(),
  /** How many may still be freed now. */
  left: z.int(),
  /** If none is left, the instant from which the next is possible. */
  nextReleaseDate: z.nullable(Instant),
})
export type SelfReleases = z.output<typeof SelfReleases>

export const License = z.object({
  licenseId: Id,
  serialKey: z.string(),
  seats: z.int(),
  seatsOccupied: z.int(),
  licenseHasBeenActivated: z.boolean(),
  licenseHasBeenExported: z.boolean(),
  exportOnPremiseEnvironmentId: z.nullable(Id),
  creationDate: Instant,
  /** The time of its newest event. */
  modifiedDate: Instant,
  createdBy: z.nullable(z.string()),
  activationDate: z.nullable(Instant),
  /** The last instant at which it is valid; null before activation and for perpetual licenses. */
  expirationDate: z.nullable(Instant),
  maintenanceExpirationDate: z.nullable(Instant),
  licenseIsPerpetual: z.boolean(),
  maintenanceIsPerpetual: z.boolean(),
  product: z.object({
    productId: Id,
    sku: z.string(),
    name: z.string(),
    islicenseUpgradeRight: z.boolean(),
    isLicenseTrial: z.boolean(),
    environmentType: z.int(),
  }),
  ownerAccount: z.object({ accountId: Id, accountCode: z.string(), accountName: z.string() }),
  /**
   * The base key whose seats an upgrade key takes, and the end that holds for both; null for other keys. The end is null if it
   * does not end, or has not started.
   */
  upgradeOf: z.nullable(z.object({ serialKey: z.string(), expirationDate: z.nullable(Instant) })),
  /** Seats that upgrade keys have taken of it. */
  upgradedSeats: z.int(),
  /** The keys that upgrade it. Left out in lists. */
  upgrades: z.optional(
    z.array(z.object({ serialKey: z.string(), productName: z.string(), sku: z.string(), seats: z.int() })),
  ),
  /** Left out in lists. */
  extensions: z.optional(Entitlements.extensions),
  /** Left out in lists. */
  entitlements: z.optional(Entitlements.entitlements),
  /** Left out in lists. */
  licenseDetails: z.optional(z.array(LicenseDetail)),
  /** Left out in lists. */
  licenseSeats: z.optional(z.array(LicenseSeat)),
  /** Days of silence after which a seat may be taken over; null: never. Left out in lists. */
  seatReclaimDays: z.optional(z.nullable(z.int())),
  /** Left out in lists. */
  selfReleases: z.optional(SelfReleases),
  licenseNote: z.nullable(z.string()),
  /** It has a public page of its own (rules K33). Left out in lists. */
  hasPage: z.optional(z.boolean()),
  /** The renewal that was asked for on that page and still waits; null when there is none. Left out in lists. */
  ask: z.optional(z.nullable(KeyAsk)),
  externalIds: ExternalIds,
  derivedOrderId: z.nullable(Id),
  derivedOrderCode: z.nullable(z.string()),
  licenseExport: z.nullable(
    z.object({
      customerName: z.string(),
      customerEnvironmentId: z.string(),
      onPremiseEnvironmentId: Id,
      exportDate: Instant,
      /** The license or its environment changed after its document was signed. */
      isStale: z.boolean(),
    }),
  ),
  blocked: z.object({
    update: z.nullable(z.string()),
    renew: z.nullable(z.string()),
    export: z.nullable(z.string()),
    /** Clearing, suspending and resuming seats. */
    seats: z.nullable(z.string()),
    deleteSeats: z.nullable(z.string()),
  }),
})
export type License = z.output<typeof License>

/** States of a license that the dashboard counts (rules D10 to D12). */
export const licenseStates = ['active', 'expired', 'maintenanceExpired', 'maintenanceEnding'] as const
export type LicenseState = (typeof licenseStates)[number]

export const licenseList = listOf({
  item: License,
  ids: ['licenseId'],
  sort: '-creationDate',
  fields: {
    licenseId: { sort: true, filter: 'exact' },
    after,
    serialKey: { sort: true, filter: 'text' },
    /** `sap:4711`, or `4711` for that id in any system. */
    externalId: { filter: 'exact' },
    /**
     * Words, in any order (rules H1): of the key, of the name or id of a device on it, of the name or e-mail address of who made
     * it, of the code or reference of its order, of the product's name and SKU, and of the owner's name.
     */
    anything: { filter: 'text' },
    creationDate: { sort: true, between: true },
    modifiedDate: { sort: true, between: true },
    activationDate: { sort: true, between: true },
    expirationDate: { sort: true, between: true },
    maintenanceExpirationDate: { sort: true, between: true },
    productName: { path: 'product.name', sort: true, filter: 'text' },
    sku: { path: 'product.sku', sort: true, filter: 'text' },
    ownerAccountName: { path: 'ownerAccount.accountName', sort: true, filter: 'text' },
    /** `trial` or `full`. */
    type: { path: 'product.isLicenseTrial', filter: 'choice' },
    activated: { sort: true, filter: 'flag' },
    exported: { path: 'licenseHasBeenExported', sort: true, filter: 'flag' },
    productId: { path: 'product.productId', filter: 'exact' },
    /**
     * The licenses behind a figure of the dashboard: `active`, `expired`, `maintenanceExpired` or `maintenanceEnding`, now
     * or at the end of a day (`expired@2026-05-31`).
     */
    state: { filter: 'exact' },
  },
})
export const LicenseSearch = licenseList.search
export type LicenseSearch = z.output<typeof LicenseSearch>

export const licenseEvents = [
  'created',
  'imported',
  'activated',
  'upgraded',
  'renewed',
  'exported',
  'noted',
  'external_ids_changed',
  'seat_taken',
  'seat_released',
  'seat_self_released',
  'seat_taken_over',
  'seat_cleared',
  'seat_deleted',
  'seat_suspended',
  'seat_resumed',
  'page_made',
  'page_withdrawn',
  'renewal_asked',
  'ask_dismissed',
] as const

/** One entry of the history of a license and its seats. */
export const LicenseEvent = z.object({
  id: Id,
  creationDate: Instant,
  event: z.enum(licenseEvents),
  /** Who did it; null for a device or the portal. */
  createdBy: z.nullable(z.string()),
  /** The device of the seat that it concerns, by name or else by id. */
  device: z.nullable(z.string()),
  /** The device that freed the seat or took it over, by name or else by id; null for one freed on the key's page. */
  otherDevice: z.nullable(z.string()),
  /** What a note was before and after. */
  noteBefore: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The key that took seats of it, or whose seats it takes. */
  otherSerialKey: z.nullable(z.string()),
  /** The end of the license, or of its maintenance if it is perpetual, after an activation or renewal. */
  dueDate: z.nullable(Instant),
})
export type LicenseEvent = z.output<typeof LicenseEvent>

/** Entries in one answer of the history. */
export const eventsOfPage = 50

const SerialKey = z.strictObject({ serialKey: z.string().check(z.minLength(1), z.maxLength(100)) })

/** What is left out stays as it is. */
export const LicenseNote = z.strictObject({
  licenseNote: z.optional(z.nullable(text(2000))),
  externalIds: externalIdsField,
})

export const licenses = {
  search: searchOf(licenseList, {
    path: '/licenses/search',
    summary: 'Licenses of an account, and of those below it on request',
    permission: 'Licenses:r',
    exportedAs: 'licenses.search',
    refusals: ['RQ404'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/licenses',
    summary: "Create license keys from the owner's stock",
    permission: 'Licenses:c',
    body: LicenseDraft,
    spelled: true,
    answer: z.object({ id: Id, serialKeys: z.array(z.string()) }),
    status: 201,
    refusals: ['RQ404', 'LC519', 'LC520'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/licenses/:serialKey',
    summary: 'One license with its details and seats',
    permission: 'Licenses:r',
    params: SerialKey,
    answer: License,
    refusals: ['RQ404'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/licenses/:serialKey/history',
    summary: 'What happened to a license and its seats, the newest first, 50 at a time',
    permission: 'Licenses:r',
    params: SerialKey,
    /** `before`: the id of the last entry that the caller has. */
    query: z.strictObject({ before: z.optional(Id) }),
    answer: z.object({ items: z.array(LicenseEvent), hasMore: z.boolean() }),
    refusals: ['RQ404'],
  }),
  note: endpoint({
    method: 'PUT',
    path: '/licenses/:serialKey/note',
    summary: 'Change the note and the external ids',
    permission: 'Licenses:u',
    params: SerialKey,
    body: LicenseNote,
    answer: License,
    refusals: ['RQ404'],
  }),
  export: endpoint({
    method: 'POST',
    path: '/licenses/export',
    summary: 'Export licenses to an on-premise environment as a signed `.lic` file, all or none',
    permission: 'Licenses:u',
    body: LicenseExport,
    file: true,
    refusals: ['RQ404', 'LC522'],
  }),
  clearSeats: endpoint({
    method: 'PUT',
    path: '/licenses/:serialKey/seats/clear',
    summary: 'Free the named seats, or all but the suspended ones',
    permission: 'LicensesRMA:u',
    params: SerialKey,
    body: z.strictObject({ licenseSeatId: z._default(z.array(Id).check(z.maxLength(10_000)), []) }),
    spelled: true,
    answer: ClearedSeats,
    refusals: ['RQ404', 'RQ409', 'LC521'],
  }),
  changeSeat: endpoint({
    method: 'PUT',
    path: '/licenses/:serialKey/seats/:licenseSeatId/status',
    summary: 'Suspend or resume a seat',
    permission: 'LicensesRMA:u',
    params: z.strictObject({ ...SerialKey.shape, licenseSeatId: Id }),
    body: z.strictObject({ status: SeatStatus }),
    answer: License,
    refusals: ['RQ404', 'RQ409'],
  }),
  deleteSeats: endpoint({
    method: 'DELETE',
    path: '/licenses/:licenseId/seats',
    summary: 'Delete every seat, suspended ones too; the audit log keeps them',
    permission: 'LicensesRMA:d',
    params: z.strictObject({ licenseId: Id }),
    refusals: ['RQ404'],
  }),
}
