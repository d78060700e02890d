import { expect, test } from 'vitest'
import { ledgerQuery, ledgerSearch, ledgerState } from './ledger.ts'

const search = { account: 'a', product: 'p', reason: 'sale', from: '2026-01-05', page: '3' }

test('the URL of the ledger says whose movements, why and when', () => {
  expect(ledgerQuery(search)).toEqual({ productId: 'p', reason: 'sale', from: '2026/01/05', page: 3, limit: 20 })
  expect(ledgerQuery({ account: 'a' })).toEqual({ page: 1, limit: 20 })
})

test('a change keeps account and product and leads to the first page', () => {
  expect(ledgerSearch(search, { filters: {} })).toEqual({ account: 'a', product: 'p', from: '2026-01-05' })
  expect(ledgerSearch(search, { page: 4 })).toEqual({ ...search, page: '4' })
  expect(ledgerSearch(search, { from: undefined, limit: 50 })).toEqual({
    ...{ account: 'a', product: 'p', reason: 'sale', limit: '50' },
  })
})

test('what makes no sense in the URL is ignored', () => {
  const state = ledgerState({ account: 'a', reason: 'theft', from: 'yesterday', page: '-1', limit: '9999' })
  expect(state).toEqual({ page: 1, limit: 20, sort: null, filters: {}, from: undefined, to: undefined })
})
