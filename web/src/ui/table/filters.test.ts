import { expect, test } from 'vitest'
import type { List, ListState } from '../list.ts'
import { chipsOf } from './filters.ts'

const listOf = (state: Partial<ListState>, startsMine = false): Pick<List<unknown>, 'state' | 'startsMine'> => ({
  state: { page: 2, limit: 20, sort: null, filters: {}, ...state },
  startsMine,
})
const words = { onlyThis: 'This account alone', language: 'en' }
const wordsOf = (...[list, filters]: [Parameters<typeof chipsOf>[0], Parameters<typeof chipsOf>[1]]) =>
  chipsOf(list, filters, words).map((chip) => chip.words)

test('dates that are set are one chip, which says an open end too and takes both away', () => {
  const list = listOf({ from: '2026-11-01' })
  expect(wordsOf(list, { dates: 'Created' })).toEqual(['Created: Nov 1, 2026 – …'])
  expect(chipsOf(list, { dates: 'Created' }, words)[0]?.without).toEqual({ from: undefined, to: undefined, page: 1 })
  expect(wordsOf(listOf({}), { dates: 'Created' })).toEqual([])
})

test('each further range is a chip of its own, and taking it away leaves the others', () => {
  const list = listOf({ ranges: { end: { to: '2026-12-31' }, start: { from: '2026-01-01' } } })
  const ranges = [
    { field: 'start', label: 'Start' },
    { field: 'end', label: 'End' },
  ]
  const [start] = chipsOf(list, { ranges }, words)
  expect(wordsOf(list, { ranges })).toHaveLength(2)
  expect(start?.without).toEqual({ ranges: { end: { to: '2026-12-31' } }, page: 1 })
})

test('the accounts of a list are a chip only where they are not those with which it starts', () => {
  expect(wordsOf(listOf({ onlyMine: false }), { onlyMine: 'Only my deals' })).toEqual([])
  expect(wordsOf(listOf({ onlyMine: true }), { onlyMine: 'Only my deals' })).toEqual(['Only my deals'])
  const below = { withChildren: 'Include accounts below' }
  expect(wordsOf(listOf({ onlyMine: true }, true), below)).toEqual([])
  expect(wordsOf(listOf({ onlyMine: false }, true), below)).toEqual(['Include accounts below'])
  expect(wordsOf(listOf({ onlyMine: true }, false), below)).toEqual(['This account alone'])
})
