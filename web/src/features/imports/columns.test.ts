import { expect, test } from 'vitest'
import { lacking, matched, placeOf, understand, untranslated, unused } from './columns.ts'
import { corrected, outgoing } from './outgoing.ts'

const sheetOf = (header: string[], ...rows: string[][]) => ({
  fileName: 'x',
  header,
  rows,
  lines: rows.map((_, index) => index + 2),
  separator: ';',
  large: null,
})
const of = (heading: string) => ({ from: [heading] })

test('columns are recognised by name, in English and in Italian, and each is used only once', () => {
  const accounts = matched('accounts', [
    'Codice',
    'Ragione sociale',
    'Gruppo',
    'Padre',
    'Partita IVA',
    'Città',
    'Altro',
  ])
  expect(accounts.columns).toEqual({
    accountCode: of('Codice'),
    accountName: of('Ragione sociale'),
    groupName: of('Gruppo'),
    parentAccountCode: of('Padre'),
    vatId: of('Partita IVA'),
    city: of('Città'),
  })
  expect(matched('users', ['Email', 'Account', 'Nome', 'Cognome', 'Ruolo']).columns).toEqual({
    email: of('Email'),
    accountCode: of('Account'),
    firstName: of('Nome'),
    lastName: of('Cognome'),
    roles: of('Ruolo'),
  })
  expect(matched('price-lists', ['price', 'sku', 'list', 'owner', 'currency']).columns).toMatchObject({
    customPrice: of('price'),
    priceListName: of('list'),
  })
})

test('of two columns with one name none is taken before one is chosen', () => {
  const sheet = sheetOf(['', 'SKU', 'Name', '', 'Price', 'price'], ['', 'A', 'Apple', '', '1', '2'])
  const layout = matched('products', sheet.header)
  expect(layout.columns).toMatchObject({ sku: of('SKU'), name: of('Name'), price: { from: [] } })
  expect(lacking(understand('products', sheet, layout))).toEqual(['price'])
  const chosen = { columns: { ...layout.columns, price: of('price #2') } }
  expect(outgoing(understand('products', sheet, chosen)).csv).toBe('sku,name,price\r\nA,Apple,2\r\n')
})

test('required columns that are missing are named, until one value is said for all rows', () => {
  const sheet = sheetOf(['sku', 'Name'], ['A', 'Apple'], ['B', 'Pear'])
  const { columns } = matched('products', sheet.header)
  expect(lacking(understand('products', sheet, { columns }))).toEqual(['price'])
  const said = understand('products', sheet, { columns: { ...columns, price: { value: '1.50' } } })
  expect(lacking(said)).toEqual([])
  expect(outgoing(said).csv).toBe('sku,name,price\r\nA,Apple,1.50\r\nB,Pear,1.50\r\n')
  expect(placeOf(said.plan, 'price')).toBe(-1)
})

test('words of other programs are asked once for all rows, and what was said is sent', () => {
  const header = ['orderRefCode', 'line', 'buyer', 'vendor', 'status', 'date', 'sku', 'quantity', 'price', 'currency']
  const row = (line: string, status: string) => ['A', line, 'B', 'V', status, '2024-05-31', 'S', '1', '2', 'EUR']
  const sheet = sheetOf(header, row('1', 'Evaso'), row('2', 'evaso'), row('3', 'Approvato'))
  const layout = matched('orders', header)
  expect(untranslated(understand('orders', sheet, layout))).toEqual([
    { column: 'status', word: 'Evaso', count: 1, value: null },
    { column: 'status', word: 'evaso', count: 1, value: null },
  ])
  const columns = { ...layout.columns, status: { from: ['status'], words: { evaso: 'approved' } } }
  const said = understand('orders', sheet, { columns })
  expect(untranslated(said)).toEqual([])
  expect(outgoing(said).csv.match(/approved/g)).toHaveLength(3)
})

test('each line number that the server reports is mapped to its row, even with line breaks in cells', () => {
  const sheet = { ...sheetOf(['sku', 'name', 'price'], ['A', 'two\nlines', '1'], ['=B', 'b', '2,50']), lines: [2, 4] }
  const { csv, rowAt } = outgoing(understand('products', sheet, matched('products', sheet.header)))
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
  const sheet = sheetOf(['sku', 'name', 'price', 'colour'], ['A', 'a', '1.234', 'red'])
  const read = understand('products', sheet, matched('products', sheet.header))
  expect(unused(sheet, read.plan)).toEqual(['colour'])
  expect(read.faults).toEqual([{ column: 'price', line: 2, value: '1.234', reason: 'ambiguousMoney' }])
})
