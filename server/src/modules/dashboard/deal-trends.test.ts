import { type DashboardQuery, type DealStatistics, dashboard } from '@trellis/contract/dashboard'
import { dealStatuses, protectionStatuses } from '@trellis/contract/deal-states'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import type { Context } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { dice } from '../../testing/dice.ts'
import { often } from '../../testing/full.ts'
import { network, type Person } from '../../testing/network.ts'
import { runJob } from '../../testing/queue.ts'

/*
 * Compares the dashboard of deals, over HTTP, with a simple second implementation that goes through the deals one by one.
 * Deals are created around the starts of days, weeks and months and around daylight saving changes, in three currencies, and
 * keep changing while figures are read.
 */

const world = await network()
const { vendor, nordico, sudvia, acme, bergen, calabro } = world
const root = vendor.accountId
const parents = new Map([
  [nordico.accountId, root],
  [sudvia.accountId, root],
  [acme.accountId, nordico.accountId],
  [bergen.accountId, nordico.accountId],
  [calabro.accountId, sudvia.accountId],
])
const vendors = [...parents.keys()]
const readers = [
  { who: vendor, scopes: [root, root, ...vendors] },
  { who: nordico, scopes: [nordico.accountId, acme.accountId, bergen.accountId] },
  { who: sudvia, scopes: [sudvia.accountId, calabro.accountId] },
]
const zones = ['UTC', 'Europe/Rome', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Auckland', 'Pacific/Kiritimati']
const codes = { 978: 'EUR', 840: 'USD', 826: 'GBP' } as const
type CurrencyId = keyof typeof codes
const currencyIds = [978, 840, 826] as const
const currencyOf = (accountId: string): CurrencyId => (accountId === calabro.accountId ? 840 : 978)
const products = Object.values(world.products).map(({ productId }) => productId)
const { below, chance, one } = dice(20261124)
const context: Context = { tenantId: world.tenantId, userId: null, reach: root, clock: null, requestId: null }

const hour = 3_600_000
const day = 24 * hour
const beginning = Date.UTC(2025, 0, 1)
/** In Rome, St John's and Auckland, in spring and in autumn. */
const changes = [
  ...[Date.UTC(2025, 2, 30, 1), Date.UTC(2025, 9, 26, 1), Date.UTC(2025, 2, 9, 5), Date.UTC(2025, 10, 2, 4)],
  ...[Date.UTC(2025, 3, 5, 14), Date.UTC(2025, 8, 27, 14), Date.UTC(2026, 2, 29, 1)],
]
const randomInstant = () => {
  if (chance(0.3)) return beginning + below(450 * 24 * 60) * 60_000
  const near = one([Date.UTC(2025, below(15), 1), beginning + below(450) * day, ...changes])
  return near + (below(60) - 30) * (hour / 2) + one([-1, 0, 0, 1])
}

interface Deal {
  id: string
  vendorId: string
  at: number
  status: (typeof dealStatuses)[number]
  protection: (typeof protectionStatuses)[number]
  currencyId: CurrencyId
  productIds: string[]
  total: number
  asked: number
  approved: number | null
}
const deals: Deal[] = []

const randomState = () => {
  const approved = chance(0.3) ? 1 + below(900_000) : null
  return {
    status: one(dealStatuses),
    protection: one(protectionStatuses),
    total: below(1_000_000),
    asked: chance(0.5) ? 1 + below(900_000) : 0,
    approved,
  }
}
const cents = (amount: number | null) => (amount === null ? null : amount / 100)
const write = (statement: ReturnType<typeof sql>) => world.db.write(context, (tx) => tx.run(statement))

async function register(): Promise<void> {
  const deal: Deal = {
    ...{ id: newId(), vendorId: one(vendors), at: randomInstant(), currencyId: one([978, 978, ...currencyIds]) },
    ...{ productIds: products.filter(() => chance(0.4)), ...randomState() },
  }
  const created = new Date(deal.at).toISOString()
  await write(sql`
    insert into deals (deal_id, code, vendor_id, status, chance, starts_at, expires_at, protection_status, currency_id, total,
                       ebid_value, ebid_status, ebid_approved_value, created_at)
    values (${deal.id}, ${`R-${deals.length}`}, ${deal.vendorId}, ${deal.status}, 50, ${created}, ${created}, ${deal.protection},
            ${deal.currencyId}, ${cents(deal.total)}, ${cents(deal.asked)}, ${deal.approved === null ? 'Pending' : 'Approved'},
            ${cents(deal.approved)}, ${created})`)
  for (const [place, productId] of deal.productIds.entries())
    await write(sql`
      insert into deal_items (deal_item_id, deal_id, line, product_id, qt, price, amount, price_msrp, price_msrp_currency_id)
      values (${newId()}, ${deal.id}, ${place + 1}, ${productId}, 1, 1, 1, 1, 978)`)
  deals.push(deal)
}

/** What happens to a deal later: its state and its price. */
async function change(deal: Deal): Promise<void> {
  Object.assign(deal, randomState())
  await write(sql`
    update deals set status = ${deal.status}, protection_status = ${deal.protection}, total = ${cents(deal.total)},
      ebid_value = ${cents(deal.asked)}, ebid_status = ${deal.approved === null ? 'Refused' : 'Approved'},
      ebid_approved_value = ${cents(deal.approved)}
    where deal_id = ${deal.id}`)
}

/** Takes effect with the next call. */
const moveTo = (who: Person, timeZone: string) =>
  who.call(users.update, {
    params: { id: who.userId },
    body: { firstName: 'A', lastName: 'Reader', timeZone, languageCode: 'en', isNotificationEnabled: true },
  })

const formats = new Map<string, Intl.DateTimeFormat>()
function dayOf(at: number, zone: string): string {
  const options = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', options)
  formats.set(zone, format)
  return format.format(at)
}
const plus = (date: string, days: number) => new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)

