import * as z from 'zod/mini'
import {
  Deal,
  DealBuyer,
  DealHistoryEntry,
  DealProduct,
  DealTerms,
  ForecastRow,
  PossibleDuplicate,
  QueuedDecision,
} from './deal-answers.ts'
import {
  DealDraft,
  DealItems,
  DealSettings,
  DealUpdate,
  EBidDecision,
  EBidRequest,
  ExtensionDecision,
  ExtensionRequest,
  ProtectionDecision,
} from './deal-changes.ts'
import { DealReceipt } from './deal-receipts.ts'
import { decisionKinds } from './deal-states.ts'
import { endpoint, searchOf } from './endpoint.ts'
import { Prospect, ProspectUpdate } from './prospects.ts'
import { after, listOf, pageQuery } from './search.ts'
import { languageCodes } from './users.ts'
import { ById, Created, Id } from './values.ts'

export const dealList = listOf({
  item: Deal,
  ids: ['dealId'],
  sort: '-creationDate',
  fields: {
    /** Words, in any order (rules H1): of the code, the prospect's names and VAT id, the vendor's name, and ids of other systems as a whole. */
    anything: { filter: 'text' },
    id: { path: 'dealId', sort: true, filter: 'text' },
    after,
    code: { sort: true, filter: 'text' },
    /** `crm:4711`, or `4711` for that id in any system. */
    externalId: { filter: 'exact' },
    prospect: { path: 'prospect.name', filter: 'text' },
    vatId: { path: 'prospect.vatId', filter: 'text' },
    vendor: { path: 'vendor.accountName', filter: 'text' },
    status: { sort: true, filter: 'choice' },
    protectionStatus: { sort: true, filter: 'choice' },
    eBidValue: { sort: true },
    /** What the deal counts for: the approved price, else what its vendor pays without it (rules J15). */
    value: { sort: true },
    eBidStatus: { sort: true, filter: 'choice' },
    creationDate: { sort: true, between: true },
    modifiedDate: { sort: true, between: true },
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
      'Products that a deal of an account can have: those that it can buy, at what it pays, with the MSRP beside it',
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
  receipt: endpoint({
    method: 'GET',
    path: '/deals/:id/receipt',
    summary:
      'The signed receipt of a registration, with `format=pdf` as a page; only its owner gets the salt of the hashes',
    permission: 'Deals:r',
    params: ById,
    query: z.strictObject({ format: z.optional(z.enum(['pdf'])), languageCode: z.optional(z.enum(languageCodes)) }),
    answer: DealReceipt,
    file: true,
    refusals: ['RQ404'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/deals/:id',
    summary: 'Change description, estimated close, chance, status and external ids',
    permission: 'Deals:r',
    params: ById,
    body: DealUpdate,
    answer: Deal,
    refusals: ['RQ403', 'RQ404', 'DL523', 'DL524'],
  }),
  correctProspect: endpoint({
    method: 'PUT',
    path: '/deals/:id/prospect',
    summary: 'Correct the company of a deal until its protection is decided; it is compared with other deals anew',
    permission: 'Deals:r',
    params: ById,
    body: ProspectUpdate,
    answer: Deal,
    refusals: ['RQ403', 'RQ404', 'RQ409', 'DL523', 'DL524'],
  }),
  correctItems: endpoint({
    method: 'PUT',
    path: '/deals/:id/items',
    summary:
      'Correct the products of a deal until its protection is decided, at its present prices; an eBid has to be asked for again',
    permission: 'Deals:r',
    params: ById,
    body: DealItems,
    answer: Deal,
    refusals: ['RQ403', 'RQ404', 'RQ409', 'DL523', 'DL524'],
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
    refusals: ['RQ404', 'RQ409', 'OC531', 'DL523', 'DL524'],
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
