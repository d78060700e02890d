import * as z from 'zod/mini'
import { externalIdsField } from './external-ids.ts'
import { Id, Quantity, text } from './values.ts'

/** Maximum number of keys that one call creates. */
export const maximumKeys = 5000

/** Upper camel case on the wire (`Items`, `ProductId`, …); lower camel case is accepted too (wire: conventions). */
export const LicenseDraft = z.strictObject({
  items: z
    .array(
      z.strictObject({
        productId: Id,
        qt: Quantity,
        /** False: one key with `qt` seats. True: `qt` keys of one seat. */
        generateSeparateKeys: z._default(z.boolean(), false),
        /**
         * Each entry is granted on every key of the item and costs one piece per seat, so its `qt` must equal the
         * item's.
         */
        extensions: z._default(z.array(z.strictObject({ productId: Id, qt: Quantity })).check(z.maxLength(20)), []),
        /**
         * The base keys whose seats an upgrade right takes, in this order. Without it, the owner's living base keys with free
         * seats, the latest end first. One key is made for each base key that is needed.
         */
        upgradeOf: z.optional(
          z.nullable(
            z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.minLength(1), z.maxLength(1000)),
          ),
        ),
      }),
    )
    .check(z.minLength(1), z.maxLength(50)),
  licenseNote: z.optional(z.nullable(text(2000))),
  /** Only where one key is made. */
  externalIds: externalIdsField,
  /** The account that will own the licenses. */
  parentAccountId: Id,
  /** An approved order whose buyer is the owner. */
  derivedOrderId: z.optional(z.nullable(Id)),
})
export type LicenseDraft = z.output<typeof LicenseDraft>

/** `info.errors` of LC519. */
export const LicenseError = z.object({
  productId: Id,
  productName: z.string(),
  sku: z.string(),
  reason: z.enum([
    'insufficient_stock',
    'not_a_license',
    'not_active',
    'not_an_extension',
    'base_key_missing',
    'too_many_keys',
  ]),
  missing: z.optional(z.int()),
})
export type LicenseError = z.output<typeof LicenseError>

/** Maximum number of keys in one export. */
export const maximumExported = 1000

export const LicenseExport = z.strictObject({
  /** The account that owns the licenses and the environment. */
  parentAccountId: Id,
  onPremisesEnvironmentId: Id,
  serials: z
    .array(z.strictObject({ serialKey: z.string().check(z.minLength(1), z.maxLength(100)) }))
    .check(z.minLength(1), z.maxLength(maximumExported)),
})
export type LicenseExport = z.output<typeof LicenseExport>

/** `info.errors` of LC522. */
export const LicenseExportError = z.object({
  serialKey: z.string(),
  reason: z.enum(['not_on_premise', 'trial', 'expired', 'other_owner', 'seat_occupied', 'exported_elsewhere']),
})
export type LicenseExportError = z.output<typeof LicenseExportError>

/** Ids of seats that were freed, and of those that stay because they are suspended. */
export const ClearedSeats = z.object({ cleared: z.array(Id), suspended: z.array(Id) })
export type ClearedSeats = z.output<typeof ClearedSeats>

export const SeatStatus = z.enum(['active', 'suspended'])
export type SeatStatus = z.output<typeof SeatStatus>
