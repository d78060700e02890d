import { foresightDays, shortageLeadDays } from '@trellis/contract/foresight'
import { chanceFrom } from '../demo/random.ts'
import { type Common, foresee, type Known, oldestWeek } from '../modules/foresight/index.ts'

/* The back-test of the foresight (decision 165): histories of stocks, replayed day by day with what was known on each. */

/** What happened to the stock of one product, day by day. */
export interface PastStock {
  /** What could be sold when the day began. */
  available: number[]
  /** Pieces on the way then, and pieces that customers waited for. */
  incoming: number[]
  waiting: number[]
  /** Pieces that left for no other reason than that they are usually bought. */
  left: number[]
  /** All that was asked for on the day. */
  wanted: number[]
  /** Days on which somebody had to wait, and nobody had before. */
  short: number[]
  keys: { due: number; pieces: number; renewed: number | null }[]
  deals: { opened: number; closed: number; closes: number; pieces: number; chances: [day: number, chance: number][] }[]
}

/** The stocks of one account. */
export type Past = PastStock[]

/** So many days before, a shortage is to be told. */
const early = 14
/** An alarm that comes again within a week is the same one. */
const silence = 7

export interface Judged {
  shortages: number
  told: number
  /** Those of a product that had been sold in at least three of the thirteen weeks before. */
  usual: number
  usualTold: number
  alarms: number
  /** Of the alarms: the demand that came did not exceed what there was, up to two weeks after the day that was told. */
  wrong: number
  partnerMonths: number
}

const common = (known: readonly Known[], day: number): Common => ({
  terms: {
    ended: known.reduce((sum, { terms }) => sum + terms.ended, 0),
    renewed: known.reduce((sum, { terms }) => sum + terms.renewed, 0),
  },
  weeks: Array.from({ length: oldestWeek + 1 }, (_, week) =>
    known.reduce((sum, { weeks }) => sum + (weeks[week] ?? 0), 0),
  ),
  hasYear: day >= (oldestWeek + 1) * 7,
})

/** What the statement of the product would have read when the day began. */
export function knownOn(past: PastStock, day: number): Known {
  const weeks = Array.from({ length: oldestWeek + 1 }, (_, week) => {
    let sum = 0
    for (let ago = 1; ago <= 7; ago++) sum += past.left[day - 7 * week - ago] ?? 0
    return sum
  })
  const ended = past.keys.filter(({ due }) => due <= day && due > day - 365)
  return {
    available: past.available[day] ?? 0,
    incoming: past.incoming[day] ?? 0,
    orders: { count: past.waiting[day] === 0 ? 0 : 1, pieces: past.waiting[day] ?? 0 },
    deals: past.deals
      .filter(({ opened, closed }) => opened < day && day <= closed)
      .map(({ closes, pieces, chances }) => ({
        day: closes - day,
        pieces,
        chance: chances.filter(([since]) => since < day).at(-1)?.[1] ?? 0,
      })),
    keys: past.keys
      .filter(({ due, renewed }) => due > day && (renewed === null || renewed >= day))
      .map(({ due, pieces }) => ({ day: due - day, keys: 1, pieces })),
    terms: {
      ended: ended.length,
      renewed: ended.filter(({ renewed }) => renewed !== null && renewed < day).length,
    },
    weeks,
  }
}

/** Replays the days of one account and compares what was told with what came. */
export function backTest(account: Past, from: number, to: number): Judged {
  const judged = {
    shortages: 0,
    told: 0,
    usual: 0,
    usualTold: 0,
    alarms: 0,
    wrong: 0,
    partnerMonths: (to - from) / 30.44,
  }
  const told = account.map(() => new Map<number, number>())
  for (let day = from; day < to; day++) {
    const known = account.map((past) => knownOn(past, day))
    const all = common(known, day)
    for (const [at, one] of known.entries()) {
      const { day: short } = foresee(one, all, foresightDays.usual)
      if (short !== null && short <= shortageLeadDays) told[at]?.set(day, day + short)
    }
  }
  for (const [at, past] of account.entries()) {
    const alarms = told[at] ?? new Map()
    for (const day of past.short) {
      if (day < from + early || day >= to) continue
      const isTold = alarms.has(day - early)
      const isUsual =
        knownOn(past, day - early)
          .weeks.slice(0, 13)
          .filter((pieces) => pieces > 0).length >= 3
      judged.shortages += 1
      if (isTold) judged.told += 1
      if (isUsual) judged.usual += 1
      if (isUsual && isTold) judged.usualTold += 1
    }
    let last = Number.NEGATIVE_INFINITY
    for (const [day, expected] of alarms) {
      const isNew = day - last > silence
      last = day
      // What comes after the end of the history is not known.
      if (!isNew || expected + early > to) continue
      judged.alarms += 1
      let left = (past.available[day] ?? 0) + (past.incoming[day] ?? 0) - (past.waiting[day] ?? 0)
      for (let n = day; n <= expected + early; n++) left -= past.wanted[n] ?? 0
      if (left >= 0) judged.wrong += 1
    }
  }
  return judged
}

export const together = (all: readonly Judged[]): Judged =>
  all.reduce((sum, one) => ({
    shortages: sum.shortages + one.shortages,
    told: sum.told + one.told,
    usual: sum.usual + one.usual,
    usualTold: sum.usualTold + one.usualTold,
    alarms: sum.alarms + one.alarms,
    wrong: sum.wrong + one.wrong,
    partnerMonths: sum.partnerMonths + one.partnerMonths,
  }))

