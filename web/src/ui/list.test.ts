import { expect, test } from 'vitest'
import {
  isNarrowed,
  isNarrowedOnlyBy,
  type ListState,
  nextSort,
  pageCount,
  pagesToOffer,
  rangeOnShow,
  resized,
  withFilter,
} from './list.ts'
import { between, withRows } from './table/choosing.ts'

const state: ListState = { page: 3, limit: 20, sort: null, filters: {} }

test('the shown range ends at the last row of the list', () => {
  expect(rangeOnShow({ page: 1, limit: 20 }, 830)).toEqual({ first: 1, last: 20 })
  expect(rangeOnShow({ page: 42, limit: 20 }, 830)).toEqual({ first: 821, last: 830 })
  expect(rangeOnShow({ page: 1, limit: 20 }, 0)).toEqual({ first: 0, last: 0 })
  expect(rangeOnShow({ page: 99, limit: 20 }, 830)).toEqual({ first: 0, last: 0 })
})

test('an empty list has one page', () => {
  expect([pageCount(0, 20), pageCount(20, 20), pageCount(21, 20)]).toEqual([1, 1, 2])
})

test('a new page size keeps the first shown row in view', () => {
  expect(resized({ page: 3, limit: 20 }, 50)).toEqual({ limit: 50, page: 1 })
  expect(resized({ page: 3, limit: 50 }, 10)).toEqual({ limit: 10, page: 11 })
})

test('a column sorts ascending, then descending, then not at all', () => {
  const up = nextSort(null, 'name')
  const down = nextSort(up, 'name')
  expect([up, down, nextSort(down, 'name')]).toEqual([
    { field: 'name', direction: 'asc' },
    { field: 'name', direction: 'desc' },
    null,
  ])
  expect(nextSort(down, 'code')).toEqual({ field: 'code', direction: 'asc' })
})

test('a filter goes back to the first page and is removed when it has no values', () => {
  const filtered = withFilter(state, 'status', ['pending'])
  expect(filtered).toEqual({ page: 1, filters: { status: ['pending'] } })
  expect(withFilter({ ...state, ...filtered }, 'status', [])).toEqual({ page: 1, filters: {} })
})

test('a list knows when filters hide rows', () => {
  expect(isNarrowed(state)).toBe(false)
  expect(isNarrowed({ ...state, from: '2026-01-01' })).toBe(true)
  expect(isNarrowed({ ...state, filters: { status: ['pending'] } })).toBe(true)
})

test('the pager offers the first and last page and the neighbours, and never replaces a single page by dots', () => {
  expect(pagesToOffer(1, 1)).toEqual([1])
  expect(pagesToOffer(1, 9)).toEqual([1, 2, null, 9])
  expect(pagesToOffer(5, 9)).toEqual([1, null, 4, 5, 6, null, 9])
  expect(pagesToOffer(4, 9)).toEqual([1, 2, 3, 4, 5, null, 9])
})

test('a range is selected in either direction, and only a row that is on the page starts one', () => {
  const keys = ['a', 'b', 'c', 'd']
  expect(between(keys, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(between(keys, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(between(keys, 'elsewhere', 'c')).toEqual(['c'])
  expect(between(keys, null, 'c')).toEqual(['c'])
  expect([...withRows(new Set(['a']), ['b', 'c'], true)]).toEqual(['a', 'b', 'c'])
  expect([...withRows(new Set(['a', 'b']), ['b', 'c'], false)]).toEqual(['a'])
})

test('a list is narrowed by its own preset alone until its reader adds or changes a filter', () => {
  const preset = { environmentType: ['1'] }
  const only = (patch: Partial<ListState>) =>
    isNarrowedOnlyBy({ page: 1, limit: 20, sort: undefined, filters: preset, ...patch } as ListState, preset)
  expect(only({})).toBe(true)
  expect(only({ page: 2 })).toBe(true)
  expect(only({ filters: {} })).toBe(false)
  expect(only({ filters: { environmentType: ['2'] } })).toBe(false)
  expect(only({ filters: { ...preset, name: ['vela'] } })).toBe(false)
  expect(only({ from: '2026-01-01' })).toBe(false)
})
