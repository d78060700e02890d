import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { Module } from './permissions.ts'
import { Id } from './values.ts'

/** The kinds of record whose changes are announced, with the module that reads them. The id of `stock` is the account's. */
export const liveKinds = {
  order: 'Orders',
  stock: 'Stocks',
  license: 'Licenses',
  deal: 'Deals',
  account: 'Accounts',
  user: 'Users',
  price_list: 'PriceLists',
  product: 'Products',
  environment: 'Environments',
  file: 'Files',
  certification: 'Certifications',
} as const satisfies Record<string, Module>
export type LiveKind = keyof typeof liveKinds
export const liveKindNames = Object.keys(liveKinds) as [LiveKind, ...LiveKind[]]

export const LiveChange = z.object({
  kind: z.enum(liveKindNames),
  /** Null: many records of this kind. */
  id: z.nullable(Id),
  /** The request that made the change, if it was one of the reader. */
  requestId: z.nullable(z.string()),
  /** Who changed an order or an account, as their history says too; null for other kinds, jobs and imports. */
  by: z.nullable(z.string()),
})
export type LiveChange = z.output<typeof LiveChange>

/** The payload of each event `changed`. */
export const LiveEvent = z.object({
  changes: z.array(LiveChange),
  /** Whether the reader's news changed. */
  news: z.boolean(),
})
export type LiveEvent = z.output<typeof LiveEvent>

/** For so many milliseconds a server knows what has changed. */
export const maximumSince = 10_000

export const live = {
  changes: endpoint({
    method: 'GET',
    path: '/live',
    summary: 'Server-Sent Events: which records that the caller may read have changed. After a reconnect, read again',
    permission: 'session',
    query: z.strictObject({
      /** Milliseconds: changes of the time before are told too, for who has read records since then. */
      since: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(maximumSince)), 0),
    }),
    streams: LiveEvent,
    onlyPeople: true,
  }),
}
