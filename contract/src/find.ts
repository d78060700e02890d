import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, text } from './values.ts'

/** The kinds of records that can be found; groups with equally good hits have this order. */
export const findKinds = [
  'account',
  'order',
  'license',
  'deal',
  'product',
  'user',
  'priceList',
  'userCertificate',
  'accountCertificate',
  'environment',
] as const
export type FindKind = (typeof findKinds)[number]

/** Hits of each kind at most. */
export const maximumHits = 6
/** Minimum length: a shorter text matches nearly everything. */
export const fewestLetters = 2
/** Maximum number of records in one request by id. */
export const maximumRecords = 20

/** A record that is requested by its id. */
export const FoundRecord = z.strictObject({ kind: z.enum(findKinds), recordId: Id })
export type FoundRecord = z.output<typeof FoundRecord>

export const FindHit = z.object({
  kind: z.enum(findKinds),
  recordId: Id,
  /** The order's code, the serial key, the prospect, the person, else the record's name. */
  title: z.string(),
  /** A further code: the account's, the SKU, the order's reference, the e-mail address, the deal's code and so on. */
  code: z.nullable(z.string()),
  /** The account or person it belongs to: the order's other side, the key's owner, the deal's vendor, the holder of a certificate. */
  about: z.nullable(z.string()),
  /** Of users and certificates: the account to whose page theirs belongs. */
  accountId: z.nullable(Id),
  /** Of an order: its status, and the reader's side of it. */
  status: z.nullable(z.string()),
  side: z.nullable(z.enum(['buyer', 'vendor', 'reader'])),
  /** Of an order: why the reader may not approve it; null when allowed. Null for other records. */
  blocked: z.nullable(z.object({ approve: z.nullable(z.string()) })),
  /** How it matches: a complete code, key, name or VAT id, the beginning of one, or parts of texts. */
  match: z.enum(['whole', 'start', 'part']),
  creationDate: Instant,
})
export type FindHit = z.output<typeof FindHit>

/** Hits in groups of a kind, the group with the best hit first; within a group the best first, then the latest. */
const Found = z.object({ items: z.array(FindHit) })
export type Found = z.output<typeof Found>

export const find = {
  search: endpoint({
    method: 'POST',
    path: '/find',
    effect: 'read',
    summary: 'Records of any kind that the caller may read, by words that each occur in them, in any order',
    permission: 'session',
    body: z.strictObject({ text: text(255).check(z.trim(), z.minLength(fewestLetters)) }),
    answer: Found,
  }),

  records: endpoint({
    method: 'POST',
    path: '/find/records',
    effect: 'read',
    summary: 'Records by their ids, in the order asked for; what the caller may not read, or is no more, is left out',
    permission: 'session',
    body: z.strictObject({ records: z.array(FoundRecord).check(z.maxLength(maximumRecords)) }),
    answer: Found,
  }),
}
