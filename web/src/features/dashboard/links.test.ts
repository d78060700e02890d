import { expect, test } from 'vitest'
import type { Filters } from './filters.ts'
import { dealsHref, forecastHref, licensesHref, licensesInStateHref, ordersHref } from './links.ts'

const filters: Filters = {
  interval: 'custom',
  from: '2026-05-01',
  to: '2026-05-31',
  products: [],
  accountId: null,
  children: true,
  before: true,
}
const ofOther = { ...filters, accountId: 'x', children: false }

test('a number of licenses leads to the list of the same period, account, accounts below and products (rules D17)', () => {
  expect(licensesHref(filters)).toBe('/licenses?from=2026-05-01&to=2026-05-31')
  expect(licensesHref({ ...filters, from: null })).toBe('/licenses?to=2026-05-31')
  expect(licensesHref(ofOther)).toBe('/accounts/x/licenses?mine=yes&from=2026-05-01&to=2026-05-31')
  expect(licensesInStateHref({ ...filters, products: ['p', 'q'] }, 'expired')).toBe(
    '/licenses?productId=p&productId=q&state=expired%402026-05-31',
  )
})

test('an amount of orders leads to the orders approved in the period, which have the same total (rules D17)', () => {
  const approved = 'status=approved&approvalDate=2026-05-01..2026-05-31'
  expect(ordersHref('sell-out', filters, 'own')).toBe(`/sell-out?${approved}`)
  expect(ordersHref('sell-in', { ...filters, children: false }, 'own')).toBe(`/sell-in?mine=yes&${approved}`)
  expect(ordersHref('sell-out', { ...filters, children: false }, 'own')).toBe(
    `/sell-out?${approved}&vendorAccountId=own`,
  )
  expect(ordersHref('sell-out', ofOther, 'own')).toBe(`/accounts/x/sell-out?${approved}&vendorAccountId=x`)
  expect(ordersHref('sell-out', ofOther, 'own', 'b')).toBe(
    `/accounts/x/sell-out?${approved}&vendorAccountId=x&buyerAccountId=b`,
  )
  expect(ordersHref('sell-in', { ...filters, from: null }, 'own')).toContain('approvalDate=..2026-05-31')
})

test('a number of deals leads to the deals of the same account, state and month of the forecast (rules D17)', () => {
  expect(dealsHref(filters, { status: ['Won', 'Lost'] })).toBe(
    '/deals?from=2026-05-01&to=2026-05-31&status=Won&status=Lost',
  )
  expect(dealsHref(ofOther)).toBe('/deals?mine=yes&account=x&from=2026-05-01&to=2026-05-31')
  expect(forecastHref(filters, { month: '2026-07-01', currencyCode: 'EUR' })).toBe(
    '/deals?forecastMonth=2026-07&currencyCode=EUR',
  )
  expect(forecastHref(filters, { month: null, currencyCode: 'USD' })).toBe('/deals?forecastMonth=none&currencyCode=USD')
})

test('a figure without a list of the same total is no link (rules D17)', () => {
  expect(ordersHref('sell-out', { ...filters, products: ['x'] }, 'own')).toBeNull()
  expect(licensesHref({ ...filters, products: Array.from({ length: 101 }, (_, n) => `${n}`) })).toBeNull()
})
