import * as z from 'zod/mini'
import { Amount, Id } from './values.ts'

/** Products with too little stock: `info.items` of OC527 and OC528. */
export const Shortage = z.object({
  productId: Id,
  productName: z.string(),
  sku: z.string(),
  quantity: z.int(),
  available: z.int(),
  missing: z.int(),
})
export type Shortage = z.output<typeof Shortage>

/** Maximum number of orders in one preview of approvals. */
export const maximumApprovals = 100

/** What supports the decision on one product of an order, for the vendor's side while it waits. */
export const ApprovalLine = z.object({
  productId: Id,
  /** The vendor's available pieces after the approval, negative when it is short; null for who issues, or without Stocks `r`. */
  remaining: z.nullable(z.int()),
  /** The vendor's warning threshold; null: none. */
  threshold: z.nullable(z.int()),
  /** What the vendor itself pays for a piece now; null when it cannot buy it, for who issues, or without Products `r`. */
  ownPrice: z.nullable(Amount),
  ownCurrencyId: z.nullable(z.int()),
})
export type ApprovalLine = z.output<typeof ApprovalLine>

/** What the buyer of an order owes, and what stops its approval: `info` of OC530 (rules O24, O25). */
export const CreditStop = z.object({
  currencyCode: z.string(),
  /** The most that the buyer may owe; null: no limit. */
  limit: z.nullable(Amount),
  /** What the buyer owes: its approved orders that are not paid. */
  open: Amount,
  /** What this approval adds. */
  order: Amount,
  /** What of it is older than the buyer's terms of payment allow. */
  overdue: Amount,
  /** The reader may pass it with a reason. */
  mayPass: z.boolean(),
})
export type CreditStop = z.output<typeof CreditStop>

/** The effect of approving one of several orders, if those before it in the list are approved first. */
export const Approval = z.object({
  orderId: Id,
  orderCode: z.string(),
  /**
   * The code of the reason why the reader may not approve it now; OC527 when it is short, OC530 when the buyer's credit stops it, OC531 when
   * others must sign first.
   */
  blocked: z.nullable(z.string()),
  /** Products that the vendor would be short of. */
  shortages: z.array(Shortage),
  /** One for each product; none where the reader may not approve it. */
  lines: z.array(ApprovalLine),
  /** What the buyer's credit stops; null where it does not. */
  credit: z.nullable(CreditStop),
})
export type Approval = z.output<typeof Approval>

/** The number of pieces of one product that the approvals would take from one vendor. */
export const ApprovedProduct = z.object({
  vendorAccountId: Id,
  vendorName: z.string(),
  productId: Id,
  sku: z.string(),
  productName: z.string(),
  quantity: z.int(),
  /** The vendor's available pieces afterwards. */
  remaining: z.int(),
  /** The vendor's warning threshold; null: none. */
  threshold: z.nullable(z.int()),
})
export type ApprovedProduct = z.output<typeof ApprovedProduct>
