import * as z from 'zod/mini'
import { Address, CertificateMark } from './accounts.ts'
import { DiscountType } from './catalogue.ts'
import { endpoint, searchOf } from './endpoint.ts'
import { ExternalIds, externalIdsField } from './external-ids.ts'
import { Approval, ApprovedProduct, maximumApprovals } from './order-approvals.ts'
import { Marked, OrderMarks } from './order-marks.ts'
import { after, listOf } from './search.ts'
import { languageCodes } from './users.ts'
import { Amount, ById, Id, Instant, Money, maximumQuantity, NamedUser, Quantity, requiredText, text } from './values.ts'

export const orderStatuses = ['pending', 'approved', 'canceled', 'revoked'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/**
 * Why an order is derived from another: it buys stock that was missing; it is the rest that was not approved; it is the part that
 * was returned (rules O21, O22).
 */
export const derivations = ['shortage', 'rest', 'return'] as const
export type Derivation = (typeof derivations)[number]

/** Allowed changes of status (rules O4). */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['approved', 'canceled'],
  approved: ['revoked'],
  canceled: [],
  revoked: [],
}

/** Maximum number of lines: a larger order would keep its locks for too long. */
export const maximumLines = 1000

export const OrderItem = z.object({
  orderItemId: Id,
  orderId: Id,
  productId: Id,
  productSku: z.string(),
  productName: z.string(),
  productDescription: z.nullable(z.string()),
  qt: z.int(),
  /** The agreed price. */
  price: Amount,
  priceCurrencyId: z.int(),
  priceListId: z.nullable(Id),
  priceListName: z.nullable(z.string()),
  /** The buyer's effective price when the order was made. */
  priceListPrice: Amount,
  priceListCustomPriceDiscountType: DiscountType,
  priceListCustomPriceDiscountAmount: z.nullable(Amount),
})
export type OrderItem = z.output<typeof OrderItem>

/** The order that a part became, or of which it is a part. */
export const PartOrder = z.object({ orderId: Id, orderCode: z.string() })

/** One entry of an order's history. */
export const OrderDetail = z.object({
  source: z.string(),
  sourceData: z.nullable(z.string()),
  /** Why the vendor's side passed the credit limit; null where it did not (rules O25). */
  reason: z.nullable(z.string()),
  /** The other order, where only a part was decided (rules O21, O22); null where the whole was. Left out in lists. */
  partOrder: z.optional(z.nullable(PartOrder)),
  orderStatus: z.enum(orderStatuses),
  creationDate: Instant,
  updateDate: Instant,
  createdBy: z.nullable(z.string()),
})

const Blocked = z.nullable(z.string())

export const Attachment = z.object({
  accountFileId: Id,
  fileName: z.string(),
  fileType: z.string(),
  fileSize: z.int(),
  fileNote: z.nullable(z.string()),
  uploadedByAccountName: z.string(),
  uploadedByUserFullName: z.string(),
  uploadDate: Instant,
  /** The code of the reason why the reader may not do it now; null when allowed. */
  blocked: z.object({ update: Blocked, delete: Blocked }),
})
export type Attachment = z.output<typeof Attachment>

const Party = z.object({ accountId: Id, accountCode: z.string(), accountName: z.string() })

/** Another order of the same chain: the order that one was derived from, or one that was derived from it. */
export const ChainedOrder = z.object({
  orderId: Id,
  orderCode: z.string(),
  derivedOrderId: z.nullable(Id),
  /** Why it is derived; null where it is not. */
  derivation: z.nullable(z.enum(derivations)),
  /** False: the reader may know the code only; the other fields are null. */
  reachable: z.boolean(),
  status: z.nullable(z.enum(orderStatuses)),
  buyer: z.nullable(Party),
  vendor: z.nullable(Party),
})
export type ChainedOrder = z.output<typeof ChainedOrder>

