import { expect, test } from 'vitest'
import { type Changed, gather, kindOf, mentions } from './kinds.ts'

test('each call shows one kind of record, and sums and the reader are not read again', () => {
  expect(
    ['/orders/search', '/orders/:id', '/orders/stock/search', '/orders/dashboard', '/users/me', '/users/search'].map(
      kindOf,
    ),
  ).toEqual(['order', 'order', 'stock', null, null, 'user'])
  expect(['/deals/:id', '/deals/search', '/deals/forecast'].map(kindOf)).toEqual(['deal', 'deal', null])
  expect(['/onPremiseEnvironments/search', '/files/search', '/certificates/users/search'].map(kindOf)).toEqual([
    'environment',
    'file',
    'certification',
  ])
  // The definitions of certificates do not belong to an account.
  expect(['/certificates/search', '/certificates/available'].map(kindOf)).toEqual([null, null])
  expect(['/pricelists/search', '/pricelists/products/:id', '/news', undefined].map(kindOf)).toEqual([
    'price_list',
    'product',
    null,
    null,
  ])
})

test('changes are gathered by kind, and many records replace their ids', () => {
  const waiting = new Map<'order' | 'stock', Set<string> | 'many'>()
  gather(waiting as Map<never, never>, [
    { kind: 'order', id: 'a', requestId: null, by: null },
    { kind: 'order', id: 'b', requestId: null, by: null },
    { kind: 'stock', id: null, requestId: null, by: null },
    { kind: 'stock', id: 'c', requestId: null, by: null },
  ])
  expect([waiting.get('order'), waiting.get('stock')]).toEqual([new Set(['a', 'b']), 'many'])
})

test('an answer is read again only if it names a changed record', () => {
  const changed: Changed = new Set(['a-1'])
  expect(mentions(changed, { items: [{ orderId: 'a-1' }] })).toBe(true)
  expect(mentions(changed, { items: [{ orderId: 'b-2' }] }, { params: { id: 'c' } })).toBe(false)
  expect(mentions('many', null)).toBe(true)
})
