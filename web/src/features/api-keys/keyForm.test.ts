import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressesIn, daysOf, KeyForm, scimAddress } from './keyForm.ts'

test('a key ends by the last day of two years, a year is proposed, and 29 February counts', () => {
  expect(daysOf('2026-03-02')).toEqual({ first: '2026-03-02', usual: '2027-03-02', last: '2028-03-01' })
  expect(daysOf('2028-02-29')).toEqual({ first: '2028-02-29', usual: '2029-02-28', last: '2030-02-28' })
})

test('addresses stand in lines or between commas, and what is no address is refused', () => {
  expect(addressesIn(' 10.0.0.1\n2001:db8::/32, 10.1.0.0/16;\n')).toEqual(['10.0.0.1', '2001:db8::/32', '10.1.0.0/16'])
  const valid = { name: 'ERP', expirationDate: '2027-03-02', addresses: '', isScim: false, held: { Orders: ['r'] } }
  const held = Object.fromEntries(
    ['Accounts', 'Users', 'Products', 'ProductTypes', 'PriceLists', 'Orders', 'Stocks', 'Licenses', 'LicensesRMA']
      .concat(['Environments', 'Files', 'Certifications', 'Deals', 'Reports', 'Audit'])
      .map((module) => [module, module === 'Orders' ? ['r'] : []]),
  )
  const parsed = (part: object) => z.safeParse(KeyForm, { ...valid, held, ...part }).success
  expect(parsed({})).toBe(true)
  expect(parsed({ addresses: '10.0.0.1' })).toBe(true)
  expect(parsed({ addresses: '10.0.0.300' })).toBe(false)
  expect(parsed({ name: ' ' })).toBe(false)
  expect(parsed({ held: { ...held, Orders: [] } })).toBe(false)
  expect(parsed({ held: { ...held, Orders: [] }, isScim: true })).toBe(true)
})

test('the address for a directory names the tenant', () => {
  expect(scimAddress('https://portal.example', 'north')).toBe('https://portal.example/api/v1/tenants/north/scim/v2')
})
