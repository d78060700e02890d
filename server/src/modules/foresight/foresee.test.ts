import { expect, test } from 'vitest'
import { chanceFrom } from '../../demo/random.ts'
import { type Common, foresee, type Known, oldestWeek } from './foresee.ts'

/* The arithmetic of the foresight (rules S7 to S9). */

const weeks = (given: Record<number, number> = {}) =>
  Array.from({ length: oldestWeek + 1 }, (_, week) => given[week] ?? 0)
const known = (given: Partial<Known> = {}): Known => ({
  ...{ available: 0, incoming: 0, orders: { count: 0, pieces: 0 }, deals: [], keys: [] },
  ...{ terms: { ended: 0, renewed: 0 }, weeks: weeks() },
  ...given,
})
const common = (given: Partial<Common> = {}): Common => ({
  ...{ terms: { ended: 0, renewed: 0 }, weeks: weeks(), hasYear: false },
  ...given,
})
const even = (from: number, to: number, pieces: number) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, n) => [from + n, pieces]))

test('on 12 December 14 lack: 22 keys renew, 3 deals at 60 % close, and there are 21', () => {
  const course = foresee(
    known({
      available: 21,
      keys: [{ day: 9, keys: 22, pieces: 32 }],
      terms: { ended: 40, renewed: 32 },
      deals: [5, 7, 14].map((day) => ({ day, pieces: 5, chance: 60 })),
    }),
    common(),
    60,
  )
  // 80 % of 32 seats are 26 pieces, 60 % of 15 are 9.
  expect(course).toMatchObject({ day: 9, missing: 14, expected: 35 })
  expect(course.renewals).toEqual({
    ...{ keys: 22, seats: 32, share: 80, ended: 40, renewed: 32, basis: 'product', pieces: 26 },
  })
  expect(course.deals).toEqual({ count: 3, seats: 15, pieces: 9 })
})

test('nothing is expected of nothing', () => {
  expect(foresee(known(), common(), 180)).toMatchObject({ day: null, missing: 0, expected: 0, habit: { season: null } })
})

test('what waits now is short now, and what is on the way covers it', () => {
  const orders = { count: 2, pieces: 9 }
  expect(foresee(known({ available: 8, orders }), common(), 60)).toMatchObject({ day: 0, missing: 1 })
  expect(foresee(known({ available: 8, incoming: 1, orders }), common(), 60)).toMatchObject({ day: null, missing: 0 })
})

test('a deal whose day has passed is expected now, one after the last day is not counted', () => {
  const deals = [
    { day: -8, pieces: 4, chance: 100 },
    { day: 61, pieces: 50, chance: 100 },
  ]
  expect(foresee(known({ deals }), common(), 60)).toMatchObject({ day: 0, missing: 4, deals: { count: 1, seats: 4 } })
})

test('with fewer than five terms of a product the share is that of all products, and without those a half', () => {
  const keys = [{ day: 3, keys: 10, pieces: 10 }]
  const shareOf = (own: Known['terms'], all: Known['terms']) =>
    foresee(known({ keys, terms: own }), common({ terms: all }), 60).renewals
  expect(shareOf({ ended: 5, renewed: 1 }, { ended: 90, renewed: 90 })).toMatchObject({ share: 20, basis: 'product' })
  expect(shareOf({ ended: 4, renewed: 0 }, { ended: 10, renewed: 7 })).toMatchObject({
    ...{ share: 70, basis: 'all', ended: 10, renewed: 7, pieces: 7 },
  })
  expect(shareOf({ ended: 4, renewed: 4 }, { ended: 4, renewed: 4 })).toMatchObject({
    ...{ share: 50, basis: 'none', ended: 4, renewed: 4, pieces: 5 },
  })
})

