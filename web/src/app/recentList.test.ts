import type { FoundRecord } from '@trellis/contract/find'
import { expect, test } from 'vitest'
import { recordOf, withFirst } from './recentList.ts'

const id = '0189a0f2-1111-7222-8333-444455556666'

test.each([
  [`/accounts/${id}`, 'account'],
  [`/accounts/${id}/users`, 'account'],
  [`/accounts/${id}/certifications/${id}`, 'userCertificate'],
  [`/accounts/${id}/accountcertifications/${id}`, 'accountCertificate'],
  [`/sell-in/${id}`, 'order'],
  [`/sell-out/${id.toUpperCase()}`, 'order'],
  [`/deals/${id}`, 'deal'],
  [`/products/${id}/edit`, 'product'],
  [`/pricelists/${id}`, 'priceList'],
  [`/environments/${id}`, 'environment'],
])('%s is the page of one %s', (path, kind) => expect(recordOf(path)).toEqual({ kind, recordId: id }))

test.each(['/accounts', '/sell-out/create', '/deals/board', `/audit/${id}`, `/x/accounts/${id}`, '/licenses/EDGE-1'])(
  '%s is no page of a record with its id',
  (path) => expect(recordOf(path)).toBeNull(),
)

test('the last opened record comes first, without duplicates, and eight are kept', () => {
  const records = Array.from({ length: 8 }, (_, n): FoundRecord => ({ kind: 'deal', recordId: `${n}` }))
  const again = withFirst(records, { kind: 'deal', recordId: '5' })
  expect(again.map(({ recordId }) => recordId)).toEqual(['5', '0', '1', '2', '3', '4', '6', '7'])
  const other = withFirst(again, { kind: 'order', recordId: '5' })
  expect(other).toHaveLength(8)
  expect(other.slice(0, 2)).toEqual([
    { kind: 'order', recordId: '5' },
    { kind: 'deal', recordId: '5' },
  ])
})
