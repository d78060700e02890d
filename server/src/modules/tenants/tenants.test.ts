import { minorUnitsOf } from '@trellis/contract/currencies'
import { tenants } from '@trellis/contract/tenants'
import { expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, acme, canary, anonymous, app } = world

test('before sign-in the portal tells only the tenant’s name and branding', async () => {
  const { status, body } = await anonymous(tenants.current, { headers: { 'x-tenant-code': 'VERDANT' } })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    tenantCode: 'verdant',
    tenantName: 'Verdant',
    environment: 'test',
    excludedMenuEntries: [],
  })
})

test('the web app gets its tenant from the host name', async () => {
  const current = async (host: string) =>
    (await app.http.inject({ url: '/api/v1/tenants/current', headers: { host } })).json().tenantCode
  expect(await current('canary.localhost:3000')).toBe('canary')
  expect(await current('verdant.localhost')).toBe('verdant')
  expect(await current('unknown.example')).toBe('verdant')
})

test('an unknown or malformed tenant is a malformed request (threats T1)', async () => {
  for (const code of ['nobody', 'a b', "'", 'x'.repeat(2000)]) {
    expect(await anonymous(tenants.current, { headers: { 'x-tenant-code': code } })).toMatchObject({
      status: 400,
      body: { code: 'RQ400' },
    })
  }
})

test('a super admin sees every tenant of the installation, everybody else only their own', async () => {
  expect((await acme.call(tenants.lookup)).map((tenant) => tenant.tenantCode)).toEqual(['verdant'])
  expect((await canary.call(tenants.lookup)).map((tenant) => tenant.tenantCode)).toEqual(['canary', 'verdant'])
})

test('prices are in any currency that people pay with, and amounts have its decimals', async () => {
  const rows = await raw<{ code: string; units: number }>(
    world,
    'select code, minor_units as units from currencies order by code',
  )
  expect(rows.filter(({ code, units }) => units !== minorUnitsOf(code))).toEqual([])
  const codes = rows.map(({ code }) => code)
  expect(codes).toEqual(
    expect.arrayContaining(['ARS', 'CLP', 'EGP', 'IDR', 'IQD', 'MAD', 'SAR', 'UAH', 'UYU', 'XOF', 'ZWG']),
  )
  expect(codes).toHaveLength(156)
})

test('groups are sorted by level; roles, currencies and subscriptions are listed', async () => {
  const groups = await acme.call(tenants.groups)
  expect(groups.map((group) => group.level)).toEqual([10, 15, 20, 30, 40, 40, 40, 60])
  expect((await acme.call(tenants.roles)).map((role) => role.name)).toEqual([
    'SuperAdmin',
    'VendorManager',
    'AccountAdmin',
    'Basic',
  ])
  expect(await acme.call(tenants.currencies)).toContainEqual({
    currencyId: 978,
    currencyCode: 'EUR',
    currencyName: 'Euro',
    currencySymbol: '€',
  })
  expect(await acme.call(tenants.subscriptions, { body: { limit: 2 } })).toEqual({
    items: [
      { subscriptionId: 1, name: 'Standard' },
      { subscriptionId: 2, name: 'Professional' },
    ],
    count: 3,
  })
})

test('countries are named in the requested language, or in English when it is not available', async () => {
  const named = async (languageId: string) =>
    (await vendor.call(tenants.countries, { query: { languageId } })).find((country) => country.countryCode === 'DE')
      ?.countryName
  expect(await named('it')).toBe('Germania')
  expect(await named('it-IT')).toBe('Germania')
  expect(await named('en')).toBe('Germany')
  expect(await named('xx')).toBe('Germany')
  expect(await named('../../etc')).toBe('Germany')
})
