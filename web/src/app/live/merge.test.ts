import { catalogue } from '@trellis/contract/catalogue'
import { environments } from '@trellis/contract/environments'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { licenses } from '@trellis/contract/licenses'
import { stock } from '@trellis/contract/stock'
import { expect, test } from 'vitest'
import { byIds, merge } from './merge.ts'

const row = (orderId: string, status = 'pending') => ({ orderId, status })
const rows = (...items: object[]) => ({ items, count: items.length })
const orderRows = byIds(['orderId'])

test('rows in view take over their present values in their places, also when the order has changed', () => {
  const { shown, added, gone } = merge(
    rows(row('a'), row('b')),
    { items: [row('b', 'approved'), row('a')], count: 7 },
    new Set(['b']),
    orderRows,
  )
  expect(shown).toEqual({ items: [row('a'), row('b', 'approved')], count: 7 })
  expect([added, gone.size]).toEqual([0, 0])
})

test('a new row is counted and not shown, and the row that it pushed to the next page stays unmarked', () => {
  const { shown, added, gone } = merge(
    rows(row('a'), row('b')),
    rows(row('new'), row('a')),
    new Set(['new']),
    orderRows,
  )
  expect(shown.items).toEqual([row('a'), row('b')])
  expect([added, gone.size]).toEqual([1, 0])
})

test('a row that no longer belongs to the list stays and is reported; what moved up in its place is not new', () => {
  const { shown, added, gone } = merge(rows(row('a'), row('b')), rows(row('b'), row('c')), new Set(['a']), orderRows)
  expect(shown.items).toEqual([row('a'), row('b')])
  expect([added, [...gone]]).toEqual([0, ['a']])
})

test('several rows can show one record, such as the decisions that wait on a deal', () => {
  const waits = (dealId: string, kind: string) => ({ dealId, kind })
  const before = rows(waits('a', 'protection'), waits('a', 'ebid'), waits('b', 'protection'))
  const fresh = rows(waits('a', 'ebid'), waits('b', 'protection'), waits('c', 'protection'))
  const { shown, added, gone } = merge(before, fresh, new Set(['a', 'c']), byIds(['dealId', 'kind']))
  expect(shown.items).toEqual(before.items)
  expect([added, [...gone]]).toEqual([1, ['a protection']])
})

test('when many records changed, every other row is new', () => {
  const { added, gone } = merge(rows(row('a')), rows(row('b'), row('c')), 'many', orderRows)
  expect([added, gone.size]).toEqual([2, 0])
})

test.each([catalogue.search, licenses.search, stock.search, environments.search, userCertificates.search])(
  'rows of $path are told apart by their own id, whatever else they share',
  ({ list }) => {
    const ids = list?.ids ?? []
    // The products of a partner share the price list, the keys of an order the order, the stock of a company the company.
    const shared = { accountId: 'x', orderId: 'x', priceListId: 'x', userId: 'x' }
    const own = ids.find((field) => field !== 'accountId') ?? ''
    const item = (id: string, value: number) => ({ ...shared, [own]: id, value })
    const before = rows(item('a', 1), item('b', 1), item('c', 1))
    const { shown } = merge(before, rows(item('c', 1), item('b', 2)), 'many', byIds(ids))
    expect(shown.items).toEqual([item('a', 1), item('b', 2), item('c', 1)])
  },
)
