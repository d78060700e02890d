import { catalogue } from '@trellis/contract/catalogue'
import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { changed, hasStaleSort, listOf, listSearch, onlyRows, payloadOf, searchOf, stateOf } from './listUrl.ts'

const sales = listOf(orders.sellIn, { dateField: 'creationDate', children: { onlyMine: false } })

const products = listOf(catalogue.search, { preset: { environmentType: ['1'] }, children: 'never' })

test('an empty URL means the default list, and the default list has an empty URL', () => {
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

test('a state is unchanged after writing it to the URL and reading it back', () => {
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
  [{ sort: 'gone' }],
  [{ sort: '-note' }],
  [{ from: '2026-02-30' }],
  [{ to: '01/02/2026' }],
  [{ status: '' }],
  [{ mine: 'perhaps' }],
  [{ unknown: 'x' }],
])('an invalid value in the URL is ignored: %o', (search) => {
  expect(stateOf(listSearch(search), sales)).toEqual(stateOf({}, sales))
})

test.each([
  [{}, false],
  [{ sort: '' }, false],
  [{ sort: '-orderTotal' }, false],
  [{ sort: 'orderTotal' }, false],
  [{ sort: '-gone' }, true],
  [{ sort: ['gone', 'orderTotal'] }, true],
])('the screen says that a sort of the URL does not exist: %o is %o', (search, stale) => {
  expect(hasStaleSort(search, sales)).toBe(stale)
})

test('an invalid number is ignored alone, and left out among others', () => {
  expect(stateOf({ environmentType: 'cloud' }, products)).toEqual(stateOf({}, products))
  expect(stateOf({ environmentType: ['cloud', '2'] }, products).filters).toEqual({ environmentType: ['2'] })
  expect(stateOf({ environmentType: '' }, products).filters).toEqual({})
})

test('values that are not text are dropped', () => {
  expect(listSearch({ page: 2, status: ['a', 1], sort: { field: 'x' }, from: '2026-01-01' })).toEqual({
    from: '2026-01-01',
  })
})

test('the payload has days in the wire format, booleans for flags and one sort field', () => {
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

test("the contract's schema accepts the payload", () => {
  const body = payloadOf(stateOf({ to: '2026-01-01', status: 'pending', page: '4' }, sales), sales)
  expect(orders.sellIn.body.safeParse(body).success).toBe(true)
})

test('"only my" excludes the accounts below', () => {
  expect(payloadOf(stateOf({ mine: 'yes' }, sales), sales).includeChildren).toBe(false)
  expect(payloadOf(stateOf({}, products), products)).not.toHaveProperty('includeChildren')
})

test('a preset filter applies until it is removed, and its removal survives a reload', () => {
  expect(payloadOf(stateOf({}, products), products).filterBy).toEqual([{ field: 'environmentType', values: [1] }])
  const lifted = searchOf({ ...stateOf({}, products), filters: {} }, products)
  expect(lifted).toEqual({ environmentType: '' })
  expect(stateOf(lifted, products).filters).toEqual({})
})

test('every change except of the page goes back to the first page', () => {
  const state = stateOf({ page: '7' }, sales)
  expect(changed(state, { page: 8 }, sales).page).toBe(8)
  expect(changed(state, { filters: { status: ['paid'] } }, sales).page).toBe(1)
  expect(changed(state, { onlyMine: true }, sales).page).toBe(1)
})

test('the sort direction of the default sort column can be reversed', () => {
  const first = stateOf({}, sales)
  const second = changed(first, { sort: null }, sales)
  expect(second.sort).toEqual({ field: 'creationDate', direction: 'asc' })
  const other = stateOf({ sort: '-orderTotal' }, sales)
  expect(changed(other, { sort: null }, sales).sort).toEqual({ field: 'creationDate', direction: 'desc' })
})

test('selected rows are requested by their ids alone, even if the filters have changed since', () => {
  const chosen = listOf(orders.sellIn, {
    rowField: 'orderId',
    dateField: 'creationDate',
    children: { onlyMine: false },
  })
  const narrowed = stateOf({ page: '3', status: 'pending', from: '2026-01-01', mine: 'yes' }, chosen)
  expect(onlyRows(payloadOf(narrowed, chosen), chosen, new Set(['a', 'b']))).toMatchObject({
    page: 1,
    filterBy: [{ field: 'orderId', values: ['a', 'b'] }],
    filterBetweenDate: [],
    includeChildren: true,
  })
})
