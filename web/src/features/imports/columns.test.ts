import { expect, test } from 'vitest'
import { doubled, matched, missing, undecided, understand, unused } from './columns.ts'
import { corrected, outgoing } from './outgoing.ts'

test('columns are recognised by name, in English and in Italian, and each is used only once', () => {
  expect(
    matched('accounts', ['Codice', 'Ragione sociale', 'Gruppo', 'Padre', 'Partita IVA', 'Città', 'Altro']),
  ).toMatchObject({
    accountCode: 0,
    accountName: 1,
    groupName: 2,
    parentAccountCode: 3,
    vatId: 4,
    city: 5,
    street: -1,
  })
  expect(matched('users', ['E-mail', 'Account code', 'First name', 'Surname', 'Role'])).toMatchObject({
    email: 0,
    accountCode: 1,
    firstName: 2,
    lastName: 3,
    roles: 4,
  })
  expect(matched('price-lists', ['price', 'sku', 'list', 'owner', 'currency'])).toMatchObject({
    customPrice: 0,
    priceListName: 2,
  })
})

test('of two columns with one name none is taken before one is chosen', () => {
  const mapping = matched('products', ['', 'SKU', 'Name', '', 'Price', 'price'])
  expect(mapping).toMatchObject({ sku: 1, name: 2, price: doubled })
  expect(undecided(mapping)).toEqual(['price'])
  expect(missing('products', mapping)).toEqual(['price'])
})

test('required columns that are missing are named', () => {
  expect(missing('products', matched('products', ['sku', 'Name']))).toEqual(['price'])
})

test('each line number that the server reports is mapped to its row, even with line breaks in cells', () => {
  const sheet = {
    fileName: 'x',
    header: ['sku', 'name', 'price'],
    rows: [
      ['A', 'two\nlines', '1'],
      ['=B', 'b', '2,50'],
    ],
    lines: [2, 4],
    separator: ';',
  }
  const mapping = matched('products', sheet.header)
  const { csv, rowAt } = outgoing('products', sheet, mapping, understand('products', sheet, mapping))
  expect(csv).toBe('sku,name,price\r\nA,"two\nlines",1\r\n\'=B,b,2.50\r\n')
  expect([...rowAt]).toEqual([
    [2, 0],
    [4, 1],
  ])
  expect(corrected(sheet, 1, 2, '3').rows).toEqual([
    ['A', 'two\nlines', '1'],
    ['=B', 'b', '3'],
  ])
})

test('columns that are not imported are named, and a column with ambiguous values is reported with its position', () => {
  const sheet = {
    fileName: 'x',
    header: ['sku', 'name', 'price', 'colour'],
    rows: [['A', 'a', '1.234', 'red']],
    lines: [2],
    separator: ';',
  }
  const mapping = matched('products', sheet.header)
  expect(unused(sheet, mapping)).toEqual(['colour'])
  expect(understand('products', sheet, mapping).faults).toEqual([
    { column: 'price', line: 2, value: '1.234', reason: 'ambiguousMoney' },
  ])
})
