import { expect, test } from 'vitest'
import { formOf, openSampling } from './sampling.ts'

const rowsOf = (count: number, cells: (row: number) => string[]) => {
  const sampling = openSampling()
  for (let row = 0; row < count; row++) sampling.push({ line: row + 2, cells: cells(row) })
  return sampling.end()
}

test('of a large file a few rows are held: the first, the last, and those that show something new', () => {
  const status = (row: number) => (row === 61_234 ? 'Cancelled by us' : 'Open')
  const { records, rows } = rowsOf(100_000, (row) => [`A-${row % 40}`, status(row), '10.00'])
  expect(rows).toBe(100_000)
  expect(records.length).toBeLessThan(500)
  expect(records[0]?.line).toBe(2)
  expect(records.at(-1)?.line).toBe(100_001)
  expect(records.map(({ cells }) => cells[1])).toContain('Cancelled by us')
  expect(records.map(({ line }) => line)).toEqual(records.map(({ line }) => line).toSorted((a, b) => a - b))
})

test('the one date that tells day from month is among them, and the one amount that tells its decimals', () => {
  const { records } = rowsOf(50_000, (row) => [
    row === 40_000 ? '13/02/2024' : '01/02/2024',
    row === 45_000 ? '1.234,5' : '1.234',
    `unlike ${row}`,
  ])
  expect(records.map(({ cells }) => cells[0])).toContain('13/02/2024')
  expect(records.map(({ cells }) => cells[1])).toContain('1.234,5')
})

test('an empty cell of a column that was always filled is among them', () => {
  const { records } = rowsOf(20_000, (row) => [`${row}`, row === 15_000 ? '' : `name ${row}`])
  expect(records.map(({ line }) => line)).toContain(15_002)
})

test.each([
  ['12/01/2024', 'd/d/94'],
  ['13/01/2024', 'D/d/94'],
  ['1.234,50', 'd.93,D'],
  ['1,234.5', 'd,93.d'],
  ['Genova (GE)', 'a (a)'],
  ['', ''],
])('the form of %s is %s', (cell, form) => {
  expect(formOf(cell)).toBe(form)
})
