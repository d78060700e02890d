import * as z from 'zod/mini'
import { CertificatePdf } from './certificates.ts'
import { endpoint } from './endpoint.ts'
import { SelfReleases } from './licenses.ts'
import { renewalReasons } from './renewals.ts'
import { languageCodes } from './users.ts'
import { Email, Instant, text } from './values.ts'

/** The address of the public page of a key (rules K33). Whoever has it sees the page. */
export const KeyLink = z.object({ url: z.string(), creationDate: Instant })
export type KeyLink = z.output<typeof KeyLink>

/** Whether a key works, as its own page says it. */
export const keyStates = ['not_started', 'valid', 'ended'] as const

/** Seats of a key that its page names at most. */
export const maximumPageSeats = 100

/** A device that has a seat of the key. */
export const KeyPageSeat = z.object({
  /** Names the seat on this page, and nowhere else. */
  seatId: z.string(),
  /** What the device calls itself; null if it said nothing. */
  deviceName: z.nullable(z.string()),
  lastContact: Instant,
  /** Whoever has the link may free it now. */
  releasable: z.boolean(),
})

/** Why no renewal can be asked for: as for a renewal, or the account of the key is closed. */
export const noAskReasons = [...renewalReasons, 'account'] as const

/** Whether a renewal was asked for, or can be. */
export const KeyPageRenewal = z.object({
  /** When one was asked for that still waits; null when none was. */
  askedDate: z.nullable(Instant),
  /** Why none can be asked for; null when it can. */
  reason: z.nullable(z.enum(noAskReasons)),
})

/** The public page of a key: without the key, prices, or other companies than the seller (rules K34). */
export const KeyPage = z.object({
  productName: z.string(),
  state: z.enum(keyStates),
  /** The last instant of the license; null if it does not end, or has not started. */
  expirationDate: z.nullable(Instant),
  maintenanceExpirationDate: z.nullable(Instant),
  /** The product is a trial. */
  isTrial: z.boolean(),
  /** The company that sells to the owner of the key; null for the vendor itself. */
  sellerName: z.nullable(z.string()),
  seats: z.int(),
  seatsOccupied: z.int(),
  /** The devices that have a seat, the one that was silent longest first; a hundred at most. */
  devices: z.array(KeyPageSeat),
  /** How many seats may be freed by the users of the key in a year, and how many still; null when the product allows none. */
  releases: z.nullable(SelfReleases),
  /** A device whose seat was freed stops at its next contact, and after so many days at the latest. */
  leaseDays: z.int(),
  /** Whether a renewal was asked for, or can be. */
  renewal: KeyPageRenewal,
})
export type KeyPage = z.output<typeof KeyPage>

/** Who asks for the renewal, and what they say: all of it may be left out. */
export const RenewalAsk = z.strictObject({
  /** Who asks. */
  contactName: z.optional(z.nullable(text(100))),
  /** Where they can be answered. */
  contactEmail: z.optional(z.nullable(Email)),
  note: z.optional(z.nullable(text(1000))),
})
export type RenewalAsk = z.output<typeof RenewalAsk>

const SerialKey = z.strictObject({ serialKey: z.string().check(z.minLength(1), z.maxLength(100)) })
const Code = z.strictObject({ code: z.string().check(z.maxLength(100)) })

/** What is done with the page of a key by whom it belongs to. */
export const keyLinks = {
  read: endpoint({
    method: 'GET',
    path: '/licenses/:serialKey/page',
    summary: "The link of the key's own page. Refuses RQ404 when it has none",
    permission: 'Licenses:u',
    params: SerialKey,
    answer: KeyLink,
    refusals: ['RQ404'],
  }),
  make: endpoint({
    method: 'POST',
    path: '/licenses/:serialKey/page',
    summary: "Make the key's own page; a page that is there is answered again",
    permission: 'Licenses:u',
    params: SerialKey,
    answer: KeyLink,
    refusals: ['RQ404'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/licenses/:serialKey/page',
    summary: "Withdraw the key's own page: its link opens nothing any more, and a new page gets another one",
    permission: 'Licenses:u',
    params: SerialKey,
    refusals: ['RQ404'],
  }),
  sheet: endpoint({
    method: 'POST',
    effect: 'read',
    path: '/licenses/:serialKey/page/pdf',
    summary: "The link of the key's own page as a sheet with a QR code, in base64",
    permission: 'Licenses:u',
    params: SerialKey,
    body: z.strictObject({ languageCode: z.optional(z.enum(languageCodes)) }),
    answer: CertificatePdf,
    refusals: ['RQ404'],
  }),
  dismiss: endpoint({
    method: 'DELETE',
    path: '/licenses/:serialKey/ask',
    summary: 'Put away the renewal that was asked for on the page of the key',
    permission: 'Licenses:c',
    params: SerialKey,
    refusals: ['RQ404'],
  }),
}

/** What whoever has the link does on the page of a key. Unknown and withdrawn links are alike. */
export const keyPages = {
  read: endpoint({
    method: 'GET',
    path: '/key/:code',
    summary: 'The public page of a key. A withdrawn link is answered like an unknown one',
    permission: 'public',
    params: Code,
    answer: KeyPage,
    refusals: ['RQ404', 'RQ429'],
  }),
  release: endpoint({
    method: 'POST',
    path: '/key/:code/seats/:seatId/release',
    summary: "Free a seat of the key within its product's policy. A seat that is free already stays so",
    permission: 'public',
    params: z.strictObject({ ...Code.shape, seatId: z.string().check(z.maxLength(100)) }),
    answer: KeyPage,
    refusals: ['RQ404', 'RQ429', 'DV430'],
  }),
  ask: endpoint({
    method: 'POST',
    path: '/key/:code/renewal',
    summary: 'Ask for the renewal of the key: once, until it is renewed or put away. Refuses RQ409 with `info.reason`',
    permission: 'public',
    params: Code,
    body: RenewalAsk,
    answer: KeyPage,
    refusals: ['RQ404', 'RQ409', 'RQ429'],
  }),
}
