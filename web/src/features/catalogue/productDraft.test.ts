import { ProductDraft } from '@trellis/contract/catalogue'
import { expect, test } from 'vitest'
import { newProduct, ProductFields, type ProductInput, payloadOf } from './productDraft.ts'

const complete: ProductInput = {
  ...newProduct,
  sku: 'ATLAS-1',
  name: 'Atlas',
  licensePrefix: 'ATLS',
  subscriptionId: 1,
}

const missing = (input: ProductInput) => {
  const tried = ProductFields.safeParse(input)
  return tried.success ? [] : tried.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}

test('a new product is pending, in the cloud, with price zero and no duration', () => {
  expect(newProduct).toMatchObject({ status: 'Pending', environmentType: 1, priceMsrp: 0, licenseDurationYears: 0 })
})

test('all missing license values are reported at once, even while other fields are empty', () => {
  const asked = missing({ ...newProduct, licenseActivationRule: null }).map((each) => each.split(' ')[0])
  expect(new Set(asked)).toEqual(new Set(['sku', 'name', 'licensePrefix', 'licenseActivationRule', 'subscriptionId']))
})

test('an upgrade right requires the product that it extends instead of a subscription', () => {
  expect(missing({ ...complete, islicenseUpgradeRight: true, subscriptionId: null })).toEqual([
    'extendedProductId required',
  ])
  expect(missing({ ...complete, subscriptionId: null })).toEqual(['subscriptionId required'])
})

test('durations are required, whole, and at most 255 years or months', () => {
  for (const value of [null, 1.5, -1, 256] as unknown as number[]) {
    expect(missing({ ...complete, licenseDurationMonths: value }), String(value)).toHaveLength(1)
  }
  expect(missing({ ...complete, licenseDurationYears: 255 })).toEqual([])
})

test('a product without keys needs no license values and sends none', () => {
  const goods = {
    ...complete,
    isLicense: false,
    licensePrefix: 'not one',
    licenseMaxVersion: 'x',
    subscriptionId: null,
  }
  const payload = payloadOf(ProductFields.parse(goods), false)
  expect(payload).toMatchObject({ licensePrefix: null, licenseMaxVersion: null, subscriptionId: null })
  expect(payload).not.toHaveProperty('tenants')
  expect(ProductDraft.safeParse(payload).success).toBe(true)
})

test('spaces around a pasted name or SKU are removed', () => {
  const payload = payloadOf(
    ProductFields.parse({ ...complete, sku: ' ATLAS-1\t', name: 'Atlas ', oemSku: ' O ' }),
    false,
  )
  expect(payload).toMatchObject({ sku: 'ATLAS-1', name: 'Atlas', oemSku: 'O' })
})

test('the contract accepts what the form accepts; emptied texts become null, and only users who choose tenants send them', () => {
  const payload = payloadOf(ProductFields.parse(complete), true)
  expect(payload).toMatchObject({ oemSku: null, description: null, licenseMaxVersion: null, tenants: [] })
  expect(ProductDraft.safeParse(payload).success).toBe(true)
})
