import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, text } from './values.ts'

/** What can be found; of hits that are equally good, groups come in this order. */
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
/** A shorter text matches nearly everything. */
export const fewestLetters = 2
/** Records that can be asked for by id at once. */
export const maximumRecords = 20

/** A record that a person asks for by its id. */
export const FoundRecord = z.strictObject({ kind: z.enum(findKinds), recordId: Id })
export type FoundRecord = z.output<typeof FoundRecord>

export const FindHit = z.object({
  kind: z.enum(findKinds),
  recordId: Id,
  /** The order's code, the serial key, the prospect, the person, else the record's name. */
  title: z.string(),
  /** A further code: the account's, the SKU, the order's reference, the e-mail address, the deal's code and so on. */
  code: z.nullable(z.string()),
  /** Whose it is, or the other side: the order's partner, the key's owner, the deal's vendor, the holder of a certificate. */
  about: z.nullable(z.string()),
  /** The account below which its page is: of users, certificates. */
  accountId: z.nullable(Id),
  /** Of an order: its status, and the reader's side of it. */
  status: z.nullable(z.string()),
  side: z.nullable(z.enum(['buyer', 'vendor', 'reader'])),
  /** Of an order: why the reader may not approve it; null when allowed. Null for other records. */
  blocked: z.nullable(z.object({ approve: z.nullable(z.string()) })),
  /** A whole code, key, name or VAT id was typed; or how one begins; or parts of texts. */
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
