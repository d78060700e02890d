import { expect, test } from 'vitest'
import { addDays } from '../days.ts'
import { drawingOf, groupsOf, type LineSeries, labelled, nearest, scaleOf } from './drawing.ts'

const today = '2026-11-26'
const from = (first: string, values: readonly (number | null)[]) =>
  values.map((value, index) => ({ day: addDays(first, index), value }))
const series = (id: string, now: readonly (number | null)[], before?: readonly (number | null)[]): LineSeries => ({
  id,
  label: id,
  current: from('2026-11-24', now),
  previous: before && from('2026-11-21', before),
})
const drawn = (all: readonly LineSeries[], withPrevious = true) =>
  drawingOf(all, { withPrevious, frequency: 'd', today })

test('today is marked as unfinished, and days to come have no value', () => {
  const { lines, unfinished } = drawn([series('sales', [4, 5, 1, 0, 0])])
  expect(unfinished).toBe(2)
  expect(lines[0]?.values).toEqual([4, 5, 1, null, null])
})

test.each([
  ['w', ['2026-11-16', '2026-11-23'], 1],
  ['w', ['2026-11-13', '2026-11-20'], 1],
  ['w', ['2026-11-12', '2026-11-19'], null],
  ['m', ['2026-10-01', '2026-11-01'], 1],
  ['m', ['2026-09-01', '2026-10-01'], null],
] as const)('of samples %s %j the unfinished one is %s', (frequency, days, expected) => {
  const current = days.map((day) => ({ day, value: 1 }))
  const drawing = drawingOf([{ id: 'a', label: 'a', current }], { withPrevious: false, frequency, today })
  expect(drawing.unfinished).toBe(expected)
})

test('the previous period is drawn whole, beside days to come as well', () => {
  const { lines } = drawn([series('sales', [4, 5, 1, 0], [1, 2, 3, 4])])
  expect(lines.map(({ id, isPrevious }) => [id, isPrevious])).toEqual([
    ['sales', false],
    ['sales before', true],
  ])
  expect(lines[1]?.values).toEqual([1, 2, 3, 4])
  expect(drawn([series('sales', [4], [1])], false).lines).toHaveLength(1)
})

test('series that are equal now and before are drawn once', () => {
  const groups = (...all: LineSeries[]) => groupsOf(drawn(all).lines)
  expect(groups(series('a', [1, 2], [3, 4]), series('b', [1, 2], [3, 4]), series('c', [1, 2], [3, 5]))).toEqual([
    [0, 1],
    [2],
  ])
  expect(groups(series('a', [1, 2]), series('b', [1, 2], [3, 4]))).toEqual([[0], [1]])
})

test('an axis has round ticks that hold zero and every value', () => {
  const axis = (values: readonly number[], maximum?: number) => scaleOf(drawn([series('a', values)]).lines, maximum)
  expect(axis([3, 17])).toEqual({ low: 0, high: 20, ticks: [0, 5, 10, 15, 20] })
  expect(axis([1, 2])).toEqual({ low: 0, high: 4, ticks: [0, 1, 2, 3, 4] })
  expect(axis([0.2, 0.9], 1)).toMatchObject({ low: 0, high: 1 })
  expect(axis([-7, 12]).low).toBeLessThanOrEqual(-7)
  expect(axis([0, 0]).high).toBeGreaterThan(0)
})

test('the pointer names the nearest sample, at the edges too', () => {
  expect([-0.2, 0, 0.49, 0.51, 1, 1.3].map((share) => nearest(share, 3))).toEqual([0, 0, 1, 1, 2, 2])
  expect(nearest(0.7, 1)).toBe(0)
})

test('at most as many days are written below the axis as there is room for', () => {
  expect(labelled(31, 8).map(({ position }) => position)).toEqual([0, 4, 8, 12, 16, 20, 24, 28])
  expect(labelled(3, 8)).toEqual([
    { position: 0, isMinor: false },
    { position: 1, isMinor: true },
    { position: 2, isMinor: false },
  ])
  expect(labelled(0, 8)).toEqual([])
})
