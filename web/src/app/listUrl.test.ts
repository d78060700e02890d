import { catalogue } from '@trellis/contract/catalogue'
import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { changed, listOf, listSearch, payloadOf, searchOf, stateOf } from './listUrl.ts'

const sales = listOf(orders.sellIn, {
  sort: { field: 'creationDate', direction: 'desc' },
  filters: { status: 'text', invoiced: 'flag', buyerName: 'text' },
  dateField: 'creationDate',
  children: { onlyMine: false },
})

const products = listOf(catalogue.search, {
  sort: { field: 'name', direction: 'asc' },
  filters: { environmentType: 'number', name: 'text' },
  preset: { environmentType: ['1'] },
  children: 'never',
})

test('an empty URL is the list as it comes by itself, and the other way round', () => {
  const state = stateOf({}, sales)
  expect(state).toEqual({
    page: 1,
    limit: 20,
    sort: { field: 'creationDate', direction: 'desc' },
    filters: {},
    from: undefined,
    to: undefined,
    onlyMine: false,
  })
  expect(searchOf(state, sales)).toEqual({})
})

test('a state comes back from its URL as it was', () => {
  const state = {
    page: 3,
    limit: 50,
    sort: { field: 'orderTotal', direction: 'asc' as const },
    filters: { status: ['pending', 'approved'], buyerName: ['Città & Söhne = 100 %'] },
    from: '2026-01-01',
    to: '2026-02-28',
    onlyMine: true,
  }
  expect(stateOf(searchOf(state, sales), sales)).toEqual(state)
})

test.each([
  [{ page: '0' }],
  [{ page: '-1' }],
  [{ page: '1.5' }],
  [{ page: '1e9' }],
  [{ page: 'drop table' }],
  [{ limit: '3001' }],
  [{ sort: 'a b' }],
  [{ sort: '--x' }],
  [{ from: '2026-02-30' }],
  [{ to: '01/02/2026' }],
  [{ status: '' }],
  [{ mine: 'perhaps' }],
  [{ unknown: 'x' }],
])('what the URL says badly is as if it had not been said: %o', (search) => {
  expect(stateOf(listSearch(search), sales)).toEqual(stateOf({}, sales))
})

test('a number that is none is as if it had not been said, beside others it is left out', () => {
  expect(stateOf({ environmentType: 'cloud' }, products)).toEqual(stateOf({}, products))
  expect(stateOf({ environmentType: ['cloud', '2'] }, products).filters).toEqual({ environmentType: ['2'] })
  expect(stateOf({ environmentType: '' }, products).filters).toEqual({})
})

test('what is not text does not come through', () => {
  expect(listSearch({ page: 2, status: ['a', 1], sort: { field: 'x' }, from: '2026-01-01' })).toEqual({
    from: '2026-01-01',
  })
})

test('the payload has days of the wire, flags as flags and one sort', () => {
  const state = stateOf(
    { from: '2026-01-01', status: ['pending', 'approved'], invoiced: 'true', sort: '-orderTotal' },
    sales,
  )
  expect(payloadOf(state, sales)).toEqual({
    limit: 20,
    page: 1,
    sortBy: [{ field: 'orderTotal', direction: 'desc' }],
    filterBy: [
      { field: 'status', values: ['pending', 'approved'] },
      { field: 'invoiced', values: [true] },
    ],
    filterBetweenDate: [{ field: 'creationDate', fromDate: '2026/01/01', toDate: null }],
    includeChildren: true,
  })
})

test('the payload is one the contract takes', () => {
  const body = payloadOf(stateOf({ to: '2026-01-01', status: 'pending', page: '4' }, sales), sales)
  expect(orders.sellIn.body.safeParse(body).success).toBe(true)
})

test('"only my" leaves out the accounts below', () => {
  expect(payloadOf(stateOf({ mine: 'yes' }, sales), sales).includeChildren).toBe(false)
  expect(payloadOf(stateOf({}, products), products)).not.toHaveProperty('includeChildren')
})

test('a preset filter holds until it is lifted, and lifting it survives a reload', () => {
  expect(payloadOf(stateOf({}, products), products).filterBy).toEqual([{ field: 'environmentType', values: [1] }])
  const lifted = searchOf({ ...stateOf({}, products), filters: {} }, products)
  expect(lifted).toEqual({ environmentType: '' })
  expect(stateOf(lifted, products).filters).toEqual({})
})

test('any change but turning the page starts at the first page', () => {
  const state = stateOf({ page: '7' }, sales)
  expect(changed(state, { page: 8 }, sales).page).toBe(8)
  expect(changed(state, { filters: { status: ['paid'] } }, sales).page).toBe(1)
  expect(changed(state, { onlyMine: true }, sales).page).toBe(1)
})

test('the column that the list is sorted by anyway can be turned round', () => {
  const first = stateOf({}, sales)
  const second = changed(first, { sort: null }, sales)
  expect(second.sort).toEqual({ field: 'creationDate', direction: 'asc' })
  const other = stateOf({ sort: '-orderTotal' }, sales)
  expect(changed(other, { sort: null }, sales).sort).toEqual({ field: 'creationDate', direction: 'desc' })
})