export const Order = z.object({
  orderId: Id,
  orderCode: z.string(),
  /** Shared by all orders of a chain of derived orders. */
  relationId: Id,
  status: z.enum(orderStatuses),
  invoiced: z.boolean(),
  paid: z.boolean(),
  invoiceId: z.nullable(z.string()),
  invoiceProvider: z.nullable(z.string()),
  /** History, newest first; in lists only the newest entry. */
  details: z.array(OrderDetail),
  /** Left out in lists. */
  items: z.optional(z.array(OrderItem)),
  buyerAccountId: Id,
  vendorAccountId: Id,
  buyer: Party,
  /** The buyer's valid certificates, by name; left out in lists, none where the reader does not reach the buyer. */
  buyerCertificatesBadges: z.optional(z.array(CertificateMark)),
  vendor: Party,
  creator: z.nullable(NamedUser),
  creationDate: Instant,
  /** The time of its newest event. */
  modifiedDate: Instant,
  createdBy: z.nullable(z.string()),
  addressId: z.nullable(Id),
  /** The delivery address; left out in lists. */
  address: z.optional(z.nullable(Address)),
  orderNote: z.nullable(z.string()),
  orderRefCode: z.nullable(z.string()),
  externalIds: ExternalIds,
  orderTotal: Amount,
  currencyId: z.int(),
  currencyCode: z.string(),
  /** Left out in lists. */
  attachments: z.optional(z.array(Attachment)),
  /** The order that it is derived from: whose missing stock it buys, or whose part it is. */
  derivedOrderId: z.nullable(Id),
  /** Why it is derived; null where it is not. */
  derivation: z.nullable(z.enum(derivations)),
  /** The deal that it was made from; null too where the reader does not reach the deal. Left out in lists. */
  dealId: z.optional(z.nullable(Id)),
  /** The other orders of the chain, oldest first, as far as the reader reaches (decision 038). Left out in lists. */
  chain: z.optional(z.array(ChainedOrder)),
  /** The code of the reason why the reader may not do it now; null when allowed. */
  blocked: z.object({
    approve: Blocked,
    cancel: Blocked,
    revoke: Blocked,
    update: Blocked,
    invoice: Blocked,
    pay: Blocked,
    attach: Blocked,
  }),
})
export type Order = z.output<typeof Order>

export const orderList = listOf({
  item: Order,
  ids: ['orderId'],
  sort: '-creationDate',
  fields: {
    /** Words, in any order (rules H1): of the code, the reference, the buyer's and the vendor's name, and ids of other systems as a whole. */
    anything: { filter: 'text' },
    orderId: { sort: true, filter: 'exact' },
    after,
    orderCode: { sort: true, filter: 'text' },
    orderRefCode: { sort: true, filter: 'text' },
    /** `sap:4711`, or `4711` for that id in any system. */
    externalId: { filter: 'exact' },
    buyerName: { path: 'buyer.accountName', sort: true, filter: 'text' },
    vendorName: { path: 'vendor.accountName', sort: true, filter: 'text' },
    creationDate: { sort: true, between: true },
    modifiedDate: { sort: true, between: true },
    /** Orders that were approved in a period; revoked ones too, unless the status says otherwise. */
    approvalDate: { between: true },
    status: { sort: true, filter: 'choice' },
    invoiced: { sort: true, filter: 'flag' },
    paid: { sort: true, filter: 'flag' },
    orderTotal: { sort: true, filter: 'exact' },
    buyerAccountId: { filter: 'exact' },
    vendorAccountId: { filter: 'exact' },
    /** It waits for the reader's own account to decide (rules Y2). */
    needsMe: { filter: 'flag' },
  },
})
export const OrderSearch = orderList.search
export type OrderSearch = z.output<typeof OrderSearch>

export const CurrencyTotal = z.object({ currencyId: z.int(), currencyCode: z.string(), amount: Amount })

export const OrderPage = z.object({
  items: z.array(Order),
  count: z.int(),
  /** Sums over all matches, one entry per currency. */
  total: z.array(CurrencyTotal),
})

/** Where a change came from, shown in the history. Values that the portal itself writes are reserved. */
const Source = text(50).check(
  z.refine((source) => !['import', 'system'].includes(source.trim().toLowerCase()), { error: 'reserved' }),
)

export const OrderDraft = z.strictObject({
  source: z._default(Source, 'api'),
  sourceData: z.optional(z.nullable(text(2000))),
  buyerAccountId: z.optional(z.nullable(Id)),
  addressId: z.optional(z.nullable(Id)),
  orderNote: z.optional(z.nullable(text(2000))),
  orderRefCode: z.optional(z.nullable(text())),
  externalIds: externalIdsField,
  parentAccountId: z.optional(z.nullable(Id)),
  derivedOrderId: z.optional(z.nullable(Id)),
  /** A won deal: the order is its vendor's purchase, or with `buyerAccountId` the sale to its prospect (rules J14). */
  dealId: z.optional(z.nullable(Id)),
  items: z
    .array(z.strictObject({ productId: Id, quantity: Quantity, price: Money }))
    .check(z.minLength(1), z.maxLength(maximumLines)),
})
export type OrderDraft = z.output<typeof OrderDraft>