/** Demand of one day before it is known whether there is stock for it. */
interface Wanted {
  pieces: number
  isHabit: boolean
}

export interface Stocking {
  /** Stocks are filled every so many days, for so many days at the pace of the last two months. */
  every: number
  cover: number
  /** Days until it arrives. */
  delivery: number
}

/**
 * Runs the stock of a product through its demand: it is filled by the calendar, without any foresight, and once somebody waits a
 * purchase is made for what lacks.
 */
export function runStock(
  demand: Wanted[][],
  opening: number,
  { every, cover, delivery }: Stocking,
): Pick<PastStock, 'available' | 'incoming' | 'waiting' | 'left' | 'wanted' | 'short'> {
  const past = { available: [], incoming: [], waiting: [], left: [], wanted: [], short: [] } as ReturnType<
    typeof runStock
  >
  const arrivals = new Map<number, number>()
  let [stock, coming] = [opening, 0]
  let queue: Wanted[] = []
  const order = (day: number, pieces: number) => {
    arrivals.set(day + delivery, (arrivals.get(day + delivery) ?? 0) + pieces)
    coming += pieces
  }
  for (const [day, asked] of demand.entries()) {
    const arrived = arrivals.get(day) ?? 0
    stock += arrived
    coming -= arrived
    past.left.push(0)
    const serve = (one: Wanted) => {
      if (one.pieces > stock) return false
      stock -= one.pieces
      if (one.isHabit) past.left[day] = (past.left[day] ?? 0) + one.pieces
      return true
    }
    queue = queue.filter((one) => !serve(one))
    past.available.push(stock)
    past.incoming.push(coming)
    past.waiting.push(queue.reduce((sum, { pieces }) => sum + pieces, 0))
    past.wanted.push(asked.reduce((sum, { pieces }) => sum + pieces, 0))
    const waited = queue.length
    for (const one of asked) if (queue.length > 0 || !serve(one)) queue.push(one)
    if (queue.length > 0 && waited === 0) past.short.push(day)
    const lacking = queue.reduce((sum, { pieces }) => sum + pieces, 0) - stock - coming
    if (lacking > 0) order(day, lacking + 5)
    else if (day % every === 0) {
      const pace = past.wanted.slice(-60).reduce((sum, pieces) => sum + pieces, 0) / Math.min(60, day + 1)
      const wanted = Math.ceil(pace * cover) - stock - coming
      if (wanted > 0) order(day, wanted)
    }
  }
  return past
}

/** Seasons that are known, because the histories are made of them: business by month, January first. */
export const seasons = {
  'a quiet August and busy ends of quarters': [0.85, 0.95, 1.2, 0.95, 1, 1.15, 0.9, 0.55, 1.15, 1.05, 1.1, 1.3],
  'a school year': [0.7, 0.7, 0.8, 0.8, 0.9, 1.1, 1.5, 2.2, 1.6, 0.8, 0.6, 0.5],
  'a rush before Christmas': [0.6, 0.7, 0.8, 0.8, 0.9, 0.9, 0.8, 0.8, 1.1, 1.4, 1.9, 1.6],
  'no season': [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
} as const
export type Season = keyof typeof seasons

interface Business {
  seed: number
  season: Season
  days: number
  products: number
  /** Orders a week of the product that sells best. */
  orders: number
  stocking: Stocking
}

/**
 * A distributor's years: orders of one to eight pieces with a season and growth, keys of a year that are renewed by a share of its own for
 * each product, deals of which four in ten are won, and stock that is filled each month.
 */
export function madeHistory({ seed, season, days, products, orders, stocking }: Business): Past {
  const chance = chanceFrom(seed)
  const factors = seasons[season]
  const growth = chance.between(-10, 40) / 100
  return Array.from({ length: products }, (_, place) => {
    const weekly = (orders * (products - place)) / products
    const share = chance.between(45, 90)
    const demand: Wanted[][] = Array.from({ length: days }, () => [])
    const keys: PastStock['keys'] = []
    const deals: PastStock['deals'] = []
    for (let day = 0; day < days; day++) {
      const month = Math.floor(((day % 365) / 365) * 12)
      const pace = (factors[month] ?? 1) * (1 + (growth * day) / 365)
      if (day % 7 < 5)
        for (let n = 0; n < 3; n++) {
          if (chance.next() >= (weekly * pace) / 15) continue
          const pieces = chance.between(1, 8)
          demand[day]?.push({ pieces, isHabit: true })
          if (!chance.percent(60)) continue
          for (let due = day + 365; due < days + 60; due += 365) {
            const renewed = chance.percent(share) ? due + chance.between(-9, 0) : null
            keys.push({ due, pieces, renewed })
            if (renewed === null) break
            demand[renewed]?.push({ pieces, isHabit: false })
          }
        }
      if (chance.next() < weekly / 200) {
        const length = chance.between(30, 90)
        const [closed, pieces, isWon] = [day + length, chance.between(5, 30), chance.percent(40)]
        deals.push({
          ...{ opened: day, closed, closes: closed + chance.between(-10, 10), pieces },
          chances: [
            [day, 40],
            [day + Math.round(length / 2), isWon === chance.percent(75) ? 70 : 30],
            [day + Math.round(length * 0.8), isWon === chance.percent(85) ? 90 : 15],
          ],
        })
        if (isWon) demand[closed]?.push({ pieces, isHabit: false })
      }
    }
    const first = demand
      .slice(0, stocking.cover)
      .flat()
      .reduce((sum, { pieces }) => sum + pieces, 0)
    return { ...runStock(demand, first, stocking), keys, deals }
  })
}
