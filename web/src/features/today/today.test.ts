import type { TodayItem, TodayKind } from '@trellis/contract/today'
import { expect, test } from 'vitest'
import { hrefOf, isOfStock, nextOf, purchaseOf, timeOf } from './today.ts'

const now = Date.parse('2026-05-10T12:00:00Z')
const at = (days: number) => new Date(now + days * 86_400_000).toISOString()

test('a date says how late it is or in how many days it comes, and what has none how long it waits', () => {
  const kind = 'protection'
  expect([
    timeOf({ kind, urgency: 'overdue', due: at(-2.5), since: at(-9) }, now),
    timeOf({ kind, urgency: 'overdue', due: at(-0.5), since: null }, now),
    timeOf({ kind, urgency: 'today', due: at(0.2), since: null }, now),
    timeOf({ kind, urgency: 'week', due: at(2.5), since: null }, now),
    timeOf({ kind, urgency: 'asked', due: null, since: at(-3.5) }, now),
    timeOf({ kind, urgency: 'asked', due: null, since: at(-0.5) }, now),
    timeOf({ kind, urgency: 'later', due: null, since: null }, now),
  ]).toEqual([
    { key: 'late', count: 2 },
    { key: 'lateToday' },
    { key: 'dueToday' },
    { key: 'dueIn', count: 3 },
    { key: 'waits', count: 3 },
    { key: 'waitsToday' },
    null,
  ])
})

test('what ends by itself, or runs short, is no decision that has a term', () => {
  const said = (kind: TodayKind, urgency: TodayItem['urgency'], days: number) =>
    timeOf({ kind, urgency, due: at(days), since: null }, now)
  for (const kind of ['certificate', 'protectionEnd'] as const)
    expect([
      said(kind, 'overdue', -2.5),
      said(kind, 'overdue', -0.5),
      said(kind, 'today', 0.2),
      said(kind, 'week', 2.5),
    ]).toEqual([{ key: 'ended', count: 2 }, { key: 'endedNow' }, { key: 'endsToday' }, { key: 'endsIn', count: 3 }])
  // A key ends with a UTC day, and is as far away as its list of renewals says.
  const ofKey = (due: string) => timeOf({ kind: 'key', urgency: 'week', due, since: null }, now)
  expect(['2026-05-10T23:59:59.999Z', '2026-05-12T23:59:59.999Z', '2026-05-09T23:59:59.999Z'].map(ofKey)).toEqual([
    { key: 'endsToday' },
    { key: 'endsIn', count: 2 },
    { key: 'ended', count: 1 },
  ])
  expect([said('shortage', 'today', 0.2), said('shortage', 'later', 11.5)]).toEqual([
    { key: 'lacksToday' },
    { key: 'lacksIn', count: 12 },
  ])
})

test('when nothing waits, only the screens that the reader may open are offered', () => {
  const reader = (module: 'Orders' | 'Deals', flags: string, level: number) =>
    ({ permissions: [{ module, flags }], account: { level } }) as Parameters<typeof nextOf>[0]
  expect(nextOf(reader('Orders', 'r', 40))?.href).toBe('/sell-out')
  expect(nextOf(reader('Orders', 'r', 50))?.href).toBe('/sell-in')
  expect(nextOf(reader('Orders', 'c', 50))).toBeNull()
  expect(nextOf(reader('Deals', 'c-r', 40))).toBeNull()
})

test('what runs short opens its ledger where it is explained, and purchases all that will lack', () => {
  const item = {
    ...{ kind: 'shortage', recordId: 'account', available: 3, threshold: null },
    shortage: {
      ...{ productId: 'p', date: '2026-12-12', until: '2027-01-27', missing: 14, products: 2 },
      items: [
        { productId: 'p', missing: 14 },
        { productId: 'q', missing: 2 },
      ],
    },
  } as unknown as TodayItem
  expect(hrefOf(item, 'account')).toBe('/stocks/movements?product=p#foresight')
  expect(purchaseOf(item)).toBe('/sell-in/create?item=p%3A14&item=q%3A2')
  expect(isOfStock(item)).toBe(true)
})
