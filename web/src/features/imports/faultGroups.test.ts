import type { ImportError } from '@trellis/contract/imports'
import { expect, test } from 'vitest'
import { canBeOneForAll, causeOf, linesOf } from './faultGroups.ts'

const fault = (line: number, facts: Partial<ImportError> = {}): ImportError => ({
  line,
  column: 'parentAccountCode',
  value: `P-${line}`,
  reason: 'noParent',
  details: [],
  message: '',
  ...facts,
})
const none: ReadonlySet<string> = new Set()

test('forty faults of one cause are one line, at the place of the first', () => {
  const errors = [
    fault(2, { column: 'groupName', reason: 'noGroup' }),
    ...Array.from({ length: 40 }, (_, n) => fault(n + 3)),
  ]
  const lines = linesOf(errors, none)
  expect(lines.map(({ first, errors: of }) => [first.line, of.length])).toEqual([
    [2, 1],
    [3, 40],
  ])
})

test('four faults are shown by themselves, and so are many whose rows were asked for', () => {
  const four = [1, 2, 3, 4].map((line) => fault(line))
  expect(linesOf(four, none)).toHaveLength(4)
  const five = [...four, fault(5)]
  expect(linesOf(five, none)).toHaveLength(1)
  expect(linesOf(five, new Set([causeOf(five[0] as ImportError)]))).toHaveLength(5)
})

test('another column, reason or value of the reason is another cause', () => {
  const errors = [1, 2, 3, 4, 5].flatMap((line) => [
    fault(line),
    fault(line, { column: 'groupName', reason: 'otherGroup', details: ['BUYER'] }),
    fault(line, { column: 'groupName', reason: 'otherGroup', details: ['OEM'] }),
  ])
  expect(linesOf(errors, none).map(({ errors: of }) => of.length)).toEqual([5, 5, 5])
})

test('one value for all rows mends a parent and a currency, but no key and nothing that is there twice', () => {
  expect(canBeOneForAll(fault(1), 'accounts')).toBe(true)
  expect(canBeOneForAll(fault(1, { column: 'currencyCode', reason: 'noCurrency' }), 'products')).toBe(true)
  expect(canBeOneForAll(fault(1, { column: 'accountCode', reason: 'noAccount' }), 'users')).toBe(true)
  expect(canBeOneForAll(fault(1, { column: 'accountCode', reason: 'noAccount' }), 'accounts')).toBe(false)
  expect(canBeOneForAll(fault(1, { column: 'sku', reason: 'noProduct' }), 'orders')).toBe(false)
  expect(canBeOneForAll(fault(1, { column: null, reason: 'width' }), 'orders')).toBe(false)
  expect(canBeOneForAll(fault(1, { reason: 'parentsRefused' }), 'accounts')).toBe(false)
})
