import * as z from 'zod/mini'
import { type AuditedEntity, actionsByEntity } from './audit-actions.ts'
import { endpoint, searchOf } from './endpoint.ts'
import { listOf } from './search.ts'
import { Id, Instant, Reference, text } from './values.ts'

export const auditedEntities = Object.keys(actionsByEntity) as [AuditedEntity, ...AuditedEntity[]]

/** What a record was before a change, or is after it: the fields that the change concerns. */
const Facts = z.nullable(z.unknown())

/** One change of state. */
export const AuditEvent = z.object({
  id: Id,
  creationDate: Instant,
  /** Who did it; null for the portal itself, a device or a command of the operator. */
  actor: z.nullable(Reference),
  /** `record.what_happened`, such as `order.approved`. */
  action: z.string(),
  /** The kind of record. */
  entity: z.string(),
  entityId: z.string(),
  /** What the record was called then. */
  entityName: z.nullable(z.string()),
  /** The currency of its amounts now, for records that have one. */
  currency: z.nullable(z.string()),
  before: Facts,
  after: Facts,
  /** The request that made it, also in the server's log. */
  requestId: z.nullable(z.string()),
})
export type AuditEvent = z.output<typeof AuditEvent>

export const auditList = listOf({
  item: AuditEvent,
  ids: ['id'],
  sort: '-creationDate',
  fields: {
    entity: { sort: true, filter: 'choice' },
    entityId: { sort: true, filter: 'exact' },
    entityName: { filter: 'text' },
    /** A product by name or SKU: its own changes and those of its prices on price lists. */
    product: { filter: 'text' },
    action: { sort: true, filter: 'choice' },
    actorName: { path: 'actor.name', sort: true, filter: 'text' },
    actorId: { filter: 'exact' },
    requestId: { filter: 'exact' },
    creationDate: { sort: true, between: true },
  },
})
export type AuditSearch = z.output<typeof auditList.search>

/**
 * Names of the records that an event refers to by id, as far as the reader may know them. Those of currencies and roles, which
 * have numbers, stand under `currency:978` and `role:3`.
 */
const Names = z.record(z.string(), z.string())

/** Entries in one answer of the history of a record. */
export const auditEventsOfPage = 20

/** What the check of the chain can find. */
export const chainFaults = [
  'link_missing',
  'row_missing',
  'row_changed',
  'anchor_differs',
  'not_anchored',
  'anchor_unsigned',
  'anchor_line_changed',
  'cut',
  'rows_outside',
] as const

/** One finding of the check of the chain. */
export const ChainFault = z.object({
  kind: z.enum(chainFaults),
  /** Number of the link that it concerns; for `cut` the last one that is left. */
  seq: z.nullable(z.int()),
  /** For `cut` the number of the link that was anchored, for `rows_outside` the number of rows. */
  count: z.nullable(z.int()),
  /** For `anchor_line_changed` the line, as `2026-11.jsonl:7`. */
  place: z.nullable(z.string()),
})
export type ChainFault = z.output<typeof ChainFault>

/** Each finding of a check once; of the ends that were anchored beyond the present one, the furthest. */
export function distinctFaults(faults: readonly ChainFault[]): ChainFault[] {
  const furthest = Math.max(0, ...faults.map(({ kind, count }) => (kind === 'cut' ? (count ?? 0) : 0)))
  const seen = new Set<string>()
  return faults.filter((each) => {
    if (each.kind === 'cut' && each.count !== furthest) return false
    const text = JSON.stringify(each)
    return !seen.has(text) && seen.add(text)
  })
}

/** Part of a check, which begins with the links after 0: links after a number, the anchors of a month, or rows that are not in the chain. */
export const ChainStep = z.strictObject({
  stage: z.enum(['links', 'anchors', 'rows']),
  /** Links up to this number are verified. */
  after: z.int().check(z.minimum(0)),
  /** The file of anchors to verify, as `2026-11`; null for the anchor in the database. */
  month: z.nullable(text().check(z.regex(/^\d{4}-\d{2}$/))),
})
export type ChainStep = z.output<typeof ChainStep>

const Link = z.nullable(z.object({ seq: z.int(), date: Instant }))

export const audit = {
  search: searchOf(auditList, {
    path: '/audit/search',
    summary: 'Changes of state of records in reach; with `ra` of the whole tenant',
    permission: 'Audit:r',
    exportedAs: 'audit.search',
    refusals: ['RQ404'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/audit/:id',
    summary: 'One change, with the names of the records that it refers to',
    permission: 'Audit:r',
    params: z.strictObject({ id: Id }),
    answer: z.object({ ...AuditEvent.shape, names: Names }),
    refusals: ['RQ404'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/audit/history/:entity/:entityId',
    summary: 'What happened to a record, the newest first, 20 at a time; nothing for a record out of reach',
    permission: 'Audit:r',
    /** `entityId` is a number for roles and groups. */
    params: z.strictObject({ entity: z.enum(auditedEntities), entityId: text(100) }),
    /** `before`: the id of the last entry that the caller has. */
    query: z.strictObject({ before: z.optional(Id) }),
    answer: z.object({ items: z.array(AuditEvent), names: Names, hasMore: z.boolean() }),
  }),
  chain: endpoint({
    method: 'GET',
    path: '/audit/chain',
    summary: 'How far the log of the tenant is sealed and anchored',
    permission: 'Audit:ra',
    answer: z.object({
      /** The last link of the chain; null before the first. */
      sealed: Link,
      /** Changes that wait for the next sealing. */
      waiting: z.int(),
      /** The end that was signed last, in the database. */
      anchored: Link,
      /** The end that was written last to the files outside the database. */
      outside: Link,
    }),
  }),
  verify: endpoint({
    method: 'POST',
    path: '/audit/chain/verify',
    effect: 'read',
    summary: 'Verify a part of the chain and name the next part',
    permission: 'Audit:ra',
    body: ChainStep,
    answer: z.object({
      faults: z.array(ChainFault),
      /** Links that are verified now, of so many. */
      verified: z.int(),
      sealed: z.int(),
      /** The next part; null at the end. */
      next: z.nullable(ChainStep),
    }),
  }),
}
