import { minorUnitsOf } from '@trellis/contract/currencies'
import type { DealNewsEvent } from '@trellis/contract/news'
import type { DealChange, Due, Kind, OrderChange, ValuesOf } from '../letters.ts'

/** The texts of one mail; the layout is the same for all. */
export interface Words {
  subject: string
  /** The heading; mail programs also show it next to the subject. */
  title: string
  before: string[]
  /** Entries of a digest. `path` is a path of the portal. */
  list?: Entry[]
  /** A code to be typed in, shown in large type. */
  code?: string
  /** Label of the button that opens the letter's path. */
  button?: string
  after: string[]
  /** Why the recipient gets this mail. */
  reason: string
  /** Path of the page where a reader chooses whether they get such mails; none for those that cannot be switched off. */
  settings?: string
}

export interface Entry {
  title: string
  text: string
  path: string
}

/** All texts of mails in one language. `portal` is the tenant's name. */
export type Dictionary = { [K in Kind]: (values: ValuesOf<K>, portal: string) => Words } & {
  /** BCP 47, for dates and amounts. */
  locale: string
  greeting(name: string): string
  /** Text above the button's URL in plain text. */
  orCopy: string
  /** Label of the link to `settings`. */
  choose: string
  /** The reason where the reader is no user but the address that an account has named for its news. */
  ofAccount(accountName: string, portal: string): string
  /** The last line of every mail. */
  sentBy(portal: string): string
}

/** An amount formatted for the locale. */
export const money = (locale: string, amount: string, currencyCode: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currencyCode,
    minimumFractionDigits: minorUnitsOf(currencyCode),
    maximumFractionDigits: minorUnitsOf(currencyCode),
  }).format(Number(amount))

/** One change as an entry of a digest, with the texts of the plain mail about it. */
export function entryOf(dictionary: Dictionary, change: OrderChange, portal: string): Entry {
  const { subject, before } = dictionary[`order_${change.event}`](change, portal)
  return { title: subject, text: before[0] ?? '', path: change.path }
}

/** What news of a deal say; `by` names the author. */
export type DealSentences = Record<DealNewsEvent, (deal: DealChange, by: string) => Omit<Entry, 'path'>>

/** Changes of deals as entries of a mail. */
export const dealEntries = (
  sentences: DealSentences,
  changes: DealChange[],
  by: (name: string | null) => string,
): Entry[] => changes.map((deal) => ({ ...sentences[deal.event](deal, by(deal.by)), path: deal.path }))

/** A day `YYYY-MM-DD` in words. */
export const dayIn = (locale: string, day: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** What ends soon, as entries of a mail: a sentence for each of `due`. */
export const entriesOf = <D extends Due>(
  due: D[],
  sentence: (each: D) => string,
  title: (each: D) => string,
): Entry[] => due.map((each) => ({ title: title(each), text: sentence(each), path: each.path }))

export const distinct = (codes: string[]): string[] => [...new Set(codes)]
