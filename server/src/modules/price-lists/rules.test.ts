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
  expect(faultOf(discount, msrp)).toMatchObject({ field, code })
  const draft = { productId: 'edge', customPrice: 1, ...discount }
  expect(refusalOf(draft, msrp, ['items', 3])?.info).toMatchObject({
    issues: [{ path: `items.3.${field}`, code }],
  })
})

test('no discount, a discount within its bounds, and an amount beside an MSRP of another currency are accepted', () => {
  expect(faultOf({}, 100)).toBeNull()
  expect(faultOf({ customPriceDiscountType: 'percentage', customPriceDiscountAmount: 100 }, 100)).toBeNull()
  expect(faultOf({ customPriceDiscountType: 'amount', customPriceDiscountAmount: 101 }, null)).toBeNull()
  expect(refusalOf({ productId: 'edge', customPrice: 1 }, 100)).toBeNull()
})
