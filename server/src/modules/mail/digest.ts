import type { Letter, OrderChange, OrderEvent } from './letters.ts'

/** Largest number of entries in one mail: mail programs cut off longer mails. */
const longest = 150

/** The letter that tells one recipient of these changes: the plain letter for a single change, else a digest. */
export function letterOfNews(news: [OrderChange, ...OrderChange[]]): Letter {
  const [{ event, ...values }] = news
  if (news.length === 1) return { kind: `order_${event}`, values }
  const sides = new Set(news.map(({ reader }) => reader))
  const path = sides.size > 1 ? '/' : sides.has('buyer') ? '/sell-in' : '/sell-out'
  return { kind: 'order_digest', values: { path, news } }
}

/** Splits the entries into parts that each fit into one mail. */
export function inMails<Entry>(news: Entry[]): Entry[][] {
  const mails = Math.ceil(news.length / longest)
  return Array.from({ length: mails }, (_, index) => news.slice(index * longest, (index + 1) * longest))
}

/** The order changes that a letter contains; null for a letter about something else. */
export function newsIn(letter: Letter): OrderChange[] | null {
  if (letter.kind === 'order_digest') return letter.values.news
  if (!isNews(letter)) return null
  return [{ event: letter.kind.slice('order_'.length) as OrderEvent, ...letter.values }]
}

const isNews = (letter: Letter): letter is Extract<Letter, { kind: `order_${OrderEvent}` }> =>
  letter.kind.startsWith('order_') && letter.kind !== 'order_digest'

/** One letter with the changes of both; null when one of them is not about orders, or when the result would be too long. */
export function joined(first: Letter, second: Letter): Letter | null {
  const [earlier, later] = [newsIn(first), newsIn(second)]
  if (earlier === null || later === null) return null
  const [head, ...rest] = [...earlier, ...later]
  if (head === undefined || rest.length >= longest) return null
  return letterOfNews([head, ...rest])
}
