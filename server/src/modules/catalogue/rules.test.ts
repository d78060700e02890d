import { ProductDraft } from '@trellis/contract/catalogue'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  licenseOf,
  maintenanceOf,
  seesAll,
  selfExtension,
  subscriptionOf,
  whyNot,
  whyNotPublish,
  whyNotStatus,
  whyNotType,
} from './rules.ts'

/* The rules alone: each is also enforced and shown over HTTP (`editing.test.ts`, `types.test.ts`). */

const products = (flags: string) => ({ permissions: [{ module: 'Products', flags }] as const })
const types = (flags: string) => ({ permissions: [{ module: 'ProductTypes', flags }] as const })
const draft = (more: object = {}) => z.parse(ProductDraft, { sku: 'EDGE', name: 'Edge', priceMsrp: 1, ...more })

test('readers with ra see all products of the tenant (rules C3)', () => {
  expect(seesAll(products('r-ra'))).toBe(true)
  expect(seesAll(products('c-r-u-d'))).toBe(false)
})

test('the tenant that owns a product changes it with u and deletes it with d; another one does neither', () => {
  expect(whyNot('update', { owned: true }, products('u'))).toBeNull()
  expect(whyNot('update', { owned: true }, products('d'))).toBe('RQ403')
  expect(whyNot('delete', { owned: true }, products('d'))).toBeNull()
  expect(whyNot('delete', { owned: true }, products('u'))).toBe('RQ403')
  expect(whyNot('update', { owned: false }, products('u-d'))).toBe('RQ403')
  expect(whyNot('delete', { owned: false }, products('u-d'))).toBe('RQ403')
})

test('giving a product the status Deleted takes d; one that has it already keeps it without', () => {
  expect(whyNotStatus('Active', 'Deleted', products('u'))).toBe('RQ403')
  expect(whyNotStatus('Active', 'Deleted', products('u-d'))).toBeNull()
  expect(whyNotStatus('Deleted', 'Deleted', products('u'))).toBeNull()
  expect(whyNotStatus('Deleted', 'Active', products('u'))).toBeNull()
  expect(whyNotStatus('Active', undefined, products('u'))).toBeNull()
})

test('a type in use is changed with u, but deleted only with d and while nothing uses it', () => {
  expect(whyNotType('update', true, types('u'))).toBeNull()
  expect(whyNotType('update', false, types('d'))).toBe('RQ403')
  expect(whyNotType('delete', false, types('d'))).toBeNull()
  expect(whyNotType('delete', false, types('u'))).toBe('RQ403')
  expect(whyNotType('delete', true, types('d'))).toBe('RQ409')
})

test('a product is published in the own tenant, and elsewhere by super admins only', () => {
  const own = 'a1b2'
  const admin = { tenantId: own, isSuperAdmin: false }
  expect(whyNotPublish([], admin)).toBeNull()
  expect(whyNotPublish([own.toUpperCase()], admin)).toBeNull()
  expect(whyNotPublish([own, 'other'], admin)).toBe('RQ403')
  expect(whyNotPublish([own, 'other'], { ...admin, isSuperAdmin: true })).toBeNull()
})

test('perpetual and 255 years are stored alike, whichever was given (rules C4)', () => {
  const perpetual = { years: 255, perpetual: true }
  expect(licenseOf(draft({ licenseIsPerpetual: true, licenseDurationYears: 1 }))).toMatchObject(perpetual)
  expect(licenseOf(draft({ licenseDurationYears: 255 }))).toMatchObject(perpetual)
  expect(licenseOf(draft({ licenseDurationYears: 1, licenseDurationMonths: 2, licenseDurationDays: 3 }))).toEqual({
    years: 1,
    months: 2,
    days: 3,
    perpetual: false,
  })
})

test('the maintenance has a duration of its own', () => {
  const longer = draft({
    licenseIsPerpetual: true,
    maintenanceDurationYears: 3,
    maintenanceDurationMonths: 4,
    maintenanceDurationDays: 5,
  })
  expect(maintenanceOf(longer)).toEqual({ years: 3, months: 4, days: 5, perpetual: false })
  expect(maintenanceOf(draft({ maintenanceIsPerpetual: true }))).toMatchObject({ years: 255, perpetual: true })
})

test('an upgrade right has no subscription, and no product extends itself (rules C6)', () => {
  const [edge, core] = ['0190a1b2-0000-7000-8000-0000000000aa', '0190a1b2-0000-7000-8000-0000000000bb']
  expect(subscriptionOf(draft({ subscriptionId: 7 }))).toBe(7)
  expect(subscriptionOf(draft({ subscriptionId: 7, islicenseUpgradeRight: true }))).toBeNull()
  expect(subscriptionOf(draft())).toBeNull()
  const refusal = selfExtension(draft({ extendedProductId: edge.toUpperCase() }), edge)
  expect(refusal?.info).toMatchObject({ issues: [{ path: 'extendedProductId', code: 'self' }] })
  expect(selfExtension(draft({ extendedProductId: core }), edge)).toBeNull()
  expect(selfExtension(draft(), edge)).toBeNull()
})
