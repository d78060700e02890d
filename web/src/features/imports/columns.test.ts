import { expect, test } from 'vitest'
import { asWritten, matched, missing } from './columns.ts'
import { corrected, outgoing } from './outgoing.ts'

test('columns are recognised by name, in English and in Italian, and none serves twice', () => {
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

test.each([
  ['IT', 'IT'],
  ['it', 'IT'],
  ['Italia', 'IT'],
  ['italy', 'IT'],
  [' Côte d’Ivoire ', 'CI'],
  ['Germania', 'DE'],
  ['France', 'FR'],
  ['Regno Unito', 'GB'],
  ['UK', 'GB'],
  ['Atlantide', 'Atlantide'],
])('a country is known by its code and by its name in both languages: %s', (cell, code) => {
  expect(asWritten('countryCode', cell)).toBe(code)
})

test('what is required and not there is named', () => {
  expect(missing('products', matched('products', ['sku', 'Name']))).toEqual(['price'])
})

test.each([
  ['price', '1.234,50 €', '1234.50'],
  ['price', '12,5', '12.5'],
  ['price', '1,234.50', '1234.50'],
  ['price', '12.5', '12.5'],
  // Neither a thousand nor a little more than one, for certain: the server says what is wrong.
  ['price', '1,234', '1,234'],
  ['isLicense', 'Sì', 'true'],
  ['canPropagate', 'no', 'false'],
  ['roles', 'Basic, AccountAdmin', 'Basic|AccountAdmin'],
  ['accountName', ' Caffè ', 'Caffè'],
])('%s "%s" is written %s', (column, cell, written) => {
  expect(asWritten(column, cell)).toBe(written)
})

test('each line that the server counts leads back to its row, line breaks in cells and all', () => {
  const sheet = {
    fileName: 'x',
    header: ['sku', 'name', 'price'],
    rows: [
      ['A', 'two\nlines', '1'],
      ['B', 'b', '2'],
    ],
  }
  const mapping = matched('products', sheet.header)
  const { csv, rowAt } = outgoing('products', sheet, mapping)
  expect(csv).toBe('sku,name,price\r\nA,"two\nlines",1\r\nB,b,2\r\n')
  expect([...rowAt]).toEqual([
    [2, 0],
    [4, 1],
  ])
  expect(corrected(sheet, 1, 2, '3').rows).toEqual([
    ['A', 'two\nlines', '1'],
    ['B', 'b', '3'],
  ])
})

test('what our own lists call a group or a role is understood in both languages, and everything else left as it is', () => {
  const group = (text: string) => asWritten('groupName', text)
  expect(['Distributor', 'Gold reseller', 'rivenditore silver', 'RESELLER_GOLD', 'Kiosk'].map(group)).toEqual([
    'DISTRIBUTOR',
    'RESELLER_GOLD',
    'RESELLER_SILVER',
    'RESELLER_GOLD',
    'Kiosk',
  ])
  expect(asWritten('roles', 'Amministratore; Basic user')).toBe('AccountAdmin|Basic')
  expect(asWritten('roles', 'Auditor')).toBe('Auditor')
})
