import { expect, test } from 'vitest'
import type { ImportKind } from './import-columns.ts'
import { findHeader, openRows } from './import-layout.ts'
import { planOf } from './import-plan.ts'

const recordsOf = (rows: string[][]) => rows.map((cells, index) => ({ line: index + 1, cells }))

/** The line of the header, and those of the records and of the rows that are left out. */
function read(kind: ImportKind, rows: string[][], keepAll = false) {
  const records = recordsOf(rows)
  const header = findHeader(kind, records)
  const names = header?.cells ?? []
  const reader = openRows(planOf(kind, names), names, keepAll)
  const below = records.filter(({ line }) => line > (header?.line ?? 0))
  const kept = [...below.flatMap((record) => reader.push(record)), ...reader.end()]
  return { header: header?.line, kept: kept.map(({ line }) => line), left: reader.left().map(({ line }) => line) }
}

test('title rows above the header are no header, and notes at the end are no records', () => {
  expect(
    read('accounts', [
      ['Halcyon Software'],
      ['Customer Contact List', '', ''],
      ['', '', ''],
      ['Customer', 'Code', 'Group', 'E-mail'],
      ['Acme', 'A1', 'Buyer', 'a@acme.example'],
      ['Bravo', 'B1', 'Buyer', ''],
      ['', ''],
      ['Thursday, 26 November 2026 09:30 AM GMT'],
    ]),
  ).toEqual({ header: 4, kept: [5, 6], left: [8] })
})

test('the first filled row is the header, also where no column is known and rows below have as many cells', () => {
  expect(read('products', [[''], ['Nr.', 'Was', 'Wieviel'], ['A', 'Apfel', 'rot'], ['B', 'Birne', 'grün']])).toEqual({
    header: 2,
    kept: [3, 4],
    left: [],
  })
  // A product may be called like a column.
  expect(
    read('products', [
      ['sku', 'name', 'price'],
      ['NAME', 'Price', '1'],
      ['sku', 'name', 'price'],
    ]).header,
  ).toBe(1)
})

test.each(['Total', 'TOTALE:', 'Summe', 'Gesamtsumme', 'Grand Total', 'Sous-total', 'Total general', 'Suma'])(
  'a row of totals is left out wherever it stands: %s',
  (word) => {
    const rows = [
      ['sku', 'name', 'price'],
      ['A', 'Apple', '1'],
      [word, '', '1'],
      ['B', 'Pear', '2'],
      [word, '', '3'],
    ]
    expect(read('products', rows)).toEqual({ header: 1, kept: [2, 4], left: [3, 5] })
    expect(read('products', rows, true)).toEqual({ header: 1, kept: [2, 3, 4, 5], left: [] })
  },
)

test('a record is never left out: it has all that is required, or more than one cell, or records below it', () => {
  expect(
    read('products', [
      ['sku', 'name', 'price'],
      ['Total', 'Total Commander', '1'],
      ['LONELY', '', ''],
      ['B', 'Pear', '2'],
      ['C', 'Without a price', ''],
    ]),
  ).toEqual({ header: 1, kept: [2, 3, 4, 5], left: [] })
})

test('a list with one or two columns has no notes', () => {
  expect(read('products', [['Was'], ['A'], ['B']])).toEqual({ header: 1, kept: [2, 3], left: [] })
})
