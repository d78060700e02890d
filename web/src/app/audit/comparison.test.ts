import { expect, test } from 'vitest'
import { comparisonOf, type Line, linesOfEntry } from './comparison.ts'

const compare = (before: unknown, after: unknown, entity = 'price_list') =>
  comparisonOf({ entity, entityId: 'list-1', before, after })
const brief = (lines: readonly Line[]) => lines.map(({ path, before, after }) => [path.join('.'), before, after])

test('a change of a price has the price before and after, and says of which product', () => {
  const { isChange, lines, about, same } = compare(
    { productId: 'p1', productName: 'Edge', sku: 'EDGE-1Y', customPrice: 80, customPriceDiscountType: null },
    { productId: 'p1', productName: 'Edge', sku: 'EDGE-1Y', customPrice: 75 },
  )
  expect(isChange).toBe(true)
  expect(brief(lines)).toEqual([['customPrice', 80, 75]])
  expect(brief(about)).toEqual([['productId', 'p1', 'p1']])
  expect(same).toEqual([])
})

test('a removed discount is a change, and an empty text is as empty as nothing', () => {
  const { lines } = compare(
    { customPrice: 80, customPriceDiscountType: 'percentage', note: '' },
    { customPrice: 80, note: null },
  )
  expect(brief(lines)).toEqual([['customPriceDiscountType', 'percentage', undefined]])
})

test('what only the new side tells is no difference, such as the reason of a decision', () => {
  const { lines, about } = compare(
    { protectionStatus: 'Pending' },
    { protectionStatus: 'Refused', reason: 'Late' },
    'deal',
  )
  expect(brief(lines)).toEqual([['protectionStatus', 'Pending', 'Refused']])
  expect(brief(about)).toEqual([['reason', undefined, 'Late']])
})

test('what stayed is kept apart, and a created record shows only fields with a value, without its own id', () => {
  expect(brief(compare({ name: 'A', seats: 1 }, { name: 'A', seats: 2 }).same)).toEqual([['name', 'A', 'A']])
  const created = compare(null, { orderId: 'list-1', name: 'A', paid: false, note: null, seats: 0 })
  expect(created.isChange).toBe(false)
  expect(brief(created.lines)).toEqual([
    ['name', undefined, 'A'],
    ['paid', undefined, false],
    ['seats', undefined, 0],
  ])
})

test('fields of fields are compared one by one', () => {
  const { lines } = compare({ theme: { primaryColor: '#1' }, hosts: ['a'] }, { theme: {}, hosts: ['a', 'b'] }, 'tenant')
  expect(brief(lines)).toEqual([
    ['theme.primaryColor', '#1', undefined],
    ['hosts', ['a'], ['a', 'b']],
  ])
})

test('of many prices, those that differ are compared by product; added and removed ones have one side', () => {
  const item = (productId: string, customPrice: number) => ({ productId, sku: productId.toUpperCase(), customPrice })
  const { lists } = compare(
    { items: [item('a', 1), item('b', 2), item('c', 3)] },
    { items: [item('c', 3), item('b', 5), item('d', 4)] },
  )
  expect(lists[0]?.path).toEqual(['items'])
  const shown = lists[0]?.entries.map((entry) => {
    const { identity, others } = linesOfEntry(entry)
    return [identity?.before ?? identity?.after, ...brief(others)]
  })
  expect(shown).toEqual([
    ['a', ['customPrice', 1, undefined]],
    ['b', ['customPrice', 2, 5]],
    ['d', ['customPrice', undefined, 4]],
  ])
})

test('two lines of an order with one product stay two', () => {
  const line = (orderItemId: string, price: number) => ({ orderItemId, productId: 'a', price })
  const { lists } = compare(
    { items: [line('1', 10), line('2', 20)] },
    { items: [line('1', 10), line('2', 25)] },
    'order',
  )
  expect(lists[0]?.entries.map((entry) => brief(linesOfEntry(entry).others))).toEqual([[['price', 20, 25]]])
})

test('elements without a name of their own are compared by their place, repeated ones too', () => {
  const { lists } = compare({ items: [{ qt: 1 }, { qt: 2 }] }, { items: [{ qt: 1 }, { qt: 3 }] }, 'deal')
  expect(lists[0]?.entries.map((entry) => brief(linesOfEntry(entry).others))).toEqual([[['qt', 2, 3]]])
})

test('an element may be recorded with what it was and is', () => {
  const { lists } = compare(null, { products: [{ productId: 'a', before: 10, after: { customPrice: 12 } }] })
  expect(lists[0]?.entries.map((entry) => brief(linesOfEntry(entry).others))).toEqual([[['customPrice', 10, 12]]])
})

test('a list in which nothing changed is not shown', () => {
  const items = [{ productId: 'a', customPrice: 10 }]
  expect(compare({ name: 'old', items }, { name: 'new', items }, 'price_list').lists).toEqual([])
})
