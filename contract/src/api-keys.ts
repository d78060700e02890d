import * as z from 'zod/mini'
import { codes } from './codes.ts'
import { endpoint, searchOf } from './endpoint.ts'
import { FlagsText, modules, Permission } from './permissions.ts'
import { listOf } from './search.ts'
import { ById, Id, Instant, keyText, once } from './values.ts'

/** What every API key begins with. */
export const keyMark = 'trk_'
/** A key: the mark and 256 random bits or a little more. */
export const keyForm = /^trk_[0-9a-hjkmnp-tv-z]{52}$/
/** So many of its first characters name it, and so many of its last ones. */
export const prefixLength = keyMark.length + 8
export const tailLength = 4

/** A key lives one year unless its maker says otherwise, and two at most (rules P30). */
export const standardKeyDays = 365
export const maximumKeyYears = 2
/** A key that ends within so many days is shown as such, and its maker is told once. */
export const keyEndsSoonDays = 14
/** The last use of a key is written at most once in so many minutes. */
export const lastUseMinutes = 5
export const maximumKeyAddresses = 20

/** `orphaned`: its maker may no longer make it, so it is not accepted (rules P31). */
export const keyStatuses = ['active', 'expired', 'ended', 'orphaned'] as const
export type KeyStatus = (typeof keyStatuses)[number]

/** An address or a network: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
export const Network = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(49))
  .check(
    z.refine((text) => [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((form) => z.safeParse(form, text).success), {
      error: 'network',
    }),
  )

/** `calls`: the calls of this API. `scim`: only provisioning by SCIM 2.0, with what its maker holds (rules P50). */
const keyPurposes = ['calls', 'scim'] as const

const KeyPurpose = z.enum(keyPurposes)
export type KeyPurpose = z.output<typeof KeyPurpose>

const shape = z.strictObject({
  name: keyText(60),
  parentAccountId: Id,
  /** What the key is for: `calls` unless it says `scim`. */
  purpose: z.optional(z.nullable(KeyPurpose)),
  /** From the maker's own; writing needs reading. At least one, and none for `scim`, which has those of its maker. */
  permissions: z
    .array(z.strictObject({ module: z.enum(modules), flags: FlagsText }))
    .check(once(({ module }) => module)),
  expirationDate: z.optional(z.nullable(Instant)),
  /** Where it is accepted from; without any, from everywhere. */
  addresses: z.optional(z.nullable(z.array(Network).check(z.maxLength(maximumKeyAddresses)))),
})

export const ApiKeyDraft = shape.check(
  z.refine(({ purpose, permissions }) => (purpose === 'scim') === (permissions.length === 0), {
    error: 'purpose',
    path: ['permissions'],
  }),
)
export type ApiKeyDraft = z.output<typeof ApiKeyDraft>

export const ApiKey = z.object({
  apiKeyId: Id,
  accountId: Id,
  accountName: z.string(),
  name: z.string(),
  prefix: z.string(),
  lastFour: z.string(),
  purpose: KeyPurpose,
  permissions: z.array(Permission),
  /** Which of them its maker no longer holds, so that the key does not either. */
  withheld: z.array(Permission),
  addresses: z.array(z.string()),
  status: z.enum(keyStatuses),
  creationDate: Instant,
  createdBy: z.nullable(z.string()),
  expirationDate: Instant,
  lastUsedDate: z.nullable(Instant),
  endDate: z.nullable(Instant),
  blocked: z.object({ end: z.nullable(z.enum(Object.keys(codes) as [keyof typeof codes])) }),
})
export type ApiKey = z.output<typeof ApiKey>

/** The key itself is answered this once. */
export const NewApiKey = z.object({ id: Id, key: z.string() })
export type NewApiKey = z.output<typeof NewApiKey>

export const apiKeyList = listOf({
  item: ApiKey,
  ids: ['apiKeyId', 'accountId'],
  sort: '-creationDate',
  fields: {
    /** Words, in any order (rules H1): of the name, the prefix and the account. */
    anything: { filter: 'text' },
    apiKeyId: { filter: 'exact' },
    name: { sort: true, filter: 'text' },
    prefix: { sort: true, filter: 'text' },
    accountName: { sort: true, filter: 'text' },
    status: { sort: true, filter: 'choice' },
    creationDate: { sort: true, between: true },
    expirationDate: { sort: true, between: true },
  },
})
export const ApiKeySearch = apiKeyList.search

export const apiKeys = {
  search: searchOf(apiKeyList, {
    path: '/apiKeys/search',
    summary: 'API keys of an account, with children also of its descendants; never the keys themselves',
    permission: 'Users:c',
    exportedAs: 'apiKeys.search',
    refusals: ['RQ404'],
    onlyPeople: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/apiKeys',
    summary: 'Make an API key of an account; the answer has it this once',
    permission: 'Users:c',
    body: ApiKeyDraft,
    answer: NewApiKey,
    status: 201,
    refusals: ['RQ403', 'RQ404'],
    onlyPeople: true,
    secret: true,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/apiKeys/:id',
    summary: 'End an API key: its next call is refused',
    permission: 'Users:c',
    params: ById,
    refusals: ['RQ404'],
    onlyPeople: true,
  }),
}