function bucketOf(date: string, frequency: string): string {
  if (frequency === 'd') return date
  if (frequency === 'm') return `${date.slice(0, 8)}01`
  return plus(date, -((new Date(date).getUTCDay() + 6) % 7))
}

/** Half away from zero, to tenths, as the database rounds. */
const tenths = (part: number, whole: number) => {
  if (whole === 0) return null
  const size = Math.floor((Math.abs(part) * 2000 + whole) / (2 * whole))
  return size === 0 ? 0 : (Math.sign(part) * size) / 10
}
const percent = (now: number | null, before: number | null) =>
  now === null || before === null ? null : tenths(Math.round((now - before) * 10), Math.round(before * 10))

interface Case {
  accountId: string
  includeChildren: boolean
  zone: string
  from: string
  to: string
  /** Null for the period directly before. */
  previous: { from: string; to: string } | null
  chosen: string[]
}

const isBelow = (accountId: string, scope: string): boolean =>
  accountId === scope || (parents.has(accountId) && isBelow(parents.get(accountId) as string, scope))

function expected(asked: Case): Omit<DealStatistics, 'forecast' | 'currencySymbol'> {
  const { accountId, includeChildren, zone, from, to, chosen } = asked
  const days = (Date.parse(to) - Date.parse(from)) / day + 1
  const frequency = days <= 31 ? 'd' : days <= 182 ? 'w' : 'm'
  const before = asked.previous ?? { from: plus(from, -days), to: plus(to, -days) }
  const currencyId = currencyOf(accountId)
  const mine = deals.filter(
    ({ vendorId, productIds }) =>
      (includeChildren ? isBelow(vendorId, accountId) : vendorId === accountId) &&
      (chosen.length === 0 || productIds.some((id) => chosen.includes(id))),
  )
  const within = (first: string, last: string) =>
    mine.filter(({ at }) => first <= dayOf(at, zone) && dayOf(at, zone) <= last)
  const [now, then] = [within(from, to), within(before.from, before.to)]
  const worth = ({ approved, total }: Deal) => approved ?? total
  const add = (some: Deal[], wanted: CurrencyId = currencyId) =>
    some.reduce((sum, deal) => sum + (deal.currencyId === wanted ? worth(deal) : 0), 0) / 100
  const count = (some: Deal[], state: string) => some.filter(({ status }) => status === state).length
  const figure = (current: number, previous: number) => ({ current, previous, trend: percent(current, previous) })
  const samples = (some: Deal[], first: string, last: string) => {
    const keys: string[] = []
    for (let date = first; date <= last; date = plus(date, 1))
      if (keys.at(-1) !== bucketOf(date, frequency)) keys.push(bucketOf(date, frequency))
    const of = (key: string) => some.filter(({ at }) => bucketOf(dayOf(at, zone), frequency) === key)
    return {
      samples: keys.map((key) => ({ key, value: { qt: of(key).length, amount: add(of(key)) } })),
      total: { qt: some.length, amount: add(some) },
    }
  }
  const rate = (some: Deal[]) => tenths(count(some, 'Won'), count(some, 'Won') + count(some, 'Lost'))
  const [current, previous] = [rate(now), rate(then)]
  return {
    totalDealsRegistration: figure(now.length, then.length),
    totalWon: figure(count(now, 'Won'), count(then, 'Won')),
    totalLost: figure(count(now, 'Lost'), count(then, 'Lost')),
    winRate: { current, previous, trend: percent(current, previous) },
    statisticsResponse: {
      current: samples(now, from, to),
      previous: samples(then, before.from, before.to),
      samplingFrequency: frequency,
      trend: percent(now.length, then.length),
      sameSamplingRate: true,
    },
    byStatus: dealStatuses.map((status) => {
      const some = now.filter((deal) => deal.status === status)
      return { status, deals: some.length, amount: add(some) }
    }),
    byProtection: protectionStatuses.map((protectionStatus) => {
      const some = now.filter((deal) => deal.protection === protectionStatus)
      return { protectionStatus, deals: some.length, amount: add(some) }
    }),
    currencyId,
    currencyCode: codes[currencyId],
    otherCurrencies: currencyIds
      .filter((other) => other !== currencyId && now.some((deal) => deal.currencyId === other))
      .map((other) => ({ currencyId: other, currencyCode: codes[other], amount: add(now, other) }))
      .sort((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1)),
  }
}

