import * as z from 'zod/mini'
import { Id, Instant } from './values.ts'

/** The `typ` header of a receipt, so that no other signed document is accepted as one (RFC 8725, 3.11). */
export const dealReceiptType = 'trellis-deal-receipt+jwt'

/** What was registered, as a hash, with when and where the audit log has it. */
const Registered = z.object({
  /** SHA-256, in base64url, of the salt, a line break and the text that the deal's owner can disclose. */
  hash: z.string(),
  /** Since when it is registered like this: a correction has a time of its own. */
  at: Instant,
  /** The event in the tenant's audit log; its link of the chain follows within minutes. Null where the log has none. */
  audit: z.nullable(z.object({ id: Id, seq: z.nullable(z.int()), hash: z.nullable(z.string()) })),
})

/** The claims of a receipt: the payload of a compact JWS (EdDSA), signed with the key of licenses. */
export const DealReceiptClaims = z.object({
  tenantCode: z.string(),
  dealCode: z.string(),
  vendorCode: z.string(),
  vendorName: z.string(),
  registeredAt: Instant,
  prospect: Registered,
  products: Registered,
  issuedAt: Instant,
})
export type DealReceiptClaims = z.output<typeof DealReceiptClaims>

export const DealReceipt = z.object({
  /** The compact JWS. It can be shown to anybody: it names neither the prospect nor other deals. */
  receipt: z.string(),
  /** What the deal's owner shows to prove what was registered; null for everybody else. */
  disclosed: z.nullable(
    z.object({
      salt: z.string(),
      /** JSON: name, VAT id and code of the country. */
      prospect: z.string(),
      /** JSON: SKU and quantity of each product. */
      products: z.string(),
    }),
  ),
})
export type DealReceipt = z.output<typeof DealReceipt>
