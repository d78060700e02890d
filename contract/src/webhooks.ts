import * as z from 'zod/mini'
import { codes } from './codes.ts'
import { endpoint, searchOf } from './endpoint.ts'
import { kindsOfTypes } from './events.ts'
import { listOf, pageOf } from './search.ts'
import { ById, Created, Id, Instant, once, text } from './values.ts'

/** Webhooks of one account. */
export const maximumWebhooks = 20
/** After the secret was changed the old one signs as well for so many hours, and so many old ones at once (rules E9). */
export const oldSecretHours = 24
export const maximumFormerSecrets = 4
/** How long the log is kept. */
export const deliveryDays = 30
/** What a test is called. */
export const testType = 'webhook.test'

/**
 * `failing`: nothing was delivered for days, and it was paused; `gone`: paused because the receiver answered 410; `orphaned`: who
 * wrote it last may no longer make it, so nothing is sent (rules E7).
 */
export const webhookStatuses = ['active', 'paused', 'failing', 'gone', 'orphaned'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

const Url = z.string().check(
  z.trim(),
  z.maxLength(2000),
  z.refine((address) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol), { error: 'url' }),
)
const Types = z.array(z.string().check(z.refine((type) => kindsOfTypes.has(type), { error: 'unknown' }))).check(
  z.maxLength(200),
  once((type) => type),
)
const drafted = {
  url: Url,
  /** From `GET /events/types`; none: all. */
  types: z.optional(z.nullable(Types)),
  description: z.optional(z.nullable(text(200))),
}

export const WebhookDraft = z.strictObject({ ...drafted, parentAccountId: Id })
export type WebhookDraft = z.output<typeof WebhookDraft>

export const WebhookUpdate = z.strictObject({ ...drafted, isPaused: z.optional(z.nullable(z.boolean())) })
export type WebhookUpdate = z.output<typeof WebhookUpdate>

const Blocked = z.nullable(z.enum(Object.keys(codes) as [keyof typeof codes]))

export const Webhook = z.object({
  webhookId: Id,
  accountId: Id,
  accountName: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  description: z.string(),
  status: z.enum(webhookStatuses),
  /** Since when every try has failed; null while it works. */
  failingSince: z.nullable(Instant),
  /** Until when the secret before the present one signs as well. Those before that one end sooner. */
  oldSecretUntil: z.nullable(Instant),
  /** Events that were taken and not delivered yet. */
  waiting: z.int(),
  lastDeliveryDate: z.nullable(Instant),
  creationDate: Instant,
  createdBy: z.nullable(z.string()),
  /** Who wrote it last; it tells what they may read. */
  setBy: z.nullable(z.string()),
  blocked: z.object({ update: Blocked, end: Blocked }),
})
export type Webhook = z.output<typeof Webhook>

/** The secret is answered this once. */
export const NewWebhook = z.object({ id: Id, secret: z.string() })
export type NewWebhook = z.output<typeof NewWebhook>

