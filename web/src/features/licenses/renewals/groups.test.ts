import type { RenewableKey } from '@trellis/contract/renewals'
import { expect, test } from 'vitest'
import { byAccount, costOf, sumsOf } from './groups.ts'

const key = (serialKey: string, account: string, value: number | null = 10, currencyCode = 'EUR') =>
  ({ serialKey, seats: 3, value, currencyCode, ownerAccount: { accountId: account } }) as unknown as RenewableKey

test('keys are grouped by account; the account whose key ends first comes first, and its keys keep their order', () => {
  const keys = [key('A1', 'a'), key('B1', 'b'), key('A2', 'a'), key('C1', 'c'), key('B2', 'b')]
  expect(byAccount(keys).map(({ serialKey }) => serialKey)).toEqual(['A1', 'A2', 'B1', 'B2', 'C1'])
})

test('keys are added up by currency; a key without a price is counted apart', () => {
  const keys = [key('A', 'a', 10), key('B', 'a', 2.5, 'USD'), key('C', 'b', 5), key('D', 'b', null)]
  expect(sumsOf(keys)).toEqual({
    keys: 4,
    seats: 12,
    unpriced: 1,
    total: [
      { currencyCode: 'EUR', amount: 15 },
      { currencyCode: 'USD', amount: 2.5 },
    ],
  })
})

test('an order costs its missing pieces, not those that stock has', () => {
  const pieces = [
    { missing: 4, price: 100, currencyCode: 'EUR' },
    { missing: 0, price: 900, currencyCode: 'EUR' },
    { missing: 1, price: 50, currencyCode: 'USD' },
    { missing: 2, price: null, currencyCode: null },
  ]
  expect(costOf(pieces)).toEqual([
    { currencyCode: 'EUR', amount: 400 },
    { currencyCode: 'USD', amount: 50 },
  ])
})
