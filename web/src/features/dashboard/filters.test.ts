import { expect, test } from 'vitest'
import { type Filters, filtersOf, searchOf } from './filters.ts'

const today = '2026-03-02'
const standard: Filters = {
  interval: 'lastWeek',
  from: '2026-02-24',
  to: today,
  products: [],
  accountId: null,
  children: true,
  before: true,
}

test('an empty address is the last week of everybody below, beside the one before, and the other way round', () => {
  expect(filtersOf({}, today)).toEqual(standard)
  expect(searchOf(standard)).toEqual({})
})

test.each<[string, Partial<Filters>, Record<string, string | string[]>]>([
  ['an interval', { interval: 'lastMonth', from: '2026-02-01', to: '2026-02-28' }, { interval: 'lastMonth' }],
  ['all time', { interval: 'allTime', from: null, to: today }, { interval: 'allTime' }],
  [
    'days of one’s own',
    { interval: 'custom', from: '2026-01-05', to: '2026-01-09' },
    { interval: 'custom', from: '2026-01-05', to: '2026-01-09' },
  ],
  ['products', { products: ['p1', 'p2'] }, { products: ['p1', 'p2'] }],
  ['an account', { accountId: 'a1' }, { account: 'a1' }],
  ['no accounts below', { children: false }, { children: 'no' }],
  ['no period before', { before: false }, { before: 'no' }],
])('%s comes back from the address as it went there', (_what, said, search) => {
  const filters = { ...standard, ...said }
  expect(searchOf(filters)).toEqual(search)
  expect(filtersOf(search, today)).toEqual(filters)
})

test('one product in the address is a list of one', () => {
  expect(filtersOf({ products: 'p1' }, today).products).toEqual(['p1'])
  expect(searchOf({ ...standard, products: ['p1'] })).toEqual({ products: ['p1'] })
})

test('days without a beginning, the wrong way round or that do not exist end up at the last day', () => {
  const days = (search: Record<string, string>) => {
    const { from, to } = filtersOf({ interval: 'custom', ...search }, today)
    return [from, to]
  }
  expect(days({})).toEqual([today, today])
  expect(days({ from: '2026-01-05' })).toEqual(['2026-01-05', today])
  expect(days({ to: '2026-01-05' })).toEqual(['2026-01-05', '2026-01-05'])
  expect(days({ from: '2026-02-01', to: '2026-01-01' })).toEqual(['2026-01-01', '2026-01-01'])
  expect(days({ from: '2026-02-01', to: '2026-02-31' })).toEqual(['2026-02-01', today])
  expect(days({ from: '2026-02-30' })).toEqual([today, today])
  expect(days({ from: 'yesterday', to: '2026-3-1' })).toEqual([today, today])
})

test('an interval that nobody knows is the usual one, and its days are not asked for', () => {
  expect(filtersOf({ interval: 'lastDecade', from: '2020-01-01', to: '2020-02-01' }, today)).toEqual(standard)
})
