import { maximumKeys } from '@trellis/contract/license-changes'
import { expect, test } from 'vitest'
import type { ProductFacts } from '../catalogue/index.ts'
import {
  costOf,
  faultsOf,
  licensedOf,
  productIdsOf,
  type ResolvedItem,
  resolve,
  sums,
  wrongExtensionQuantity,
} from './draft-rules.ts'

/* The rules alone: `create-licenses.test.ts` shows them over HTTP. */

const product = (productId: string, more: Partial<ProductFacts> = {}) =>
  ({
    productId,
    sku: productId.toUpperCase(),
    name: productId,
    status: 'Active',
    isLicense: true,
    isTrial: false,
    isUpgradeRight: false,
    extendedProductId: null,
    ...more,
  }) as ProductFacts
const edge = product('edge')
const support = product('support', { isLicense: false, extendedProductId: 'edge' })
const right = product('right', { isUpgradeRight: true, extendedProductId: 'edge' })

const item = (of: ProductFacts, quantity: number, more: Partial<ResolvedItem> = {}): ResolvedItem => ({
  product: of,
  extensions: [],
  quantity,
  separateKeys: false,
  upgradeOf: null,
  ...more,
})
const reasons = (...items: ResolvedItem[]) =>
  faultsOf(items).map(({ productId, reason, missing }) => [productId, reason, ...(missing ? [missing] : [])])
const draft = (...extensions: { productId: string; qt: number }[]) => ({
  parentAccountId: 'acme',
  items: [{ productId: 'EDGE', qt: 2, generateSeparateKeys: true, extensions }],
})

test('a draft names its products and those of its extensions, in any case of their ids', () => {
  const withSupport = draft({ productId: 'SUPPORT', qt: 2 })
  expect(productIdsOf(withSupport)).toEqual(['EDGE', 'SUPPORT'])
  const products = new Map([edge, support].map((each) => [each.productId, each]))
  expect(resolve(withSupport, products)).toEqual([item(edge, 2, { extensions: [support], separateKeys: true })])
  expect(resolve(withSupport, new Map([['edge', edge]]))).toBeUndefined()
  expect(resolve(withSupport, new Map([['support', support]]))).toBeUndefined()
})

test('an extension has a piece for each seat of its item', () => {
  expect(wrongExtensionQuantity(draft({ productId: 'support', qt: 2 }))).toBeNull()
  const refusal = wrongExtensionQuantity(draft({ productId: 'support', qt: 2 }, { productId: 'support', qt: 1 }))
  expect(refusal?.info).toMatchObject({ issues: [{ path: 'items.0.extensions.1.qt', code: 'one_per_seat' }] })
  expect(wrongExtensionQuantity(draft({ productId: 'support', qt: 3 }))).not.toBeNull()
})

test('each seat takes a piece of the product and of each extension; a trial takes none', () => {
  const trial = product('trial', { isTrial: true })
  expect(costOf(item(edge, 9, { extensions: [support, support] }), 4)).toEqual([
    { productId: 'edge', quantity: 4 },
    { productId: 'support', quantity: 4 },
    { productId: 'support', quantity: 4 },
  ])
  expect(costOf(item(trial, 3), 3)).toEqual([])
  expect(licensedOf([item(edge, 9, { extensions: [support] })])).toEqual([{ productId: 'edge', quantity: 9 }])
})

test('keys are made of active licenses, with active extensions of the same product', () => {
  expect(reasons(item(edge, 1, { extensions: [support] }))).toEqual([])
  expect(reasons(item(product('old', { status: 'Pending' }), 1))).toEqual([['old', 'not_active']])
  expect(reasons(item(product('training', { isLicense: false }), 1))).toEqual([['training', 'not_a_license']])
  expect(reasons(item(product('core'), 1, { extensions: [support] }))).toEqual([['support', 'not_an_extension']])
  expect(reasons(item(edge, 1, { extensions: [right] }))).toEqual([['right', 'not_an_extension']])
  const pending = product('support', { ...support, status: 'Pending' })
  expect(reasons(item(edge, 1, { extensions: [pending] }))).toEqual([['support', 'not_active']])
})

test('a call makes a limited number of keys, and each item too many says by how many', () => {
  const separate = (quantity: number) => item(edge, quantity, { separateKeys: true })
  expect(reasons(separate(maximumKeys))).toEqual([])
  expect(reasons(item(edge, maximumKeys * 2))).toEqual([])
  expect(reasons(separate(maximumKeys), item(edge, 7))).toEqual([['edge', 'too_many_keys', 1]])
  expect(reasons(separate(maximumKeys - 1), separate(3), separate(4))).toEqual([
    ['edge', 'too_many_keys', 2],
    ['edge', 'too_many_keys', 4],
  ])
})

test('quantities of a product are added up', () => {
  const lines = [3, 4].map((quantity) => ({ productId: 'edge', quantity }))
  expect(sums([...lines, { productId: 'core', quantity: 1 }])).toEqual(
    new Map([
      ['edge', 7],
      ['core', 1],
    ]),
  )
})
