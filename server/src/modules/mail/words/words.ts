import type { Kind, OrderChange, ValuesOf } from '../letters.ts'

/** What one mail says; the layout is the same for all. */
export interface Words {
  subject: string
  /** The heading; also what an inbox shows behind the subject. */
  title: string
  before: string[]
  /** Entries of a digest. `path` is a path of the portal. */
  list?: Entry[]
  /** To be typed in, so it is shown large. */
  code?: string
  /** Of the button that leads to the letter's path. */
  button?: string
  after: string[]
  /** Why this mail came to this reader. */
  reason: string
}

export interface Entry {
  title: string
  text: string
  path: string
}

/** Everything that mails say in one language. `portal` is the tenant's name. */
export type Dictionary = { [K in Kind]: (values: ValuesOf<K>, portal: string) => Words } & {
  /** BCP 47, for dates and amounts. */
  locale: string
  greeting(name: string): string
  /** Stands above the button's plain address. */
  orCopy: string
  /** Closes every mail. */
  sentBy(portal: string): string
}

/** An amount as the reader's language writes it. */
export const money = (locale: string, amount: string, currencyCode: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: currencyCode }).format(Number(amount))

/** One change as an entry of a digest, in the words of the mail that it would be by itself. */
export function entryOf(dictionary: Dictionary, change: OrderChange, portal: string): Entry {
  const { subject, before } = dictionary[`order_${change.event}`](change, portal)
  return { title: subject, text: before[0] ?? '', path: change.path }
}

export const distinct = (codes: string[]): string[] => [...new Set(codes)]
