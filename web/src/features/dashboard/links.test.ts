import { expect, test } from 'vitest'
import type { Filters } from './filters.ts'
import { dealsHref, licensesHref } from './links.ts'

const filters: Filters = {
  interval: 'custom',
  from: '2026-05-01',
  to: '2026-05-31',
  products: [],
  accountId: null,
  children: true,
  before: true,
}

test('a figure leads to the list of the same period, account and accounts below it (rules D17)', () => {
  expect(licensesHref(filters)).toBe('/licenses?from=2026-05-01&to=2026-05-31')
  expect(licensesHref({ ...filters, from: null })).toBe('/licenses?to=2026-05-31')
  expect(licensesHref({ ...filters, accountId: 'x', children: false })).toBe(
    '/accounts/x/licenses?from=2026-05-01&to=2026-05-31&mine=yes',
  )
  expect(dealsHref(filters, { status: 'Won' })).toBe('/deals?from=2026-05-01&to=2026-05-31&status=Won')
})

test('a figure without a list of the same total is no link (rules D17)', () => {
  expect(licensesHref({ ...filters, products: ['x'] })).toBeNull()
  expect(dealsHref({ ...filters, products: ['x'] })).toBeNull()
  expect(dealsHref({ ...filters, accountId: 'x' })).toBeNull()
})