/** What is decided on one line. */
const DecidedLine = z.strictObject({
  orderItemId: Id,
  /** The price that is agreed; only when approving. Absent: as it was. */
  price: z.optional(Money),
  /** The pieces that are approved or returned, up to those of the line. Absent: all that are asked; when returning, required. */
  quantity: z.optional(z.int().check(z.minimum(0), z.maximum(maximumQuantity))),
})

/** Decides on an order. With `items` only a part is approved or returned (rules O21, O22). */
export const StatusChange = z.strictObject({
  source: z._default(Source, 'api'),
  sourceData: z.optional(z.nullable(text(2000))),
  /** Lines of which fewer pieces, or another price, are approved; or the lines that are returned. Absent: all lines as they are. */
  items: z.optional(z.array(DecidedLine).check(z.maxLength(maximumLines))),
  /** Approves although the buyer's credit stops it (rules O25); not needed where it does not. */
  passCredit: z.optional(z.nullable(z.strictObject({ reason: requiredText(500) }))),
  status: z.enum(orderStatuses),
})
export type StatusChange = z.output<typeof StatusChange>

export const OrderUpdate = z.strictObject({
  invoiced: z.optional(z.boolean()),
  paid: z.optional(z.boolean()),
  orderRefCode: z.optional(z.nullable(text())),
  externalIds: externalIdsField,
  orderNote: z.optional(z.nullable(text(2000))),
  invoiceId: z.optional(z.nullable(text())),
  invoiceProvider: z.optional(z.nullable(text())),
})
export type OrderUpdate = z.output<typeof OrderUpdate>

export const orders = {
  sellIn: searchOf(orderList, {
    path: '/orders/search',
    summary: 'Purchases: orders by buyer',
    permission: 'Orders:r',
    exportedAs: 'orders.sellIn',
    answer: OrderPage,
    refusals: ['RQ404'],
  }),
  sellOut: searchOf(orderList, {
    path: '/orders/sell-out/search',
    summary: 'Sales: orders by vendor, always with those of the accounts below',
    permission: 'Orders:r',
    exportedAs: 'orders.sellOut',
    answer: OrderPage,
    refusals: ['RQ404'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/orders',
    summary: 'Request a purchase, or sell to a buyer below',
    permission: 'Orders:c',
    body: OrderDraft,
    answer: z.object({ id: Id, orderCode: z.string() }),
    status: 201,
    refusals: ['RQ404', 'OC522', 'OC527', 'OC529', 'DL523', 'DL524'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/orders/:id',
    summary: 'One order with history, items and attachments',
    permission: 'Orders:r',
    params: ById,
    answer: Order,
    refusals: ['RQ404'],
  }),
  changeStatus: endpoint({
    method: 'PUT',
    path: '/orders/:id',
    summary: 'Approve, cancel or revoke, the whole or a part; approving may agree other prices',
    permission: 'Orders:u',
    idempotent: true,
    params: ById,
    body: StatusChange,
    answer: Order,
    refusals: ['RQ403', 'RQ404', 'OC522', 'OC527', 'OC528', 'OC530', 'OC531'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/orders/:id/update',
    summary: 'Invoiced, paid, invoice, reference code, external ids and note',
    permission: 'Orders:u',
    params: ById,
    body: OrderUpdate,
    answer: Order,
    refusals: ['RQ403', 'RQ404', 'OC522'],
  }),
  mark: endpoint({
    method: 'POST',
    path: '/orders/marks',
    summary: 'Mark many orders as invoiced or paid, or as not; each that may not be marked is named with the reason',
    permission: 'Orders:u',
    body: OrderMarks,
    answer: z.object({ orders: z.array(Marked) }),
    refusals: ['RQ404'],
  }),
  previewApprovals: endpoint({
    method: 'POST',
    path: '/orders/approvals/preview',
    summary: 'What approving these orders one after the other would move, and which of them are short; nothing changes',
    permission: 'Orders:u',
    effect: 'read',
    body: z.strictObject({ orderIds: z.array(Id).check(z.minLength(1), z.maxLength(maximumApprovals)) }),
    answer: z.object({ orders: z.array(Approval), products: z.array(ApprovedProduct) }),
    refusals: ['RQ404'],
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/orders/:id/pdf',
    summary: 'One order as a PDF, in the given language or the language of the reader',
    permission: 'Orders:r',
    params: ById,
    query: z.strictObject({ languageCode: z.optional(z.enum(languageCodes)) }),
    file: true,
    refusals: ['RQ404'],
  }),
}
