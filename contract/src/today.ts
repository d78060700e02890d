import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { NextShortage } from './foresight.ts'
import { importKinds } from './import-kinds.ts'
import { KeyAsk } from './licenses.ts'
import { Amount, Id, Instant } from './values.ts'

/**
 * Why a record needs somebody (rules Y1): an order, an order or eBid to sign for (rules G41), a protection, an eBid or an extension to decide; a protection of the
 * own account that ends; short stock; a stock that runs short soon; a renewal that was asked for on the page of a key; a key or a certificate to renew; an unanswered invitation; an import with faults.
 */
export const todayKinds = [
  'order',
  'signature',
  'protection',
  'ebid',
  'ebidSignature',
  'extension',
  'protectionEnd',
  'stock',
  'shortage',
  'ask',
  'key',
  'certificate',
  'invitation',
  'import',
] as const
export type TodayKind = (typeof todayKinds)[number]

/** Most urgent first (rules Y3). */
export const urgencies = ['overdue', 'today', 'week', 'asked', 'later'] as const
export type Urgency = (typeof urgencies)[number]

/** Keys and certificates count from so many days before their end to so many days after it. */
export const daysAround = { before: 30, after: 14 } as const
/** Protections count from so many days before their end; the reminder of it comes then too (rules J16). */
export const protectionEndDays = 14
/** An invitation counts as unanswered after so many days. */
export const unansweredDays = 3

/** Rows of each kind at most. */
export const maximumToday = 50
const usualToday = 5

export const TodayItem = z.object({
  kind: z.enum(todayKinds),
  /** The other reasons why the same record needs the reader. */
  also: z.array(z.enum(todayKinds)),
  urgency: z.enum(urgencies),
  /** Of the order, deal, license, issued certificate, user or import; of the product for short stock; of the account that runs short. */
  recordId: Id,
  /** The order's or deal's code, the serial key, the SKU, the certificate's name, the address, the file's name. */
  code: z.string(),
  /** The buyer, prospect, product, holder or person. */
  name: z.nullable(z.string()),
  /** The buyer, the deal's vendor, or whose stock, key, certificate or user it is; null for imports. */
  account: z.nullable(z.object({ accountId: Id, accountCode: z.string(), accountName: z.string() })),
  /** Since when it waits; null where nobody asked for it. */
  since: z.nullable(Instant),
  /** When it is, or was, late; null when nothing says so. */
  due: z.nullable(Instant),
  /** The order's total; the deal's items; of an eBid the price that is asked for. */
  amount: z.nullable(Amount),
  currencyCode: z.nullable(z.string()),
  /** Of an eBid, the total of the items. */
  itemsTotal: z.nullable(Amount),
  /** Of a stock that runs short soon: when, and what lacks. */
  shortage: z.nullable(NextShortage),
  /** Of short stock, also of one that runs short soon. */
  available: z.nullable(z.int()),
  threshold: z.nullable(z.int()),
  /** Of a key. */
  seats: z.nullable(z.int()),
  /** Of a key: its license is perpetual, and the maintenance ends. */
  isMaintenance: z.nullable(z.boolean()),
  /** Of a key whose renewal was asked for on its page: by whom, with what they said. */
  ask: z.nullable(KeyAsk),
  /** Of a certificate: whom it was issued to. */
  holder: z.nullable(z.enum(['User', 'Account'])),
  /** Of an import; null for a run of the command. */
  importKind: z.nullable(z.enum(importKinds)),
  /** The code of the reason why the reader may not decide it now; null when allowed. */
  blocked: z.object({ decide: z.nullable(z.string()) }),
})
export type TodayItem = z.output<typeof TodayItem>

export const Today = z.object({
  /** Each record once, most urgent first. */
  items: z.array(TodayItem),
  /** Records in all. */
  count: z.int(),
  /** What those that have an amount are worth together, also beyond `items`: one sum for each currency, the largest first. */
  worth: z.array(z.object({ currencyCode: z.string(), amount: Amount })),
  /** What there is of each kind, also beyond `items`; a record counts at each of its reasons. */
  kinds: z.array(z.object({ kind: z.enum(todayKinds), count: z.int(), overdue: z.int() })),
  /** The caller is at the first steps of an account (rules Y5), which `GET /first-steps` answers. */
  hasFirstSteps: z.boolean(),
})
export type Today = z.output<typeof Today>

export const today = {
  list: endpoint({
    method: 'GET',
    path: '/today',
    summary: 'What needs the caller: each record once, most urgent first, with counts of each kind',
    permission: 'session',
    query: z.strictObject({
      /** Only this kind; `kinds` and `count` are of all. */
      kind: z.optional(z.enum(todayKinds)),
      /** Rows of each kind at most. */
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximumToday)), usualToday),
    }),
    answer: Today,
    onlyPeople: true,
  }),
}
