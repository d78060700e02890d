import { orderStatuses } from '@trellis/contract/orders'
import { maximumMoney } from '@trellis/contract/values'
import { expect, test } from 'vitest'
import { blockedBySituation, isTooMuch, type Situation, whyNot, whyNotBecome } from './rules.ts'

/* The rules alone: each is also enforced and shown over HTTP (`rights.test.ts`, `statuses.test.ts`). */

const who = (flags: string) => ({ permissions: [{ module: 'Orders' as const, flags }] })
const pending: Situation = { status: 'pending', standing: 'vendor' }
const approved: Situation = { ...pending, status: 'approved' }
const decisions = ['approve', 'cancel', 'revoke', 'invoice', 'pay'] as const

test.each(decisions)('only the vendor’s side with u may %s (rules O4)', (action) => {
  const order = action === 'approve' || action === 'cancel' ? pending : approved
  expect(whyNot(action, order, who('r-u'))).toBeNull()
  expect(whyNot(action, order, who('c-r-d'))).toBe('RQ403')
  expect(whyNot(action, { ...order, standing: 'buyer' }, who('c-r-u-d'))).toBe('RQ403')
  expect(whyNot(action, { ...order, standing: 'reader' }, who('c-r-u-d'))).toBe('RQ403')
})

test('both sides change their fields of an order with u; without u nobody does', () => {
  const why = (standing: Situation['standing'], flags: string) => whyNot('update', { ...pending, standing }, who(flags))
  expect([why('vendor', 'u'), why('buyer', 'u'), why('reader', 'u'), why('vendor', 'c-r')]).toEqual([
    null,
    null,
    'RQ403',
    'RQ403',
  ])
})

test('pending orders can be approved or canceled, approved ones revoked, and no others change status (rules O5)', () => {
  const possible = orderStatuses.flatMap((from) =>
    orderStatuses
      .filter((to) => whyNotBecome(to, { status: from, standing: 'vendor' }, who('u')) === null)
      .map((to) => `${from} ${to}`),
  )
  expect(possible.sort()).toEqual(['approved revoked', 'pending approved', 'pending canceled'])
  expect(whyNotBecome('approved', { status: 'canceled', standing: 'vendor' }, who('u'))).toBe('OC522')
  expect(whyNotBecome('approved', { ...pending, standing: 'buyer' }, who('u'))).toBe('RQ403')
  expect(whyNotBecome('approved', pending, who('c-r'))).toBe('RQ403')
})

test('a canceled or revoked order is neither invoiced nor paid (rules O14)', () => {
  for (const action of ['invoice', 'pay'] as const) {
    const why = (status: Situation['status']) => whyNot(action, { ...pending, status }, who('u'))
    expect([why('pending'), why('approved'), why('canceled'), why('revoked')]).toEqual([null, null, 'OC522', 'OC522'])
  }
})

test('either side attaches with u, and the buyer with c to its own pending order (rules B8)', () => {
  const why = (flags: string, more: Partial<Situation>) =>
    whyNot('attach', { status: 'approved', standing: 'buyer', isOwnPurchase: true, ...more }, who(flags))
  expect(why('u', {})).toBeNull()
  expect(why('u', { standing: 'vendor' })).toBeNull()
  expect(why('c-u', { standing: 'reader' })).toBe('RQ403')
  expect(why('c', { status: 'pending' })).toBeNull()
  expect(why('c', {})).toBe('RQ403')
  expect(why('c', { status: 'pending', isOwnPurchase: false })).toBe('RQ403')
  expect(why('r', { status: 'pending' })).toBe('RQ403')
})

test('the table for SQL has the answer of the rules for every situation', () => {
  const table = blockedBySituation(who('c'))
  expect(Object.keys(table)).toHaveLength(orderStatuses.length * 3 * 2)
  expect(table['pending/buyer/true']).toMatchObject({ approve: 'RQ403', update: 'RQ403', attach: null })
  expect(table['pending/buyer/false']).toMatchObject({ attach: 'RQ403' })
  expect(blockedBySituation(who('u'))['approved/vendor/false']).toEqual({
    approve: 'OC522',
    cancel: 'OC522',
    revoke: null,
    update: null,
    invoice: null,
    pay: null,
    attach: null,
  })
})

test('the lines of an order add up to the largest amount at most, to the ten-thousandth', () => {
  const line = (price: number, quantity = 1) => ({ price, quantity })
  expect(isTooMuch([])).toBe(false)
  expect(isTooMuch([line(maximumMoney)])).toBe(false)
  expect(isTooMuch([line(maximumMoney), line(0.0001)])).toBe(true)
  expect(isTooMuch([line(10_000_000_000, 10)])).toBe(true)
})
