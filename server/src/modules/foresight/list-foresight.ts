import { type Foreseen, type Foresight, maximumForeseen } from '@trellis/contract/foresight'
import type { Reader } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { type Asked, readFacts } from './facts.ts'
import { foresee } from './foresee.ts'

/** The day so many days after this one. */
const dayAfter = (today: string, days: number): string =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

type Ahead = Foreseen & { day: number | null }

/** What runs short first comes first, and of one day that of which most lacks. */
const byDay = (one: Ahead, other: Ahead) =>
  (one.day ?? Number.POSITIVE_INFINITY) - (other.day ?? Number.POSITIVE_INFINITY) || other.missing - one.missing

/**
 * What is expected of each product that may leave the stock of an account. Who issues stock is never short (rules S7): nothing is
 * asked.
 */
export async function lookAhead(tx: Reader, actor: Actor, asked: Omit<Asked, 'timeZone'>): Promise<Ahead[]> {
  if (asked.accountId === actor.rootAccountId) return []
  const { products, common, today } = await readFacts(tx, { ...asked, timeZone: actor.timeZone })
  return products
    .map(({ product, isScarce, ...known }): Ahead => {
      const { day, ...course } = foresee(known, common, asked.days)
      const { available, incoming } = known
      const date = day === null ? null : dayAfter(today, day)
      return { product, available, incoming, day, date, until: dayAfter(today, asked.days), ...course, isScarce }
    })
    .sort(byDay)
}

/** Each product that runs short; with a product, that one. */
export async function listForesight(
  tx: Reader,
  actor: Actor,
  { productId, ...asked }: Omit<Asked, 'timeZone'> & { productId?: string | undefined },
): Promise<Foresight> {
  const ahead = await lookAhead(tx, actor, asked)
  const short = ahead.filter(({ day }) => day !== null)
  const shown = productId === undefined ? short : ahead.filter(({ product }) => product.productId === productId)
  return {
    items: shown.slice(0, maximumForeseen).map(({ day: _, ...item }) => item),
    count: short.length,
  }
}
