import type { Foreseen } from '@trellis/contract/foresight'

/** The weeks of the last quarter, by which the pace is known. */
export const recentWeeks = 13
/** Weeks after which the same week of the year comes again. */
export const yearWeeks = 52
/** The oldest week that is looked at: those of the last quarter, a year before. */
export const oldestWeek = yearWeeks + recentWeeks - 1
/** Fewer weeks with sales than this are no habit. */
const fewestWeeks = 3
/** Of so few terms nothing can be said. */
const fewestTerms = 5
/** While nothing can be said, half of the keys are expected to be renewed. */
const unknownShare = 0.5
/** The pieces of a year's quarter from which on a product's own season counts more than that of all products. */
const pooled = 40
/** A season beyond this is chance. */
const season = { least: 0.25, most: 4 } as const

export interface Known {
  available: number
  /** Pending purchases of the account. */
  incoming: number
  /** Purchases that wait for it. */
  orders: { count: number; pieces: number }
  /** Open deals; days from today on, negative when the day has passed. */
  deals: readonly { day: number; pieces: number; chance: number }[]
  /** Keys that end and whose owner has no pieces left for them. */
  keys: readonly { day: number; keys: number; pieces: number }[]
  /** Terms of such keys that ended in the last year. */
  terms: Terms
  /** What left the stock for no such reason, by week: place 0 are the last seven days. */
  weeks: readonly number[]
}

export interface Terms {
  ended: number
  renewed: number
}

/** What is known of all products of the account together. */
export interface Common {
  terms: Terms
  weeks: readonly number[]
  /** The account had sales at the beginning of the oldest week already. */
  hasYear: boolean
}

export interface Course extends Pick<Foreseen, 'renewals' | 'deals' | 'orders' | 'habit' | 'missing' | 'expected'> {
  /** Days until it runs short; null when it does not. */
  day: number | null
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const between = (weeks: readonly number[], first: number, last: number) =>
  sum(Array.from({ length: last - first + 1 }, (_, at) => weeks[first + at] ?? 0))

/** The share of keys that are renewed, and the terms that say so (rules S8). */
function shareOf(own: Terms, all: Terms) {
  for (const [basis, terms] of [
    ['product', own],
    ['all', all],
  ] as const)
    if (terms.ended >= fewestTerms) return { basis, ...terms, share: terms.renewed / terms.ended }
  return { basis: 'none', ...own, share: unknownShare } as const
}

/** How the week that begins in `ahead` weeks was a year ago, beside the quarter that lies a year before the last one. */
function seasonOf(weeks: readonly number[], common: Common, ahead: number): number {
  // Three weeks around it: a single order is no season.
  const then = (of: readonly number[]) => between(of, Math.max(0, yearWeeks - 2 - ahead), yearWeeks - ahead) / 3
  const before = (of: readonly number[]) => between(of, yearWeeks, oldestWeek) / recentWeeks
  const ofAll = before(common.weeks) === 0 ? 1 : then(common.weeks) / before(common.weeks)
  const weight = pooled / recentWeeks
  const factor = (then(weeks) + weight * ofAll) / (before(weeks) + weight)
  return Math.min(season.most, Math.max(season.least, factor))
}

/** The pieces expected by habit on each of the next days, added up. */
function habitOf(weeks: readonly number[], common: Common, days: number): number[] {
  const recent = weeks.slice(0, recentWeeks)
  const pace =
    recent.filter((pieces) => pieces > 0).length < fewestWeeks ? 0 : Math.max(0, sum(recent)) / recentWeeks / 7
  const factors = Array.from({ length: Math.ceil(days / 7) }, (_, ahead) =>
    common.hasYear ? seasonOf(weeks, common, ahead) : 1,
  )
  const sums = [0]
  for (let day = 1; day <= days; day++)
    sums.push((sums[day - 1] ?? 0) + pace * (factors[Math.floor((day - 1) / 7)] ?? 1))
  return sums
}

/** The first day on which it is so; from then on it stays so, and it is on the last day. */
function firstOf(days: number, isSo: (day: number) => boolean): number {
  let [low, high] = [0, days]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * What is expected to leave a stock within so many days, by its causes, and the day on which there is less than that. Each cause
 * is counted in whole pieces, so that the figures that are shown add up. It asks nobody and reads no clock: the back-test
 * runs the same.
 */
export function foresee(known: Known, common: Common, days: number): Course {
  const { share, ...terms } = shareOf(known.terms, common.terms)
  const habit = habitOf(known.weeks, common, days)
  const until = <T extends { day: number }>(rows: readonly T[], day: number) => rows.filter((row) => row.day <= day)
  const causes = (day: number) => ({
    renewals: Math.round(share * sum(until(known.keys, day).map(({ pieces }) => pieces))),
    deals: Math.round(sum(until(known.deals, day).map(({ pieces, chance }) => (pieces * chance) / 100))),
    orders: known.orders.pieces,
    habit: Math.round(habit[day] ?? 0),
  })
  const lacking = (day: number) => sum(Object.values(causes(day))) - known.available - known.incoming
  const { renewals, deals, orders, habit: usual } = causes(days)
  const keys = until(known.keys, days)
  const open = until(known.deals, days)
  const recent = known.weeks.slice(0, recentWeeks)
  const sold = sum(recent)
  return {
    day: lacking(days) > 0 ? firstOf(days, (day) => lacking(day) > 0) : null,
    missing: Math.max(0, lacking(days)),
    expected: renewals + deals + orders + usual,
    renewals: {
      keys: sum(keys.map((row) => row.keys)),
      seats: sum(keys.map(({ pieces }) => pieces)),
      share: Math.round(100 * share),
      ...terms,
      pieces: renewals,
    },
    deals: { count: open.length, seats: sum(open.map(({ pieces }) => pieces)), pieces: deals },
    orders: { count: known.orders.count, pieces: orders },
    habit: {
      sold,
      weeks: recent.filter((pieces) => pieces > 0).length,
      season:
        common.hasYear && usual > 0
          ? Math.round(100 * ((habit[days] ?? 0) / ((sold / recentWeeks / 7) * days) - 1))
          : null,
      pieces: usual,
    },
  }
}
