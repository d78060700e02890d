import * as z from 'zod/mini'
import { DealSettings } from './deal-changes.ts'
import { Standing } from './deal-standing.ts'
import {
  dealEvents,
  dealSources,
  dealStatuses,
  decisionKinds,
  eBidStatuses,
  matchReasons,
  protectionStatuses,
} from './deal-states.ts'
import { ExternalIds } from './external-ids.ts'
import { NewAccount } from './network.ts'
import { Prospect } from './prospects.ts'
import { QuantityBreaks } from './quantity-breaks.ts'
import { Amount, Id, Instant, Money, NamedUser, Quantity } from './values.ts'

const Blocked = z.nullable(z.string())

export const DealItem = z.object({
  dealItemId: Id,
  dealId: Id,
  productId: Id,
  sku: z.string(),
  productName: z.string(),
  description: z.nullable(z.string()),
  qt: z.int(),
  /** What the deal's vendor paid for a piece when it was registered: its effective price. */
  price: Amount,
  /** The deal's currency. */
  priceCurrencyId: z.int(),
  /** The vendor of the software's suggested retail price then, for information. */
  priceMSRP: Amount,
  priceMSRPCurrencyId: z.int(),
  priceMSRPCurrencyCode: z.string(),
  priceListId: z.nullable(Id),
  priceListName: z.nullable(z.string()),
})
export type DealItem = z.output<typeof DealItem>

export const EBidEntry = z.object({
  value: Amount,
  priceCurrencyId: z.int(),
  eBidStatus: z.enum(eBidStatuses),
  /** Resolved in the same way as that of the deal. */
  eBidApprovedValue: Amount,
  creationDate: Instant,
})

const Party = z.object({ accountId: Id, accountCode: z.string(), accountName: z.string() })

/** A decision that a manager owes. */
export const WaitingDecision = z.object({
  kind: z.enum(decisionKinds),
  since: Instant,
  /** When the promise of days ends (rules J12). */
  due: Instant,
  /** What the vendor said when asking. */
  reason: z.nullable(z.string()),
})
export type WaitingDecision = z.output<typeof WaitingDecision>

export const orderKinds = ['purchase', 'sale'] as const

export const OrderOfDeal = z.object({
  kind: z.enum(orderKinds),
  orderId: Id,
  orderCode: z.string(),
  status: z.string(),
})

export const Deal = z.object({
  dealId: Id,
  code: z.string(),
  externalIds: ExternalIds,
  description: z.nullable(z.string()),
  vendor: Party,
  prospect: Prospect,
  startDate: Instant,
  estimatedCloseDate: z.nullable(Instant),
  creationDate: Instant,
  /** The time of its newest event. */
  modifiedDate: Instant,
  /** The end of the protection. */
  expirationDate: Instant,
  isExpired: z.boolean(),
  chanceOfClosure: z.int(),
  status: z.enum(dealStatuses),
  protectionStatus: z.enum(protectionStatuses),
  /** 0: no other price was asked for. */
  eBidValue: Amount,
  /** The approved amount, else the amount asked for, else the total of the items. */
  eBidApprovedValue: Amount,
  eBidStatus: z.enum(eBidStatuses),
  itemsTotal: Amount,
  currencyId: z.int(),
  currencyCode: z.string(),
  creator: z.nullable(NamedUser),
  /** The nearest account that decides on the deal. */
  decidedBy: z.nullable(Party),
  /** What waits for a decision, oldest first; empty once all is decided, or the deal has expired. */
  waiting: z.array(WaitingDecision),
  /** Left out in lists. */
  items: z.optional(z.array(DealItem)),
  /** Newest first; left out in lists. */
  ebid: z.optional(z.array(EBidEntry)),
  /** Facts for the reader, what matters most first; left out in lists. */
  standing: z.optional(z.array(Standing)),
  /** The orders that were made from it and are neither canceled nor revoked; left out in lists. */
  orders: z.optional(z.array(OrderOfDeal)),
  /** The code of the reason why the reader may not do it now; null when allowed. */
  blocked: z.object({
    update: Blocked,
    /** Prospect and items, until the protection is decided. */
    correct: Blocked,
    askEbid: Blocked,
    askExtension: Blocked,
    order: Blocked,
    protect: Blocked,
    decideEbid: Blocked,
    extend: Blocked,
    compare: Blocked,
  }),
})
export type Deal = z.output<typeof Deal>

