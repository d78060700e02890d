import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { Module } from './permissions.ts'
import { pageQuery } from './search.ts'
import { Id, Instant } from './values.ts'

/** How news reaches a person: only in the portal, also by mail within minutes, also in one mail a day, or not at all. */
export const newsWays = ['bell', 'mail', 'digest', 'none'] as const
export type NewsWay = (typeof newsWays)[number]

interface KindOfNews {
  /** Who may read this module's records may be told of them. */
  module: Module
  /** Until somebody chooses another way. `mail`: the account's notification address is mailed too. */
  standard: NewsWay
}

/** Every kind of news, in the order in which screens list them. */
export const newsKinds = {
  order_requested: { module: 'Orders', standard: 'mail' },
  order_approved: { module: 'Orders', standard: 'mail' },
  order_canceled: { module: 'Orders', standard: 'mail' },
  order_revoked: { module: 'Orders', standard: 'mail' },
  order_short: { module: 'Orders', standard: 'bell' },
  order_delayed: { module: 'Orders', standard: 'mail' },
  deal_registered: { module: 'Deals', standard: 'mail' },
  deal_asked: { module: 'Deals', standard: 'mail' },
  deal_decided: { module: 'Deals', standard: 'mail' },
  deal_expiring: { module: 'Deals', standard: 'mail' },
  deal_delayed: { module: 'Deals', standard: 'mail' },
  license_due: { module: 'Licenses', standard: 'bell' },
  renewal_asked: { module: 'Licenses', standard: 'mail' },
  certificate_due: { module: 'Certifications', standard: 'mail' },
} as const satisfies Record<string, KindOfNews>
export type NewsKind = keyof typeof newsKinds
export const newsKindNames = Object.keys(newsKinds) as [NewsKind, ...NewsKind[]]

/** What news of deals tells: `event` of their words. */
export const dealNewsEvents = [
  'registered',
  'ebid_asked',
  'extension_asked',
  'protected',
  'protection_refused',
  'duplicated',
  'under_review',
  'ebid_approved',
  'ebid_refused',
  'extended',
  'extension_refused',
  'expiring',
  'delayed',
] as const
export type DealNewsEvent = (typeof dealNewsEvents)[number]

/** The values of a sentence about a record, such as its code and the names of its parties. */
export const NewsWords = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type NewsWords = z.output<typeof NewsWords>

/** The screen of what it is about: its path in the portal. */
export function pathOfNews(kind: NewsKind, recordId: string, words: NewsWords): string {
  if (kind === 'license_due') return `/renewals?window=${words.days}`
  if (kind === 'renewal_asked') return `/licenses/${encodeURIComponent(String(words.serialKey))}`
  if (kind.startsWith('deal_')) return `/deals/${recordId}`
  if (kind === 'certificate_due') return `/accounts/${words.listOf}/certifications?mine=no&from=${words.firstDate}`
  return `/${words.reader === 'buyer' ? 'sell-in' : 'sell-out'}/${recordId}`
}

export const News = z.object({
  newsId: Id,
  kind: z.enum(newsKindNames),
  recordId: Id,
  words: NewsWords,
  creationDate: Instant,
  isRead: z.boolean(),
})
export type News = z.output<typeof News>

export const NewsChoice = z.object({ kind: z.enum(newsKindNames), way: z.enum(newsWays) })
export type NewsChoice = z.output<typeof NewsChoice>

/** One entry for each kind. */
const Choices = z.object({ choices: z.array(NewsChoice) })

export const news = {
  list: endpoint({
    method: 'GET',
    path: '/news',
    summary: 'What happened to records that concern the caller, newest first; on request unread news first',
    permission: 'session',
    query: z.strictObject({
      ...pageQuery,
      isRead: z.optional(z.enum(['true', 'false'])),
      unreadFirst: z.optional(z.enum(['true', 'false'])),
    }),
    answer: z.object({ items: z.array(News), count: z.int(), unread: z.int() }),
    onlyPeople: true,
  }),
  unread: endpoint({
    method: 'GET',
    path: '/news/unread',
    summary: 'The number of unread news items of the caller',
    permission: 'session',
    answer: z.object({ unread: z.int() }),
    onlyPeople: true,
  }),
  read: endpoint({
    method: 'PUT',
    path: '/news/read',
    summary: 'Mark some news items of the caller as read, or all',
    permission: 'session',
    body: z.union([
      z.strictObject({ ids: z.array(Id).check(z.minLength(1), z.maxLength(100)) }),
      z.strictObject({ all: z.literal(true) }),
    ]),
    onlyPeople: true,
  }),
  choices: endpoint({
    method: 'GET',
    path: '/news/choices',
    summary: 'How each kind of news reaches the caller',
    permission: 'session',
    answer: Choices,
    onlyPeople: true,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/news/choices',
    summary: 'Choose how some kinds of news reach the caller; the other kinds keep their way',
    permission: 'session',
    body: z.strictObject({
      choices: z
        .array(z.strictObject({ kind: z.enum(newsKindNames), way: z.enum(newsWays) }))
        .check(z.minLength(1), z.maxLength(newsKindNames.length)),
    }),
    answer: Choices,
    onlyPeople: true,
  }),
}