test('the pace of the last 13 weeks goes on if something was sold in three of them', () => {
  const at = (sold: Record<number, number>) => foresee(known({ weeks: weeks(sold) }), common(), 91).habit
  expect(at({ 0: 20, 12: 6 })).toMatchObject({ sold: 26, weeks: 2, pieces: 0 })
  expect(at({ 0: 20, 5: 2, 12: 4 })).toMatchObject({ sold: 26, weeks: 3, pieces: 26, season: null })
  expect(at({ 0: 20, 5: 2, 13: 400 })).toMatchObject({ sold: 22, weeks: 2, pieces: 0 })
})

test('a season of last year comes again, once there is a year to compare with', () => {
  // Ten a week in the last quarter and in the one a year before it; after that, last year, it was three times as many.
  const sold = weeks({ ...even(0, 12, 10), ...even(52, 64, 10), ...even(38, 51, 30) })
  const whole = { weeks: sold, hasYear: true }
  const { habit } = foresee(known({ weeks: sold }), common(whole), 70)
  // The first week is smoothed with the one before it.
  expect(habit.pieces).toBeGreaterThan(270)
  expect(habit.pieces).toBeLessThanOrEqual(300)
  expect(habit.season).toBe(Math.round((100 * habit.pieces) / 100 - 100))
  expect(foresee(known({ weeks: sold }), common({ ...whole, hasYear: false }), 70).habit).toMatchObject({
    ...{ pieces: 100, season: null },
  })
  // A product that sells little has the season of all.
  const little = weeks({ ...even(0, 12, 1) })
  expect(foresee(known({ weeks: little }), common(whole), 70).habit.pieces).toBeGreaterThan(25)
  // Nobody expects more than four times, nor less than a quarter.
  const rush = weeks({ ...even(0, 12, 10), ...even(52, 64, 10), ...even(38, 51, 900) })
  expect(foresee(known({ weeks: rush }), common({ weeks: rush, hasYear: true }), 70).habit.pieces).toBe(400)
  const still = weeks({ ...even(0, 12, 40), ...even(52, 64, 400) })
  const quiet = foresee(known({ weeks: still }), common({ weeks: still, hasYear: true }), 70).habit
  expect(quiet.pieces).toBeGreaterThanOrEqual(100)
  expect(quiet.pieces).toBeLessThan(130)
})

test('the figures add up, and what one has more of never makes it short earlier, over random stocks', () => {
  const { next, between } = chanceFrom(165)
  for (let round = 0; round < 400; round++) {
    const list = <T>(most: number, make: () => T) => Array.from({ length: between(0, most) }, make)
    const ended = between(0, 30)
    const stock = known({
      available: between(0, 60),
      incoming: between(0, 20),
      orders: { count: 1, pieces: between(0, 9) },
      deals: list(4, () => ({ day: between(-5, 90), pieces: between(1, 9), chance: between(1, 100) })),
      keys: list(9, () => ({ day: between(1, 60), keys: 1, pieces: between(1, 5) })),
      terms: { ended, renewed: between(0, ended) },
      weeks: Array.from({ length: oldestWeek + 1 }, () => (next() < 0.5 ? between(0, 9) : 0)),
    })
    const all = common({ weeks: stock.weeks.map((pieces) => pieces * 3), hasYear: next() < 0.5, terms: stock.terms })
    const days = between(1, 180)
    const course = foresee(stock, all, days)
    const { renewals, deals, orders, habit } = course
    expect(course.expected).toBe(renewals.pieces + deals.pieces + orders.pieces + habit.pieces)
    expect(course.missing).toBe(Math.max(0, course.expected - stock.available - stock.incoming))
    expect(course.day === null).toBe(course.missing === 0)
    if (course.day !== null) {
      // It is the first such day: looked at only until then it is short on the last day, and not the day before.
      expect(foresee(stock, all, Math.max(1, course.day)).missing > 0 || course.day === 0).toBe(true)
      if (course.day > 1) expect(foresee(stock, all, course.day - 1).day).toBeNull()
    }
    const more = foresee({ ...stock, available: stock.available + 1 }, all, days)
    expect(more.missing).toBe(Math.max(0, course.missing - 1))
    expect(more.day ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(course.day ?? Number.POSITIVE_INFINITY)
  }
})
