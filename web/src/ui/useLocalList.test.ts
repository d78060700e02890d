import { expect, test } from 'vitest'
import { foundIn, type LocalOptions } from './useLocalList.ts'

interface Row {
  name: string
  price: number | null
}
const row = (name: string, price: number | null): Row => ({ name, price })
const rows = [row('Edge 10', 9), row('Édge 9', null), row('Vault', 100), row('edge 2', 10)]
const options: LocalOptions<Row> = {
  sortBy: { name: ({ name }) => name, price: ({ price }) => price },
  words: ({ name }) => name,
  start: { field: 'name', direction: 'asc' },
}
const names = (typed: string, sort: Parameters<typeof foundIn>[2] = null) =>
  foundIn(rows, typed, sort, options).map(({ name }) => name)

test('numbers in names are sorted by value, and an empty search finds everything', () => {
  expect(names('  ')).toEqual(['edge 2', 'Édge 9', 'Edge 10', 'Vault'])
  expect(names('', { field: 'name', direction: 'desc' })).toEqual(['Vault', 'Edge 10', 'Édge 9', 'edge 2'])
})

test('case and accents do not matter to what is typed', () => {
  expect(names(' EDGE ')).toEqual(['edge 2', 'Édge 9', 'Edge 10'])
  expect(names('èdge 1')).toEqual(['Edge 10'])
  expect(names('nothing')).toEqual([])
})

test('prices are compared as numbers, and who has none comes last in both directions', () => {
  expect(names('', { field: 'price', direction: 'asc' })).toEqual(['Edge 10', 'edge 2', 'Vault', 'Édge 9'])
  expect(names('', { field: 'price', direction: 'desc' })).toEqual(['Vault', 'edge 2', 'Edge 10', 'Édge 9'])
})

test('a column that cannot be sorted by leaves the rows as they came', () => {
  expect(names('', { field: 'unknown', direction: 'desc' })).toEqual(rows.map(({ name }) => name))
})