function randomCase(scopes: readonly string[]): Case {
  const first = plus('2025-01-01', below(420))
  const calendar = one([
    { from: '2025-01-01', to: '2025-12-31' },
    { from: '2025-03-01', to: '2025-03-31' },
    { from: '2025-03-30', to: '2025-03-30' },
    { from: '2025-10-26', to: '2025-10-26' },
    { from: '2025-07-01', to: '2025-12-31' },
  ])
  const custom = { from: first, to: plus(first, one([0, 6, 13, 30, 31, 60, 181, 182, 300])) }
  const earlier = plus(first, -below(300))
  return {
    ...{ accountId: one(scopes), includeChildren: chance(0.7), zone: one(zones) },
    ...(chance(0.5) ? calendar : custom),
    previous: chance(0.2) ? { from: earlier, to: plus(earlier, below(60)) } : null,
    chosen: chance(0.25) ? products.slice(0, 1 + below(3)) : [],
  }
}

const wire = (date: string) => date.replaceAll('-', '/')

async function answerTo(who: Person, { accountId, includeChildren, from, to, previous, chosen }: Case) {
  const body: DashboardQuery = {
    ...{ parentAccountId: accountId, includeChildren, currentFrom: wire(from), currentTo: wire(to) },
    ...(previous && { previousFrom: wire(previous.from), previousTo: wire(previous.to) }),
    products: chosen,
  }
  const { forecast: _, currencySymbol: __, ...answer } = await who.call(dashboard.deals, { body })
  return answer
}

async function compareRandomCases(rounds: number): Promise<void> {
  for (let round = 0; round < often(rounds / 2, 5 * rounds); round++) {
    const { who, scopes } = readers[round % readers.length] as (typeof readers)[number]
    const asked = randomCase(scopes)
    await moveTo(who, asked.zone)
    expect({ ...asked, ...(await answerTo(who, asked)) }).toEqual({ ...asked, ...expected(asked) })
  }
}

test('every figure, trend and sample equals the sum of the single deals, in every zone, period and currency, folded or not (rules D3 to D5, D14, D15)', async () => {
  const listId = newId()
  await write(sql`
    insert into price_lists (price_list_id, account_id, name, currency_id) values (${listId}, ${root}, 'Dollars', 840)`)
  await write(sql`insert into price_list_accounts (account_id, price_list_id) values (${calabro.accountId}, ${listId})`)
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 50; n++) await register()
    // What happened before is in the sums then, and what happens later is not.
    if (round > 0) await runJob(world, 'dashboard:fold')
    await compareRandomCases(18)
    for (const deal of deals.filter(() => chance(0.3))) await change(deal)
    await compareRandomCases(9)
  }
})

test('“all time” begins with the day of the first deal in scope, in the reader’s time zone, and has no earlier period to compare with', async () => {
  for (const { who, scopes } of readers) {
    const [accountId = '', zone] = [scopes[0], one(zones)]
    await moveTo(who, zone)
    const first = Math.min(...deals.filter(({ vendorId }) => isBelow(vendorId, accountId)).map(({ at }) => at))
    const answer = await who.call(dashboard.deals, { body: { includeChildren: true } })
    const { samples, total } = answer.statisticsResponse.current
    expect(samples[0]?.key).toBe(bucketOf(dayOf(first, zone), answer.statisticsResponse.samplingFrequency))
    expect(total.qt).toBe(deals.filter(({ vendorId }) => isBelow(vendorId, accountId)).length)
    expect(answer.totalDealsRegistration).toEqual({ current: total.qt, previous: 0, trend: null })
  }
})

test('a day on which clocks change has 23 or 25 hours, and no deal is counted twice or lost', async () => {
  await moveTo(vendor, 'Europe/Rome')
  const qt = async (from: string, to = from) =>
    (await vendor.call(dashboard.deals, { body: { includeChildren: true, currentFrom: from, currentTo: to } }))
      .totalDealsRegistration.current
  for (const [date, hours] of [
    ['2025/03/30', 23],
    ['2025/10/26', 25],
  ] as const) {
    const before = await qt(date)
    const start = Date.parse(`${wire(date).replaceAll('/', '-')}T00:00:00Z`) - (hours === 23 ? 1 : 2) * hour
    const [template] = deals
    for (const at of [start - 1, start, start + hours * hour - 1, start + hours * hour])
      await write(sql`
        insert into deals (deal_id, code, vendor_id, status, chance, starts_at, expires_at, protection_status, currency_id, total, created_at)
        values (${newId()}, ${`DST-${at}`}, ${template?.vendorId}, 'New', 1, now(), now(), 'Pending', 978, 1, ${new Date(at).toISOString()})`)
    expect((await qt(date)) - before).toBe(2)
  }
  const [whole, parts] = [await qt('2025/10/25', '2025/10/27'), ['2025/10/25', '2025/10/26', '2025/10/27']]
  expect((await Promise.all(parts.map((date) => qt(date)))).reduce((sum, each) => sum + each, 0)).toBe(whole)
})
