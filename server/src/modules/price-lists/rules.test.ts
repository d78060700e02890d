import { expect, test } from 'vitest'
import { faultOf, isParentsToGive, refusalOf, whyNot, whyNotAssociate, whyNotHandOn } from './rules.ts'

/* The rules alone: each is also enforced and shown over HTTP (`price-lists.test.ts`, `associations.test.ts`, `pricing.test.ts`). */

const holder = (flags: string) => ({ permissions: [{ module: 'PriceLists', flags }] as const })
const unused = { own: true, used: false }

test('a list of the own sub-tree is changed with u and deleted with d', () => {
  const allowed = (flags: string) =>
    (['update', 'delete'] as const).filter((action) => whyNot(action, unused, holder(flags)) === null)
  expect(allowed('c-r-ra')).toEqual([])
  expect(allowed('u')).toEqual(['update'])
  expect(allowed('d')).toEqual(['delete'])
})

test('a list that only serves the reader is neither changed nor deleted', () => {
  const serving = { own: false, used: true }
  expect(whyNot('update', serving, holder('c-r-u-d'))).toBe('RQ403')
  expect(whyNot('delete', serving, holder('c-r-u-d'))).toBe('RQ403')
})

test('a list in use is changed, but not deleted; without the flag that is not even told', () => {
  const used = { own: true, used: true }
  expect(whyNot('update', used, holder('u-d'))).toBeNull()
  expect(whyNot('delete', used, holder('u-d'))).toBe('PR523')
  expect(whyNot('delete', used, holder('u'))).toBe('RQ403')
})

test('a list is given to groups of a greater level number only (rules R4)', () => {
  expect(whyNotAssociate({ level: 31 }, { level: 30 })).toBeNull()
  expect(whyNotAssociate({ level: 30 }, { level: 30 })).toBe('RQ403')
  expect(whyNotAssociate({ level: 20 }, { level: 30 })).toBe('RQ403')
})

test('a list is handed on by who owns it, and by whom it serves if it propagates', () => {
  expect(whyNotHandOn({ own: true, propagates: false })).toBeNull()
  expect(whyNotHandOn({ own: false, propagates: true })).toBeNull()
  expect(whyNotHandOn({ own: false, propagates: false })).toBe('RQ403')
})

test('the parent of a new account gives the lists that it owns and those that propagate to it (rules N5)', () => {
  expect(isParentsToGive({ ofParent: true, toParent: false })).toBe(true)
  expect(isParentsToGive({ ofParent: false, toParent: true })).toBe(true)
  expect(isParentsToGive({ ofParent: false, toParent: false })).toBe(false)
})

const price = { customPrice: 1, quantityBreaks: [] }

test.each([
  [{ customPriceDiscountAmount: 5 }, 100, 'customPriceDiscountType', 'required'],
  [{ customPriceDiscountType: 'amount' }, 100, 'customPriceDiscountAmount', 'required'],
  [
    { customPriceDiscountType: 'percentage', customPriceDiscountAmount: 101 },
    100,
    'customPriceDiscountAmount',
    'too_big',
  ],
  [{ customPriceDiscountType: 'amount', customPriceDiscountAmount: 101 }, 100, 'customPriceDiscountAmount', 'too_big'],
] as const)('the discount %o on an MSRP of %i is refused at its field (rules R8)', (discount, msrp, field, code) => {
  expect(faultOf({ ...price, ...discount }, msrp)).toMatchObject({ field, code })
  const draft = { productId: 'edge', ...price, ...discount }
  expect(refusalOf(draft, msrp, ['items', 3])?.info).toMatchObject({
    issues: [{ path: `items.3.${field}`, code }],
  })
})

test('no discount, a discount within its bounds, and an amount beside an MSRP of another currency are accepted', () => {
  expect(faultOf(price, 100)).toBeNull()
  expect(faultOf({ ...price, customPriceDiscountType: 'percentage', customPriceDiscountAmount: 100 }, 100)).toBeNull()
  expect(faultOf({ ...price, customPriceDiscountType: 'amount', customPriceDiscountAmount: 101 }, null)).toBeNull()
  expect(refusalOf({ productId: 'edge', ...price }, 100)).toBeNull()
})

test.each([
  [
    [
      { from: 10, price: 0.9 },
      { from: 10, price: 0.8 },
    ],
    'quantityBreaks.1.from',
    'not_rising',
  ],
  [[{ from: 1, price: 0.9 }], 'quantityBreaks.0.from', 'not_rising'],
  [[{ from: 10, price: 1 }], 'quantityBreaks.0.price', 'not_lower'],
  [
    [
      { from: 10, price: 0.9 },
      { from: 20, price: 0.9 },
    ],
    'quantityBreaks.1.price',
    'not_lower',
  ],
])('the breaks %j of a price of 1 are refused at %s (rules R21)', (quantityBreaks, field, code) => {
  expect(faultOf({ customPrice: 1, quantityBreaks }, 100)).toMatchObject({ field, code })
  const draft = { productId: 'edge', customPrice: 1, quantityBreaks }
  expect(refusalOf(draft, 100, ['items', 0])?.info).toMatchObject({ issues: [{ path: `items.0.${field}`, code }] })
})

test('breaks that rise in pieces and fall in price are accepted, down to nothing', () => {
  const quantityBreaks = [
    { from: 2, price: 0.9999 },
    { from: 1_000_000, price: 0 },
  ]
  expect(faultOf({ customPrice: 1, quantityBreaks }, null)).toBeNull()
})
