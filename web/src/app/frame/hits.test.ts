import type { FindHit } from '@trellis/contract/find'
import { expect, test } from 'vitest'
import { actionsOf, groupOf, hrefOf, isOffered, type Places } from './hits.ts'

const all: Places = { offers: () => true, mayOrder: true }
const reseller: Places = { offers: (entry) => !['sell-out', 'accounts', 'pricelists'].includes(entry), mayOrder: true }

const hit = (given: Partial<FindHit>): FindHit => ({
  kind: 'order',
  recordId: 'r1',
  title: 'SO-2026-000001',
  code: null,
  about: 'Acme',
  accountId: null,
  status: 'pending',
  side: 'vendor',
  blocked: { approve: null },
  match: 'part',
  creationDate: '2026-01-01T00:00:00.000Z',
  ...given,
})
const does = (given: FindHit, places = all) => actionsOf(given, places).map((action) => action.does)

test('an order is grouped and opened as a sale or purchase according to the reader’s side, if that side has a screen', () => {
  expect([groupOf(hit({}), all), hrefOf(hit({}), all)]).toEqual(['sellOut', '/sell-out/r1'])
  expect([groupOf(hit({ side: 'buyer' }), all), hrefOf(hit({ side: 'buyer' }), all)]).toEqual(['sellIn', '/sell-in/r1'])
  expect([groupOf(hit({ side: 'reader' }), all), groupOf(hit({ side: 'reader' }), reseller)]).toEqual([
    'sellOut',
    'sellIn',
  ])
})

test('“approve” is offered unless the server refuses it, and “order again” to readers who may order', () => {
  expect(does(hit({}))).toEqual(['approve', 'again', 'copyCode'])
  expect(does(hit({ blocked: { approve: 'OC522' } }))).toEqual(['again', 'copyCode'])
  expect(does(hit({ side: 'reader', blocked: { approve: 'RQ403' } }))).toEqual(['copyCode'])
  expect(does(hit({ blocked: { approve: 'RQ403' } }), { ...all, mayOrder: false })).toEqual(['copyCode'])
})

test('a key is copied in full, other records by their code; a price list has no code', () => {
  const key = hit({ kind: 'license', title: 'EDGE-1', code: 'Edge', blocked: null, side: null })
  expect(actionsOf(key, all)).toEqual([{ does: 'copyKey', text: 'EDGE-1' }])
  expect(actionsOf(hit({ kind: 'user', code: 'a@b.c', blocked: null }), all)).toEqual([
    { does: 'copyAddress', text: 'a@b.c' },
  ])
  expect(does(hit({ kind: 'priceList', code: 'EUR', blocked: null }))).toEqual([])
  expect(does(hit({ kind: 'product', code: 'BOX', blocked: null }))).toEqual(['order', 'copyCode'])
})

test('records whose screen is not in the menu are no hits; people always are', () => {
  expect(isOffered(hit({ kind: 'account' }), reseller)).toBe(false)
  expect(isOffered(hit({ kind: 'priceList' }), reseller)).toBe(false)
  expect(isOffered(hit({ side: 'buyer' }), reseller)).toBe(true)
  expect(isOffered(hit({ kind: 'user' }), reseller)).toBe(true)
})
