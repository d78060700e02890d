import * as z from 'zod/mini'
import {
  DealDraft,
  DealSettings,
  DealUpdate,
  EBidDecision,
  EBidRequest,
  ExtensionDecision,
  ExtensionRequest,
  ProtectionDecision,
} from './deal-changes.ts'
import {
  dealEvents,
  dealSources,
  dealStatuses,
  decisionKinds,
  eBidStatuses,
  matchReasons,
  protectionStatuses,
} from './deal-states.ts'
import { endpoint, searchOf } from './endpoint.ts'
import { NewAccount } from './network.ts'
import { Prospect } from './prospects.ts'
import { listOf, pageQuery } from './search.ts'
import { Amount, ById, Created, Id, Instant, Money, NamedUser, Quantity } from './values.ts'

const Blocked = z.nullable(z.string())

export const DealItem = z.object({
  dealItemId: Id,
  dealId: Id,
  productId: Id,
  sku: z.string(),
  productName: z.string(),
  description: z.nullable(z.string()),
  qt: z.int(),
  priceMSRP: Amount,
  priceCurrencyId: z.int(),
  priceListId: z.nullable(Id),
  priceListName: z.nullable(z.string()),
})
export type DealItem = z.output<typeof DealItem>

export const EBidEntry = z.object({
  value: Amount,
  priceCurrencyId: z.int(),
  eBidStatus: z.enum(eBidStatuses),
  /** Resolved as that of the deal. */
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
  description: z.nullable(z.string()),
  vendor: Party,
  prospect: Prospect,
  startDate: Instant,
  estimatedCloseDate: z.nullable(Instant),
  creationDate: Instant,
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
  /** The orders that were made from it and are neither canceled nor revoked; left out in lists. */
  orders: z.optional(z.array(OrderOfDeal)),
  /** The code of the reason why the reader may not do it now; null when allowed. */
  blocked: z.object({
    update: Blocked,
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

export const dealList = listOf({
  item: Deal,
  ids: ['dealId'],
  sort: '-creationDate',
  fields: {
    id: { path: 'dealId', sort: true, filter: 'text' },
    code: { sort: true, filter: 'text' },
    prospect: { path: 'prospect.name', filter: 'text' },
    vatId: { path: 'prospect.vatId', filter: 'text' },
    vendor: { path: 'vendor.accountName', filter: 'text' },
    status: { sort: true, filter: 'choice' },
    protectionStatus: { sort: true, filter: 'choice' },
    eBidValue: { sort: true },
    eBidStatus: { sort: true, filter: 'choice' },
    creationDate: { sort: true, between: true },
    estimatedCloseDate: { between: true },
    /** Deals with one of these products. */
    productId: { filter: 'exact' },
    currencyCode: { filter: 'exact' },
    /** The open deals that the forecast counts in a month (`2026-05`), or without one (`none`) (rules J15). */
    forecastMonth: { filter: 'exact' },
    /** A deal of the reader's own account whose protection ends soon (rules Y2). */
    needsMe: { filter: 'flag' },
  },
})
export type DealSearch = z.output<typeof dealList.search>

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
  priceMSRP: Amount,
  priceCurrencyId: z.int(),
  currencyCode: z.string(),
  priceListId: z.nullable(Id),
  priceListName: z.nullable(z.string()),
})
export type DealProduct = z.output<typeof DealProduct>

/** What POST /orders takes with `dealId`. */
export const DealBuyer = z.object({
  /** The account with the prospect's VAT id below the deal's vendor; null when there is none. */
  accountId: z.nullable(Id),
  /** The payload of POST /accounts, filled from the prospect. */
  newAccount: NewAccount,
  /** Lines of the vendor's purchase: with an approved eBid they sum up to its amount, else the vendor's prices. */
  items: z.array(z.object({ productId: Id, quantity: Quantity, price: Money })),
})
export type DealBuyer = z.output<typeof DealBuyer>

export const DealTerms = z.extend(DealSettings, {
  /** Days that a registration is protected, and that an extension adds; set with the tenant's defaults. */
  protectionDays: z.int(),
})
export type DealTerms = z.output<typeof DealTerms>

const OfAccount = z.strictObject({ parentAccountId: z.optional(Id) })

/* Who may act on a deal is decided for each deal (rules J2, J3); so creators with `c` alone can update theirs. */
export const deals = {
  search: searchOf(dealList, {
    path: '/deals/search',
    summary: 'Deals of an account, and of those below it on request',
    permission: 'Deals:r',
    exportedAs: 'deals.search',
    refusals: ['RQ404'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/deals',
    summary: 'Register a deal for an account in reach; it is protected for the days that the tenant has set',
    permission: 'Deals:c',
    body: DealDraft,
    answer: Created,
    status: 201,
    refusals: ['RQ403', 'RQ404'],
  }),
  queue: endpoint({
    method: 'GET',
    path: '/deals/queue',
    summary: "What waits for the caller's decision, oldest first",
    permission: 'Deals:u',
    query: z.strictObject({
      ...pageQuery,
      /** Only deals on which no account nearer to their vendor decides. */
      nearestOnly: z.optional(z.enum(['true', 'false'])),
      kind: z.optional(z.enum(decisionKinds)),
    }),
    answer: z.object({ items: z.array(QueuedDecision), count: z.int(), overdue: z.int() }),
    refusals: ['RQ403'],
  }),
  forecast: endpoint({
    method: 'POST',
    path: '/deals/forecast',
    summary: 'Amounts of open deals by month of their estimated close, for the months from now on',
    permission: 'Deals:r',
    effect: 'read',
    body: z.strictObject({
      parentAccountId: z.optional(z.nullable(Id)),
      includeChildren: z._default(z.boolean(), true),
      months: z._default(z.int().check(z.minimum(1), z.maximum(36)), 12),
    }),
    answer: z.object({ items: z.array(ForecastRow) }),
    refusals: ['RQ404'],
  }),
  prospects: endpoint({
    method: 'GET',
    path: '/deals/prospects',
    summary: 'Prospects of deals in reach by a part of name or VAT id, the latest ten',
    permission: 'Deals:r',
    query: z.strictObject({ query: z.string().check(z.minLength(2), z.maxLength(255)) }),
    answer: z.array(Prospect),
  }),
  products: endpoint({
    method: 'GET',
    path: '/deals/products',
    summary:
      "Products that a deal of an account can have: those of its effective price list, at the vendor's list price",
    permission: 'Deals:r',
    query: OfAccount,
    answer: z.array(DealProduct),
    refusals: ['RQ404'],
  }),
  settings: endpoint({
    method: 'GET',
    path: '/deals/settings',
    summary: 'The days within which managers promise to decide, and those of protection',
    permission: 'Deals:r',
    answer: DealTerms,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/deals/settings',
    summary: 'Change them; super admins of the root account only',
    permission: 'Deals:u',
    body: DealSettings,
    answer: DealTerms,
    refusals: ['RQ403'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/deals/:id',
    summary: 'One deal with its items, eBid entries and orders',
    permission: 'Deals:r',
    params: ById,
    answer: Deal,
    refusals: ['RQ404'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/deals/:id/history',
    summary: 'What happened to a deal, newest first',
    permission: 'Deals:r',
    params: ById,
    answer: z.object({ items: z.array(DealHistoryEntry) }),
    refusals: ['RQ404'],
  }),
  duplicates: endpoint({
    method: 'GET',
    path: '/deals/:id/duplicates',
    summary: 'Living deals of other vendors for the same opportunity; only for managers of the deal',
    permission: 'Deals:r',
    params: ById,
    answer: z.object({
      items: z.array(PossibleDuplicate),
      /** How many more there are outside of the reader's reach. */
      outOfReach: z.int(),
    }),
    refusals: ['RQ404', 'DL524'],
  }),
  buyer: endpoint({
    method: 'GET',
    path: '/deals/:id/buyer',
    summary:
      'What a won deal is ordered with: the account of the prospect, or a new one, and the lines of the purchase',
    permission: 'Deals:r',
    params: ById,
    answer: DealBuyer,
    refusals: ['RQ404', 'DL524'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/deals/:id',
    summary: 'Change description, estimated close, chance and status',
    permission: 'Deals:r',
    params: ById,
    body: DealUpdate,
    answer: Deal,
    refusals: ['RQ403', 'RQ404', 'DL523', 'DL524'],
  }),
  updateProtectionStatus: endpoint({
    method: 'POST',
    path: '/deals/:id/updateProtectionStatus',
    summary: 'Decide on the protection of a deal',
    permission: 'Deals:u',
    params: ById,
    body: ProtectionDecision,
    answer: Deal,
    refusals: ['RQ404', 'RQ409', 'DL509', 'DL523', 'DL524'],
  }),
  updateEbidStatus: endpoint({
    method: 'POST',
    path: '/deals/:id/updateEbidStatus',
    summary: 'Approve or refuse the price that the vendor asked for',
    permission: 'Deals:u',
    params: ById,
    body: EBidDecision,
    answer: Deal,
    refusals: ['RQ404', 'RQ409', 'DL523', 'DL524'],
  }),
  updateEbidValue: endpoint({
    method: 'POST',
    path: '/deals/:id/updateEbidValue',
    summary: 'Ask for another price of all items',
    permission: 'Deals:r',
    params: ById,
    body: EBidRequest,
    answer: Deal,
    refusals: ['RQ403', 'RQ404', 'RQ409', 'DL523', 'DL524'],
  }),
  requestExtension: endpoint({
    method: 'POST',
    path: '/deals/:id/requestExtension',
    summary: 'Ask for an extension of the protection',
    permission: 'Deals:r',
    params: ById,
    body: ExtensionRequest,
    answer: Deal,
    refusals: ['RQ403', 'RQ404', 'RQ409', 'DL523', 'DL524'],
  }),
  extend: endpoint({
    method: 'POST',
    path: '/deals/:id/extend',
    summary: 'Grant the days of a protection once more from the present end, as the vendor asked, or refuse them',
    permission: 'Deals:u',
    params: ById,
    body: ExtensionDecision,
    answer: Deal,
    refusals: ['RQ404', 'RQ409', 'DL523', 'DL524'],
  }),
}
