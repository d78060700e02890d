import { expect, test } from 'vitest'
import { matchHeader } from './import-header.ts'

test('columns are found by name regardless of case and spaces, and by synonyms in both languages', () => {
  expect(matchHeader('accounts', [' accountName ', 'AccountCode', 'Gruppo', 'Padre', 'Partita IVA'])).toMatchObject({
    places: { accountName: 0, accountCode: 1, groupName: 2, parentAccountCode: 3, vatId: 4, street: -1 },
    unknown: [],
    twice: [],
    missing: [],
  })
  expect(matchHeader('price-lists', ['price', 'sku', 'list', 'owner', 'currency']).places).toMatchObject({
    customPrice: 0,
    priceListName: 2,
    ownerAccountCode: 3,
  })
})

test('all faults of a header are reported at once', () => {
  expect(matchHeader('products', ['sku', 'SKU', 'colour', 'name', '', 'shape', ''])).toEqual({
    places: expect.objectContaining({ sku: 0, name: 3, price: -1 }),
    unknown: ['colour', '#5', 'shape'],
    twice: ['SKU'],
    missing: ['price'],
  })
})

test('when two columns match one of ours, the better match is read and the other is ignored', () => {
  expect(matchHeader('accounts', ['Created', 'creationDate', 'Code', 'Name', 'Group'])).toMatchObject({
    places: { creationDate: 1 },
    unknown: [],
    twice: [],
  })
})

test('names that other programs write are recognised, whatever they put behind them, and a second synonym is named', () => {
  expect(
    matchHeader('users', [
      'First Name [Required]',
      'Last Name [Required]',
      'Email Address [Required]',
      'Org Unit Path',
    ]),
  ).toMatchObject({ places: { firstName: 0, lastName: 1, email: 2 }, unknown: ['Org Unit Path'] })
  expect(
    matchHeader('deals', ['Account Name', 'Stage', 'Close Date', 'Created Date', 'Probability (%)', 'Company Name']),
  ).toMatchObject({
    places: { company: 0, status: 1, estimatedCloseDate: 2, creationDate: 3, chanceOfClosure: 4 },
    unknown: ['Company Name'],
  })
  expect(
    matchHeader('accounts', ['Nr.', 'Name', 'Straße', 'PLZ-Code', 'Ort', 'Länder-/Regionscode', 'USt-IdNr.']).places,
  ).toMatchObject({ accountCode: 0, accountName: 1, street: 2, postalCode: 3, city: 4, countryCode: 5, vatId: 6 })
  expect(
    matchHeader('accounts', ['No.', 'Name', 'Post Code', 'Country/Region Code', 'VAT Registration No.']).places,
  ).toMatchObject({ accountCode: 0, accountName: 1, postalCode: 2, countryCode: 3, vatId: 4 })
  expect(matchHeader('products', ['Cod. articolo', 'Denominazione', 'Prezzo', 'Data creazione']).missing).toEqual([])
})
