import type { TodayItem, Urgency } from '@trellis/contract/today'
import { expect, test } from 'vitest'
import { monthSoFar } from './month.ts'
import { firstOf, groupsOf, room } from './queue.ts'

const of = (urgency: Urgency, count: number) =>
  Array.from({ length: count }, (_, at) => ({ urgency, recordId: `${urgency} ${at}` }) as TodayItem)
const shape = (groups: ReturnType<typeof groupsOf>) => groups.map(({ urgency, items }) => [urgency, items.length])

test('what waits is grouped by urgency, and groups without rows have no heading', () => {
  expect(shape(groupsOf([...of('overdue', 1), ...of('week', 4), ...of('later', 2)]))).toEqual([
    ['overdue', 1],
    ['week', 4],
    ['later', 2],
  ])
  expect(groupsOf([])).toEqual([])
})

test('eleven are shown whole in all five groups; of more, whole rows as far as there is room, and no heading alone', () => {
  const eleven = groupsOf([
    ...of('overdue', 1),
    ...of('today', 1),
    ...of('week', 3),
    ...of('asked', 4),
    ...of('later', 2),
  ])
  expect(firstOf(eleven, room.wide)).toEqual(eleven)
  expect(shape(firstOf(groupsOf([...of('overdue', 40), ...of('week', 3)]), room.wide))).toEqual([['overdue', 12]])
  expect(shape(firstOf(groupsOf([...of('overdue', 12), ...of('week', 3)]), room.wide))).toEqual([['overdue', 12]])
  expect(shape(firstOf(groupsOf([...of('overdue', 2), ...of('week', 9)]), room.narrow))).toEqual([
    ['overdue', 2],
    ['week', 3],
  ])
})

test('the month until today is compared with the same days of the month before, or with all of a shorter one', () => {
  expect(monthSoFar('2026-11-26')).toEqual({
    from: '2026-11-01',
    to: '2026-11-26',
    before: { from: '2026-10-01', to: '2026-10-26' },
  })
  expect(monthSoFar('2026-03-31').before).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(monthSoFar('2027-01-05').before).toEqual({ from: '2026-12-01', to: '2026-12-05' })
})
