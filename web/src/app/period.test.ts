import { expect, test } from 'vitest'
import { periodOf, previousOf } from './period.ts'

test('each interval covers whole days, up to today or up to its own end', () => {
  expect(periodOf('lastWeek', '2026-03-02')).toEqual({ from: '2026-02-24', to: '2026-03-02' })
  expect(periodOf('thisMonth', '2026-03-02')).toEqual({ from: '2026-03-01', to: '2026-03-02' })
  expect(periodOf('lastMonth', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(periodOf('lastMonth', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(periodOf('thisQuarter', '2026-05-20')).toEqual({ from: '2026-04-01', to: '2026-05-20' })
  expect(periodOf('lastQuarter', '2026-02-10')).toEqual({ from: '2025-10-01', to: '2025-12-31' })
  expect(periodOf('thisYear', '2028-02-29')).toEqual({ from: '2028-01-01', to: '2028-02-29' })
  expect(periodOf('lastYear', '2026-11-21')).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  expect(periodOf('allTime', '2026-11-21')).toEqual({ from: null, to: '2026-11-21' })
})

test('the previous period has the same length and ends on the day before the current one begins', () => {
  expect(previousOf({ from: '2026-02-24', to: '2026-03-02' })).toEqual({ from: '2026-02-17', to: '2026-02-23' })
  expect(previousOf({ from: '2026-03-05', to: '2026-03-05' })).toEqual({ from: '2026-03-04', to: '2026-03-04' })
  expect(previousOf({ from: null, to: '2026-03-05' })).toBeNull()
})
