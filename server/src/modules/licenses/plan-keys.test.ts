import { maximumKeys } from '@trellis/contract/license-changes'
import { expect, test } from 'vitest'
import type { ProductFacts } from '../catalogue/index.ts'
import type { ResolvedItem } from './draft-rules.ts'
import { type FreeKey, planKeys } from './plan-keys.ts'

const product = (productId: string, more: Partial<ProductFacts> = {}) =>
  ({
    productId,
    sku: productId,
    name: productId,
    isUpgradeRight: false,
    extendedProductId: null,
    ...more,
  }) as ProductFacts
const std = product('std')
const pro = product('pro', { isUpgradeRight: true, extendedProductId: 'std' })
const max = product('max', { isUpgradeRight: true, extendedProductId: 'pro' })

const item = (of: ProductFacts, quantity: number, more: Partial<ResolvedItem> = {}): ResolvedItem => ({
  ...{ product: of, extensions: [], quantity, separateKeys: false, upgradeOf: null },
  ...more,
})
const held = (name: string, free: number, productId = 'std'): FreeKey => ({
  ...{ licenseId: name, serialKey: name.toUpperCase(), productId, termLicenseId: name, free },
})
function plan(items: ResolvedItem[], keys: FreeKey[] = []) {
  let made = 0
  const { keys: planned, errors } = planKeys(items, keys, () => `new ${++made}`)
  return {
    keys: planned.map(({ item: { product }, seats, base }) => [product.sku, seats, base?.licenseId ?? null]),
    terms: planned.map(({ base }) => base?.termLicenseId ?? null),
    errors: errors.map(({ sku, reason, missing }) => [sku, reason, missing]),
  }
}

test('an upgrade right makes one key for each base key, as far as its seats go, in the given sequence', () => {
  expect(plan([item(pro, 6)], [held('a', 2), held('b', 3), held('c', 9)])).toMatchObject({
    keys: [
      ['pro', 2, 'a'],
      ['pro', 3, 'b'],
      ['pro', 1, 'c'],
    ],
    errors: [],
  })
})

test('what is missing is said by product, over all items, and two items take no seat twice', () => {
  expect(plan([item(pro, 3), item(pro, 3)], [held('a', 2)]).errors).toEqual([['pro', 'base_key_missing', 4]])
  expect(plan([item(pro, 2), item(pro, 1)], [held('a', 3)])).toMatchObject({
    keys: [
      ['pro', 2, 'a'],
      ['pro', 1, 'a'],
    ],
    errors: [],
  })
  expect(plan([item(pro, 1)], [held('a', 5, 'other')]).errors).toEqual([['pro', 'base_key_missing', 1]])
})

test('named base keys are taken in their sequence, each once, and no others', () => {
  const keys = [held('a', 2), held('b', 2), held('c', 2)]
  const named = (...names: string[]) => item(pro, 3, { upgradeOf: names.map((name) => [name.toLowerCase(), name]) })
  expect(plan([named('C', 'A')], keys).keys).toEqual([
    ['pro', 2, 'c'],
    ['pro', 1, 'a'],
  ])
  expect(plan([named('B', 'B')], keys).errors).toEqual([['pro', 'base_key_missing', 1]])
  expect(plan([named('X')], keys).errors).toEqual([['pro', 'base_key_missing', 3]])
})

test('keys of the same draft are upgraded before held ones, whatever the sequence of the items, and pass on whose end holds', () => {
  const { keys, terms } = plan([item(max, 1), item(pro, 2), item(std, 1)], [held('a', 5)])
  expect(keys).toEqual([
    ['max', 1, 'new 2'],
    ['pro', 1, 'new 1'],
    ['pro', 1, 'a'],
    ['std', 1, null],
  ])
  expect(terms).toEqual(['new 1', 'new 1', 'a', null])
})

test('products that upgrade one another in a circle end, and miss their base', () => {
  const odd = product('odd', { isUpgradeRight: true, extendedProductId: 'max' })
  const circle = product('pro', { isUpgradeRight: true, extendedProductId: 'odd' })
  expect(plan([item(circle, 1), item(max, 1), item(odd, 1)]).errors.map(([, reason]) => reason)).toContain(
    'base_key_missing',
  )
})

test('separate keys have one seat and one base key each', () => {
  expect(plan([item(pro, 3, { separateKeys: true })], [held('a', 2), held('b', 2)]).keys).toEqual([
    ['pro', 1, 'a'],
    ['pro', 1, 'a'],
    ['pro', 1, 'b'],
  ])
})

test('more keys than a call may make are refused, also when it is the base keys that make them many', () => {
  const many = Array.from({ length: maximumKeys + 2 }, (_, at) => held(`k${at}`, 1))
  expect(plan([item(pro, maximumKeys + 2)], many).errors).toEqual([['pro', 'too_many_keys', 2]])
})
