import type { Deal } from '@trellis/contract/deal-answers'
import { expect, test } from 'vitest'
import { statusBeside, withMoves } from './board.ts'
import { emptyDeal, linesAt, NewDeal, payloadOf } from './newDeal.ts'
import { obstacleOf } from './obstacle.ts'
import { siteHref } from './ProspectFacts.tsx'
import { daysUntil, epochOf, spanSince } from './time.ts'
import { msrpOf, priceOfSale, worthOf } from './worth.ts'

const now = new Date('2026-11-23T12:00:00Z')
const deal = (given: Partial<Deal>): Deal => ({ status: 'New', eBidValue: 0, eBidStatus: 'Pending', ...given }) as Deal
const standing = (...kinds: string[]) => kinds.map((kind) => ({ kind })) as Deal['standing']

test('protecting needs a reason where the server says that another registration stands in the way', () => {
  expect(obstacleOf(standing('rivalProtected', 'decisionYours'))).toBe('protected')
  expect(obstacleOf(standing('earlierWaits'))).toBe('earlier')
  expect([obstacleOf(standing('first', 'decisionYours')), obstacleOf(undefined)]).toEqual([null, null])
})

test('a deal counts for its approved price only, and its MSRP is added up in its own currency', () => {
  const items = [
    { qt: 3, priceMSRP: 100, priceMSRPCurrencyId: 978 },
    { qt: 1, priceMSRP: 50, priceMSRPCurrencyId: 978 },
  ] as Deal['items']
  const priced = { eBidValue: 200, eBidApprovedValue: 200, itemsTotal: 300, currencyId: 978, items }
  expect(worthOf(deal(priced))).toBe(300)
  expect(worthOf(deal({ ...priced, eBidStatus: 'Refused' }))).toBe(300)
  expect(worthOf(deal({ ...priced, eBidStatus: 'Approved' }))).toBe(200)
  expect([msrpOf(deal(priced)), msrpOf(deal({ ...priced, currencyId: 840 }))]).toEqual([350, null])
})

test('a sale is offered at amounts of its own currency only: the MSRP, else what the buyer pays, else what the vendor pays', () => {
  const item = { productId: 'edge', price: 80, priceMSRP: 100, priceMSRPCurrencyCode: 'EUR' }
  const sale = { currencyId: 840, currencyCode: 'USD', items: [{ productId: 'edge', quantity: 2, price: 120 }] }
  const offered = (currency: string, ofDeal = 'EUR', given: typeof sale | null = sale) =>
    priceOfSale(item, currency, { currencyCode: ofDeal }, given)
  expect([offered('EUR'), offered('USD'), offered('GBP', 'GBP'), offered('GBP')]).toEqual([100, 120, 80, null])
  expect([offered('USD', 'EUR', { ...sale, items: [] }), offered('USD', 'USD', null)]).toEqual([null, 80])
})

test('products of a deal are corrected at what they cost now for their number of pieces, as they are saved (rules J18)', () => {
  const item = { productId: 'edge', name: 'Edge', sku: 'EDGE', price: 100 }
  const offer = { ...item, price: 95, quantityBreaks: [{ from: 10, price: 90 }] }
  const pricesOf = (offers: Parameters<typeof linesAt>[1]) =>
    linesAt(
      [
        { ...item, qt: 9 },
        { ...item, qt: 10 },
        { ...item, productId: 'gone', qt: 1 },
      ],
      offers,
    ).map(({ price }) => price)
  expect([pricesOf([offer]), pricesOf(undefined)]).toEqual([
    [95, 90, 100],
    [100, 100, 100],
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
