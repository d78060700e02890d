import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { lineOf, mannerOf } from './csv.ts'
import { writeBook } from './sheet.ts'
import { type Cell, cellsOf, wallClock } from './values.ts'
import { columnName, sheetEnd, sheetStart, xlsxRow, zipped } from './xlsx.ts'

const text = (of: string): Cell => ({ kind: 'text', text: of })

async function readBack(rows: Cell[][]) {
  const sheet =
    sheetStart([20, 20, 20]) + rows.map((row, index) => xlsxRow(row, index + 1)).join('') + sheetEnd(3, rows.length)
  return readSheet(await buffer(zipped([Readable.from([sheet])])), { trim: false })
}

test('text is read back unchanged: XML characters, control characters, text that looks like an escape, long text (threats F9)', async () => {
  const texts = ['<a & "b">', 'line\nbreak', '_x0041_', ' spaces ', '😀', '0012345678901234567890', '=1+1']
  const rows = await readBack([[text('Head')], ...texts.map((of) => [text(of)])])
  expect(rows.slice(1).map(([cell]) => String(cell).replace('_x005F_', '_'))).toEqual(texts)
  const [, [long]] = (await readBack([[text('Head')], [text('x'.repeat(40_000))]])) as [unknown, [string]]
  expect(long).toHaveLength(32_767)
})

test('numbers are numbers, dates are in the reader’s time zone, and dates too early for a spreadsheet are text', async () => {
  const clock = wallClock('Europe/Rome')
  const [one, two, three, four] = cellsOf(
    [
      { path: 'a', label: 'A', kind: 'money' },
      { path: 'b', label: 'B', kind: 'instant' },
      { path: 'c', label: 'C', kind: 'date' },
      { path: 'd', label: 'D', kind: 'date' },
    ],
    clock,
  )
  const row = { a: 1234.5, b: '2024-07-01T22:30:00.000Z', c: '2024-12-31T23:30:00.000Z', d: '1899-01-01T00:00:00.000Z' }
  const cells = [one, two, three, four].map((cellOf) => cellOf?.(row) ?? null)
  const [, back] = await readBack([[text('Head')], cells])
  expect(back).toEqual([1234.5, new Date('2024-07-02T00:30:00Z'), new Date('2025-01-01T00:00:00Z'), '1899-01-01'])
  expect(lineOf(cells, mannerOf('it'))).toBe('1234,5;2024-07-02 00:30;2025-01-01;1899-01-01\r\n')
})

test('columns have the letters of a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})

test('rows that do not fit into one sheet continue on the next, each below the header', async () => {
  const columns = [{ path: 'n', label: 'N', kind: 'number' as const }]
  const numbered = Array.from({ length: 7 }, (_, n) => ({ n }))
  const pages = Readable.from([numbered.slice(0, 5), numbered.slice(5)])
  const book = await buffer(writeBook({ columns, timeZone: 'UTC', longest: 4 }, pages))
  const sheets = await Promise.all([1, 2, 3].map((number) => readSheet(book, number)))
  expect(sheets).toEqual([
    [['N'], [0], [1], [2]],
    [['N'], [3], [4], [5]],
    [['N'], [6]],
  ])
  await expect(readSheet(book, 4)).rejects.toThrow()
})
