// @module-tag long
import { expect, test } from 'vitest'
import { backTest, madeHistory, type Season, seasons, together } from '../../testing/foresight.ts'

/* The measure of the foresight, over years that are made with known seasons (decision 165). bench/back-test.ts has more of them. */

const years = 3 * 365
const stocking = { every: 30, cover: 60, delivery: 3 }
const judged = (season: Season, from: number) =>
  together(
    [1, 2].map((seed) =>
      backTest(madeHistory({ seed, season, days: years, products: 4, orders: 4, stocking }), from, years),
    ),
  )

test.each(Object.keys(seasons) as Season[])(
  'of the shortages of %s eight in ten were told 14 days before, with at most one wrong alarm a partner and month',
  (season) => {
    const { shortages, told, wrong, partnerMonths } = judged(season, 456)
    expect(shortages).toBeGreaterThan(10)
    expect(told / shortages).toBeGreaterThanOrEqual(0.8)
    expect(wrong / partnerMonths).toBeLessThanOrEqual(1)
  },
)

test('a stock that is always full is never told to be short', () => {
  const full = madeHistory({
    ...{ seed: 3, season: 'no season', days: years, products: 4, orders: 4 },
    stocking: { every: 7, cover: 400, delivery: 1 },
  })
  expect(backTest(full, 456, years)).toMatchObject({ shortages: 0, alarms: 0, wrong: 0 })
})
