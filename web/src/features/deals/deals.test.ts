import type { Deal } from '@trellis/contract/deal-answers'
import { expect, test } from 'vitest'
import { statusBeside, withMoves } from './board.ts'
import { emptyDeal, NewDeal, payloadOf } from './newDeal.ts'
import { siteHref } from './ProspectPanel.tsx'
import { standingOf } from './standing.ts'
import { daysUntil, epochOf, spanSince } from './time.ts'

const now = new Date('2026-11-23T12:00:00Z')
const deal = (given: Partial<Deal>): Deal =>
  ({
    status: 'New',
    protectionStatus: 'Pending',
    isExpired: false,
    eBidValue: 0,
    eBidStatus: 'Pending',
    waiting: [],
    ...given,
  }) as Deal
const waiting = (due: string) => ({ kind: 'protection' as const, since: '2026-11-20T12:00:00Z', due, reason: null })
const kinds = (given: Partial<Deal>) => standingOf(deal(given), now).map(({ kind }) => kind)

test('a registration under review says by when it is decided, and when that day has passed', () => {
  const soon = standingOf(deal({ waiting: [waiting('2026-11-25T12:00:00Z')] }), now)
  expect(soon).toMatchObject([{ kind: 'waiting', what: 'protection', isLate: false }])
  const late = standingOf(deal({ waiting: [waiting('2026-11-22T12:00:00Z')] }), now)
  expect(late).toMatchObject([{ isLate: true }])
})

test('an expired registration says only that, a closed one that it no longer expires', () => {
  expect(kinds({ isExpired: true, protectionStatus: 'Approved', eBidStatus: 'Approved', eBidValue: 5 })).toEqual([
    'expired',
  ])
  expect(kinds({ status: 'Won', protectionStatus: 'Approved' })).toEqual(['won', 'protected'])
})

test('an eBid is named only once it was asked for and decided', () => {
  expect(kinds({ protectionStatus: 'Approved' })).toEqual(['protected'])
  expect(kinds({ protectionStatus: 'Approved', eBidValue: 90, eBidStatus: 'Refused' })).toEqual([
    'protected',
    'bidRefused',
  ])
})

test('a card moves to the status beside it, and not beyond the ends of the board', () => {
  expect(statusBeside('New', 1)).toBe('Trial')
  expect(statusBeside('New', -1)).toBeNull()
  expect(statusBeside('Lost', 1)).toBeNull()
})

test('a card whose move is not answered yet stays in its new column, whatever is read meanwhile', () => {
  const [one, other] = [deal({ dealId: '1' }), deal({ dealId: '2', status: 'Trial' })]
  const columns = [
    { status: 'New', items: [one], count: 60 },
    { status: 'Trial', items: [other], count: 1 },
    { status: 'Demo', items: [], count: 0 },
  ] as const
  const shown = (moves: Parameters<typeof withMoves<Deal>>[1]) =>
    withMoves<Deal>(columns, moves).map(({ items, count }) => [
      items.map(({ dealId, status }) => dealId + status),
      count,
    ])
  expect(shown([{ deal: one, to: 'Trial' }])).toEqual([
    [[], 59],
    [['1Trial', '2Trial'], 2],
    [[], 0],
  ])
  // The columns that were read meanwhile have it there already.
  expect(shown([{ deal: { ...other, status: 'New' }, to: 'Trial' }])).toEqual([
    [['1New'], 60],
    [['2Trial'], 1],
    [[], 0],
  ])
  // One column was read before the move and the other after it.
  expect(shown([{ deal: { ...one, status: 'Demo' }, to: 'New' }])[0]).toEqual([['1New'], 60])
  const both = [{ ...columns[0] }, { ...columns[1], items: [{ ...one, status: 'Trial' as const }] }]
  expect(withMoves<Deal>(both, [{ deal: one, to: 'Trial' }]).map(({ items }) => items.length)).toEqual([0, 1])
  // Neither column was read with it.
  expect(shown([{ deal: deal({ dealId: '3' }), to: 'Demo' }])[2]).toEqual([['3Demo'], 1])
})

test('the time waited is in hours within the first day', () => {
  expect(spanSince('2026-11-23T11:30:00Z', now)).toEqual({ unit: 'hours', count: 0 })
  expect(spanSince('2026-11-22T12:00:00Z', now)).toEqual({ unit: 'days', count: 1 })
  expect(spanSince('2026-11-24T12:00:00Z', now)).toEqual({ unit: 'hours', count: 0 })
  expect(daysUntil('2026-11-24T13:00:00Z', now)).toBe(2)
  expect(daysUntil('2026-11-22T13:00:00Z', now)).toBe(0)
})

test('dates go in as noon of the day, and empty optional fields as null', () => {
  const draft = emptyDeal('0', '2026-11-23')
  const prospect = { ...draft.prospect, name: 'Kappa', webSite: ' www.kappa.it ' }
  const items = [{ productId: 'p', name: 'Edge', sku: 'EDGE-1Y', price: 10, qt: 2 }]
  const body = payloadOf({ ...draft, prospect, items, chanceOfClosure: 40 })
  expect(body.startDate).toBe(Date.UTC(2026, 10, 23, 12))
  expect(body.estimatedCloseDate).toBeNull()
  expect(body.items).toEqual([{ productId: 'p', qt: 2 }])
  expect(body.prospect).toMatchObject({ email: null, webSite: 'www.kappa.it', region: null })
  expect(epochOf('')).toBeNull()
})

test('the form requires the company with its address and contact, and a product', () => {
  const found = NewDeal.safeParse(emptyDeal('0', '2026-11-23'))
  const missing = [...new Set(found.error?.issues.map(({ path }) => path.join('.')))]
  const required = ['name', 'vatId', 'countryCode', 'firstName', 'lastName', 'street', 'city', 'postalCode']
  expect(missing.sort()).toEqual(['items', ...required.map((field) => `prospect.${field}`)].sort())
})

test('a web site is a link only over http', () => {
  expect(siteHref('www.kappa.it')).toBe('https://www.kappa.it')
  expect(siteHref('http://kappa.it/x')).toBe('http://kappa.it/x')
  expect(siteHref('javascript:alert(1)')).toBeNull()
  expect(siteHref('no site')).toBeNull()
  expect(siteHref(null)).toBeNull()
})