export const DealHistoryEntry = z.object({
  dealHistoryId: Id,
  dealId: Id,
  creationDate: Instant,
  source: z.enum(dealSources),
  event: z.enum(dealEvents),
  createdBy: z.nullable(z.string()),
  /** Null too where only managers may read it. */
  reason: z.nullable(z.string()),
  dealChanceOFClosure: z.int(),
  dealDescription: z.nullable(z.string()),
  dealEstimatedCloseDate: z.nullable(Instant),
  dealProtectionStatus: z.enum(protectionStatuses),
  dealStatus: z.enum(dealStatuses),
  eBidValue: Amount,
  eBidStatus: z.enum(eBidStatuses),
  eBidApprovedValue: Amount,
})
export type DealHistoryEntry = z.output<typeof DealHistoryEntry>

/** A living deal of another vendor for what seems to be the same opportunity. Only managers of a deal read them. */
export const PossibleDuplicate = z.object({
  deal: Deal,
  reasons: z.array(z.enum(matchReasons)),
  /** The products that both deals have. */
  products: z.array(z.object({ productId: Id, sku: z.string(), productName: z.string() })),
})
export type PossibleDuplicate = z.output<typeof PossibleDuplicate>

export const QueuedDecision = z.object({ ...WaitingDecision.shape, deal: Deal })
export type QueuedDecision = z.output<typeof QueuedDecision>

export const ForecastRow = z.object({
  /** First day of a month, `YYYY-MM-DD`; null: no date, or one that has passed. */
  month: z.nullable(z.string()),
  currencyId: z.int(),
  currencyCode: z.string(),
  deals: z.int(),
  amount: Amount,
  /** Each amount times the deal's chance. */
  weighted: Amount,
})
export type ForecastRow = z.output<typeof ForecastRow>

/** A product that can be put into a deal of an account. */
export const DealProduct = z.object({
  productId: Id,
  sku: z.string(),
  productName: z.string(),
  /** What the account pays for a piece: its effective price. */
  price: Amount,
  priceCurrencyId: z.int(),
  currencyCode: z.string(),
  priceMSRP: Amount,
  priceMSRPCurrencyId: z.int(),
  priceMSRPCurrencyCode: z.string(),
  priceListId: z.nullable(Id),
  priceListName: z.nullable(z.string()),
  /** Lower prices from a number of pieces in one deal on. */
  quantityBreaks: QuantityBreaks,
})
export type DealProduct = z.output<typeof DealProduct>

/** What POST /orders takes with `dealId`. */
export const DealBuyer = z.object({
  /** The account below the deal's vendor with the prospect's VAT id, or with its name where it has none; null when there is none. */
  accountId: z.nullable(Id),
  /** The payload of POST /accounts, filled from the prospect; null where an import left out what an account must have. */
  newAccount: z.nullable(NewAccount),
  /** Lines of the vendor's purchase: an approved eBid shared over them, or the vendor's effective prices where lower. */
  items: z.array(z.object({ productId: Id, quantity: Quantity, price: Money })),
  /** The currency of those prices. */
  currencyId: z.int(),
  currencyCode: z.string(),
  /**
   * The sale by the price list that serves the buyer, or would serve the new account without one of its own; null when none does. The
   * order of the sale is in its currency. `items` has what the buyer can buy, at its effective prices; of a new account nothing.
   */
  sale: z.nullable(
    z.object({
      currencyId: z.int(),
      currencyCode: z.string(),
      items: z.array(z.object({ productId: Id, quantity: Quantity, price: Money })),
    }),
  ),
})
export type DealBuyer = z.output<typeof DealBuyer>

export const DealTerms = z.object({
  ...DealSettings.shape,
  /** Days that a registration is protected, and that an extension adds; set with the tenant's defaults. */
  protectionDays: z.int(),
})
export type DealTerms = z.output<typeof DealTerms>
