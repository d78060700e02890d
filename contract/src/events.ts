import * as z from 'zod/mini'
import { type AuditedEntity, actionsByEntity } from './audit-actions.ts'
import { endpoint } from './endpoint.ts'
import type { Module } from './permissions.ts'
import { Id, Instant, Reference, text } from './values.ts'

/** The kinds of record whose changes the feed tells, each with the module that reads them. */
export const feedKinds = {
  account: 'Accounts',
  certificate: 'Certifications',
  certification: 'Certifications',
  deal: 'Deals',
  environment: 'Environments',
  feature: 'ProductTypes',
  file: 'Files',
  license: 'Licenses',
  order: 'Orders',
  price_list: 'PriceLists',
  price_plan: 'PriceLists',
  product: 'Products',
  product_type: 'ProductTypes',
  user: 'Users',
} as const satisfies { [E in AuditedEntity]?: Module }
export type FeedKind = keyof typeof feedKinds
export const feedKindNames = Object.keys(feedKinds) as [FeedKind, ...FeedKind[]]

/** Events of users that concern their sign-in alone, and views, which change nothing. */
const ofSignIn = /^(directory|mfa|passkey|password|operator)\.|\.view_|\.email_change_requested$/

type ActionOfFeed = (typeof actionsByEntity)[FeedKind][number]

/**
 * Actions whose result has a name of its own in the field: the type is the first whose fact became true with the change, or else
 * the action itself, if `otherwise`.
 */
export const refinements = {
  'order.updated': {
    otherwise: true,
    types: [
      { type: 'order.paid', field: 'paid', value: 'true' },
      { type: 'order.invoiced', field: 'invoiced', value: 'true' },
    ],
  },
  'deal.updated': {
    otherwise: true,
    types: [
      { type: 'deal.won', field: 'status', value: 'Won' },
      { type: 'deal.lost', field: 'status', value: 'Lost' },
    ],
  },
  'deal.protection_decided': {
    otherwise: false,
    types: [
      { type: 'deal.protected', field: 'protectionStatus', value: 'Approved' },
      { type: 'deal.refused', field: 'protectionStatus', value: 'Refused' },
      { type: 'deal.duplicated', field: 'protectionStatus', value: 'Duplicated' },
      { type: 'deal.protection_reset', field: 'protectionStatus', value: 'Pending' },
    ],
  },
  'deal.ebid_decided': {
    otherwise: false,
    types: [
      { type: 'deal.ebid_approved', field: 'eBidStatus', value: 'Approved' },
      { type: 'deal.ebid_refused', field: 'eBidStatus', value: 'Refused' },
    ],
  },
} as const satisfies { [A in ActionOfFeed]?: Refinement }

interface Refinement {
  otherwise: boolean
  types: readonly { type: string; field: string; value: string }[]
}

/** The actions that a kind of record has in the feed. */
export const actionsOf = (kind: FeedKind): readonly string[] =>
  actionsByEntity[kind].filter((action) => !ofSignIn.test(action))

/** Every type of the feed with the kind of record that it is about. */
export const kindsOfTypes: ReadonlyMap<string, FeedKind> = new Map(
  feedKindNames.flatMap((kind) =>
    actionsOf(kind).flatMap((action) => {
      const refined: Refinement | undefined = (refinements as Record<string, Refinement>)[action]
      const own = refined === undefined || refined.otherwise ? [action] : []
      return [...own, ...(refined?.types.map(({ type }) => type) ?? [])].map((type) => [type, kind] as const)
    }),
  ),
)

/** Whether the type tells that the record is there no longer; a canceled order stays. */
export const isRemoval = (type: string): boolean => /\.(removed|deleted)$|^price_plan\.canceled$/.test(type)

export const FeedEvent = z.object({
  id: Id,
  /** Of the journal of the tenant: grows, and has gaps where events are not for this reader. */
  sequence: z.int(),
  /** Such as `order.approved`; `GET /events/types` has them all. */
  type: z.string(),
  creationDate: Instant,
  /** The kind of record. */
  entity: z.enum(feedKindNames),
  entityId: z.string(),
  /** Who did it; null for the portal itself, a device or a command of the operator. */
  actor: z.nullable(Reference),
  /** The record now, as its own call answers it to this reader; null when it is there no longer. */
  data: z.nullable(z.unknown()),
})
export type FeedEvent = z.output<typeof FeedEvent>

/** Events of one answer. */
export const maximumEvents = 200

/** The end of the journal as a place to begin, for who has read the lists before. */
export const latest = 'latest'

export const FeedQuery = z.strictObject({
  /** The last `next`; absent: from the beginning; `latest`: from now on. */
  after: z.optional(text(100)),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximumEvents)), 100),
  /** Separated by commas. */
  types: z.optional(text(4000)),
  entity: z.optional(z.enum(feedKindNames)),
})

export const events = {
  list: endpoint({
    method: 'GET',
    path: '/events',
    summary:
      'Changes of the records that the caller may read, oldest first: at least once, and in order for each record. Ask again with ' +
      '`next`; when it is the `after` that was sent, there is nothing new',
    permission: 'session',
    query: FeedQuery,
    answer: z.object({ items: z.array(FeedEvent), next: z.string() }),
    refusals: ['EV410'],
  }),
  types: endpoint({
    method: 'GET',
    path: '/events/types',
    summary: 'Every type of event with a sentence and an example',
    permission: 'session',
    answer: z.object({
      items: z.array(
        z.object({ type: z.string(), entity: z.enum(feedKindNames), description: z.string(), example: FeedEvent }),
      ),
    }),
  }),
}
