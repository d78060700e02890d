import type { OrderItem } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { marginOf } from './margin.ts'

const line = (productId: string, qt: number) => ({ productId, qt }) as OrderItem
const cost = (productId: string, ownPrice: number | null, ownCurrencyId = 1) => ({ productId, ownPrice, ownCurrencyId })
const order = { items: [line('a', 2), line('b', 1)], orderTotal: 300, currencyId: 1, currencyCode: 'EUR' }

test('the margin of an order is what is left of it after the own prices of its pieces', () => {
  expect(marginOf(order, [cost('a', 100), cost('b', 40)])).toEqual({ amount: 60, part: 0.2 })
  expect(marginOf(order, [cost('a', 150), cost('b', 60)])).toEqual({ amount: -60, part: -0.2 })
})

test('there is no margin where a price is unknown or in another currency, or nothing is paid', () => {
  expect(marginOf(order, [cost('a', 100)])).toBeNull()
  expect(marginOf(order, [cost('a', 100), cost('b', null)])).toBeNull()
  expect(marginOf(order, [cost('a', 100), cost('b', 40, 2)])).toBeNull()
  expect(marginOf({ ...order, orderTotal: 0 }, [cost('a', 100), cost('b', 40)])).toBeNull()
})