/** `left_out`: when its turn came, the record was not for the account any more, or its type not chosen any more. */
export const deliveryStatuses = ['waiting', 'delivered', 'failed', 'left_out'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Why no answer came. */
export const deliveryProblems = ['not_public', 'unresolved', 'refused', 'tls', 'late', 'broken'] as const

export const WebhookDelivery = z.object({
  deliveryId: Id,
  webhookId: Id,
  /** The header `webhook-id`: the same at each try. */
  messageId: z.string(),
  type: z.string(),
  entity: z.string(),
  entityId: z.string(),
  status: z.enum(deliveryStatuses),
  tries: z.int(),
  creationDate: Instant,
  lastTryDate: z.nullable(Instant),
  nextTryDate: z.nullable(Instant),
  answerStatus: z.nullable(z.int()),
  problem: z.nullable(z.enum(deliveryProblems)),
  milliseconds: z.nullable(z.int()),
  /** The headers of the last try, as they were sent; null before it. The signature is no secret: whoever receives it has it. */
  requestHeaders: z.nullable(z.record(z.string(), z.string())),
  /** Of the last try; null for who may not read the record's kind. */
  request: z.nullable(z.string()),
  /** Its beginning. */
  answer: z.nullable(z.string()),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const webhookList = listOf({
  item: Webhook,
  ids: ['webhookId', 'accountId'],
  sort: '-creationDate',
  fields: {
    /** Words, in any order (rules H1): of the address, the description and the account. */
    anything: { filter: 'text' },
    webhookId: { filter: 'exact' },
    url: { sort: true, filter: 'text' },
    description: { sort: true, filter: 'text' },
    accountName: { sort: true, filter: 'text' },
    status: { sort: true, filter: 'choice' },
    creationDate: { sort: true, between: true },
  },
})

export const deliveryList = listOf({
  item: WebhookDelivery,
  ids: ['deliveryId'],
  sort: '-creationDate',
  fields: {
    deliveryId: { filter: 'exact' },
    type: { filter: 'choice' },
    entityId: { filter: 'exact' },
    status: { filter: 'choice' },
    creationDate: { sort: true, between: true },
  },
})

const permission = 'Users:c'
const onlyPeople = true
const refusals = ['RQ404'] as const

export const webhooks = {
  search: searchOf(webhookList, {
    path: '/webhooks/search',
    summary: 'Webhooks of an account, with children also of its descendants; never their secrets',
    permission,
    exportedAs: 'webhooks.search',
    refusals,
    onlyPeople,
  }),
  create: endpoint({
    method: 'POST',
    path: '/webhooks',
    summary: 'Have events of an account sent to an address from now on; the answer has the secret this once',
    permission,
    body: WebhookDraft,
    answer: NewWebhook,
    status: 201,
    refusals: ['RQ403', 'RQ404'],
    onlyPeople,
    secret: true,
  }),
  read: endpoint({
    method: 'GET',
    path: '/webhooks/:id',
    summary: 'A webhook',
    permission,
    params: ById,
    answer: Webhook,
    refusals,
    onlyPeople,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/webhooks/:id',
    summary: 'Change, pause or resume a webhook; from then on it tells what the caller may read',
    permission,
    params: ById,
    body: WebhookUpdate,
    answer: Webhook,
    refusals,
    onlyPeople,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/webhooks/:id',
    summary: 'End a webhook: nothing more is sent',
    permission,
    params: ById,
    refusals,
    onlyPeople,
  }),
  changeSecret: endpoint({
    method: 'POST',
    path: '/webhooks/:id/secret',
    summary:
      'Make a new secret; each one before signs as well until a day after it was changed. The answer has it this once',
    permission,
    params: ById,
    answer: NewWebhook,
    status: 201,
    refusals,
    onlyPeople,
    secret: true,
  }),
  test: endpoint({
    method: 'POST',
    path: '/webhooks/:id/test',
    summary: 'Send an event of the type `webhook.test`; the answer names its delivery',
    permission,
    params: ById,
    answer: Created,
    status: 201,
    refusals,
    onlyPeople,
  }),
  searchDeliveries: endpoint({
    method: 'POST',
    effect: 'read',
    path: '/webhooks/:id/deliveries/search',
    summary: 'The log of a webhook: what was sent, what came back, and what waits',
    permission,
    params: ById,
    body: deliveryList.search,
    answer: pageOf(WebhookDelivery),
    list: deliveryList,
    refusals,
    onlyPeople,
  }),
  replayDelivery: endpoint({
    method: 'POST',
    path: '/webhooks/deliveries/:id/replay',
    summary: 'Send a delivery again, with the record as it is now',
    permission,
    params: ById,
    refusals,
    onlyPeople,
  }),
  replay: endpoint({
    method: 'POST',
    path: '/webhooks/:id/replay',
    summary: 'Send all events again since a moment, oldest first, each under the `webhook-id` that it had',
    permission,
    params: ById,
    body: z.strictObject({ from: Instant }),
    refusals,
    onlyPeople,
  }),
}
