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
