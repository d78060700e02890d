import { expect, test } from 'vitest'
import { merge } from './merge.ts'

const row = (orderId: string, status = 'pending') => ({ orderId, status })
const rows = (...items: object[]) => ({ items, count: items.length })

test('rows in view take over their present values in their places, also when the order has changed', () => {
  const { shown, added, gone } = merge(
    rows(row('a'), row('b')),
    { items: [row('b', 'approved'), row('a')], count: 7 },
    new Set(['b']),
  )
  expect(shown).toEqual({ items: [row('a'), row('b', 'approved')], count: 7 })
  expect([added, gone.size]).toEqual([0, 0])
})

test('a new row is counted and not shown, and the row that it pushed to the next page stays unmarked', () => {
  const { shown, added, gone } = merge(rows(row('a'), row('b')), rows(row('new'), row('a')), new Set(['new']))
  expect(shown.items).toEqual([row('a'), row('b')])
  expect([added, gone.size]).toEqual([1, 0])
})

test('a row that no longer belongs to the list stays and is reported; what moved up in its place is not new', () => {
  const { shown, added, gone } = merge(rows(row('a'), row('b')), rows(row('b'), row('c')), new Set(['a']))
  expect(shown.items).toEqual([row('a'), row('b')])
  expect([added, [...gone]]).toEqual([0, ['a']])
})

test('each decision that waits on a deal is a row of its own, known by its deal and its kind', () => {
  const waits = (dealId: string, kind: string) => ({ kind, deal: { dealId } })
  const before = rows(waits('a', 'protection'), waits('a', 'ebid'), waits('b', 'protection'))
  const fresh = rows(waits('a', 'ebid'), waits('b', 'protection'), waits('c', 'protection'))
  const { shown, added, gone } = merge(before, fresh, new Set(['a', 'c']))
  expect(shown.items).toEqual(before.items)
  expect([added, [...gone]]).toEqual([1, ['a protection']])
})

test('when many records changed, every other row is new', () => {
  expect(merge(rows(row('a')), rows(row('b'), row('c')), 'many')).toMatchObject({ added: 2, gone: new Set() })
})

test('certificates, files and environments are identified by their own id, although they also contain an account id', () => {
  const two = (field: string) =>
    rows({ [field]: 'a', accountId: 'x', userId: 'u' }, { [field]: 'b', accountId: 'x', userId: 'u' })
  for (const field of ['userCertificateId', 'accountCertificateId', 'accountFileId', 'onPremiseEnvironmentId']) {
    const { gone, shown } = merge(two(field), rows({ [field]: 'b', accountId: 'x', userId: 'u' }), new Set(['a']))
    expect([shown.items.length, [...gone]]).toEqual([2, ['a']])
  }
})
