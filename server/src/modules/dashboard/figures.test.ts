import { type DashboardQuery, dashboard, type OrderStatistics } from '@trellis/contract/dashboard'
import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import type { Context } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { network } from '../../testing/network.ts'
import { foldSums } from './jobs.ts'
import { orderStatistics } from './order-statistics.ts'

/*
 * Compares the dashboard's answer with a simple second implementation, which adds up the raw order lines by day in the
 * reader's time zone. Sales are in three currencies, and accounts have different currencies.
 */

const world = await network()
const { vendor, nordico, sudvia, acme, bergen, calabro, fjord } = world
const names = new Map(
  Object.entries({ vendor, nordico, sudvia, acme, bergen, calabro, fjord }).map(([name, who]) => [who.accountId, name]),
)
const root = vendor.accountId
const parents = new Map([
  [nordico.accountId, root],
  [sudvia.accountId, root],
  [acme.accountId, nordico.accountId],
  [bergen.accountId, nordico.accountId],
  [calabro.accountId, sudvia.accountId],
  [fjord.accountId, acme.accountId],
])
const currencies = {
  978: { currencyCode: 'EUR', currencySymbol: '€' },
  840: { currencyCode: 'USD', currencySymbol: '$' },
  826: { currencyCode: 'GBP', currencySymbol: '£' },
}
type CurrencyId = keyof typeof currencies
const currencyIds = [978, 840, 826] as const
const currencyOf = (accountId: string): CurrencyId => (accountId === calabro.accountId ? 840 : 978)
const context = (clock: string | null): Context => ({
  tenantId: world.tenantId,
  userId: null,
  reach: root,
  clock,
  requestId: null,
})

/** Pseudo-random numbers that are the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const roll = dice(20260131)
const pick = <T>(values: readonly T[]): T => values[roll(values.length)] as T

const hour = 3_600_000
const beginning = Date.UTC(2025, 0, 1)
const monthsOfSales = 15

/** A random instant in the period; usually within a day of the start of a day or month or of a daylight saving change. */
function randomInstant(): number {
  const month = Date.UTC(2025, roll(monthsOfSales), 1)
  const changes = [
    Date.UTC(2025, 2, 30),
    Date.UTC(2025, 9, 26),
    Date.UTC(2025, 2, 9),
    Date.UTC(2025, 10, 2),
    Date.UTC(2026, 2, 8),
  ]
  const near = pick([month, month, pick(changes), beginning + roll(monthsOfSales * 30) * 24 * hour])
  return roll(3) === 0 ? beginning + roll(monthsOfSales * 30 * 24) * hour : near + (roll(60) - 30) * (hour / 2)
}

interface Line {
  orderId: string
  at: number
  vendorId: string
  buyerId: string
  productId: string
  currencyId: CurrencyId
  qt: number
  /** In ten-thousandths of the currency unit. */
  amount: number
}

const products = Object.values(world.products).map(({ productId }) => productId)
let number = 0

async function sell(): Promise<Line[]> {
  const buyerId = pick([...parents.keys()])
  let vendorId = parents.get(buyerId) as string
  while (vendorId !== root && roll(4) === 0) vendorId = parents.get(vendorId) as string
  const [orderId, at] = [newId(), randomInstant()]
  const currencyId = roll(3) === 0 ? pick(currencyIds) : 978
  const lines = Array.from({ length: 1 + roll(3) }, () => ({
    ...{ orderId, at, vendorId, buyerId, currencyId, productId: pick(products) },
    ...{ qt: 1 + roll(9), amount: roll(500_000) * 100 },
  }))
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  await world.db.write(context(new Date(at).toISOString()), async (tx) => {
    await tx.run(sql`
      insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total)
      values (${orderId}, ${`R-${++number}`}, ${orderId}, ${buyerId}, ${vendorId}, 'sell-in', 'pending', ${currencyId}, ${total / 10_000})`)
    for (const [index, line] of lines.entries()) {
      await tx.run(sql`
        insert into order_items (order_item_id, order_id, line, product_id, qt, price, amount, currency_id, list_price)
        values (${newId()}, ${orderId}, ${index + 1}, ${line.productId}, ${line.qt}, 1, ${line.amount / 10_000}, ${currencyId}, 1)`)
    }
    await tx.run(sql`update orders set status = 'approved', approved_at = clock() where order_id = ${orderId}`)
  })
  return lines
}

const revoke = (orderId: string) =>
  world.db.write(context(null), (tx) => tx.run(sql`update orders set status = 'revoked' where order_id = ${orderId}`))
const foldAll = () => world.db.write(context(null), foldSums)

const isBelow = (accountId: string, scope: string): boolean =>
  accountId === scope || (parents.has(accountId) && isBelow(parents.get(accountId) as string, scope))

/** The calendar day of an instant in a time zone, as YYYY-MM-DD. */
function dayOf(at: number, zone: string): string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(zone, format)
  }
  return format.format(at)
}
const formats = new Map<string, Intl.DateTimeFormat>()
const plus = (day: string, days: number) => new Date(Date.parse(day) + days * 24 * hour).toISOString().slice(0, 10)

function bucketOf(day: string, frequency: string): string {
  if (frequency === 'd') return day
  if (frequency === 'm') return `${day.slice(0, 8)}01`
  return plus(day, -((new Date(day).getUTCDay() + 6) % 7))
}

interface Case {
  accountId: string
  includeChildren: boolean
  zone: string
  from: string
  to: string
  chosen: string[]
}

const percent = (now: number, before: number) => {
  if (before === 0) return null
  // Rounds half away from zero, in whole numbers, as the database does.
  const thousandths = (BigInt(now) - BigInt(before)) * 10_000n
  const [sign, size] = thousandths < 0n ? [-1, -thousandths] : [1, thousandths]
  const tenths = Number((size / BigInt(before) + 5n) / 10n)
  return tenths === 0 ? 0 : (sign * tenths) / 10
}

/** The whole expected answer, computed from the raw lines. */
function expected(lines: Line[], { accountId, includeChildren, zone, from, to, chosen }: Case): OrderStatistics {
  const inScope = (id: string) => (includeChildren ? isBelow(id, accountId) : id === accountId)
  const days = (Date.parse(to) - Date.parse(from)) / (24 * hour) + 1
  const frequency = days <= 31 ? 'd' : days <= 182 ? 'w' : 'm'
  const traded = lines.filter((line) => chosen.length === 0 || chosen.includes(line.productId))
  const within = (first: string, last: string) => (line: Line) => {
    const day = dayOf(line.at, zone)
    return first <= day && day <= last
  }
  // Pieces count in any currency, amounts only in the account's currency.
  const currencyId = currencyOf(accountId)
  const amountIn = (wanted: CurrencyId, some: Line[]) =>
    some.reduce((sum, line) => sum + (line.currencyId === wanted ? line.amount : 0), 0)
  const add = (some: Line[]) => ({
    qt: some.reduce((sum, line) => sum + line.qt, 0),
    amount: amountIn(currencyId, some),
  })
  const money = ({ qt, amount }: { qt: number; amount: number }) => ({ qt, amount: amount / 10_000 })
  const side = (party: 'vendorId' | 'buyerId', first: string, last: string) =>
    traded.filter((line) => inScope(line[party])).filter(within(first, last))
  const samples = (some: Line[], first: string, last: string) => {
    const keys: string[] = []
    for (let day = first; day <= last; day = plus(day, 1))
      if (keys.at(-1) !== bucketOf(day, frequency)) keys.push(bucketOf(day, frequency))
    const at = (key: string) => some.filter((line) => bucketOf(dayOf(line.at, zone), frequency) === key)
    return { samples: keys.map((key) => ({ key, value: money(add(at(key))) })), total: money(add(some)) }
  }
  const pie = (some: Line[], nameOf: (line: Line) => string, idOf: (line: Line) => string) => {
    const slices = new Map<string, { id: string; name: string; amount: number }>()
    for (const line of some.filter((one) => one.currencyId === currencyId)) {
      const slice = slices.get(idOf(line)) ?? { id: idOf(line), name: nameOf(line), amount: 0 }
      slices.set(idOf(line), { ...slice, amount: slice.amount + line.amount })
    }
    const sorted = [...slices.values()]
      .filter((slice) => slice.amount > 0)
      .sort((a, b) => b.amount - a.amount || (a.id < b.id ? -1 : 1))
    const rest = sorted.slice(6).reduce((sum, slice) => sum + slice.amount, 0)
    const shown = sorted.slice(0, 6).map(({ name, amount }) => ({ name, amount: amount / 10_000 }))
    return rest > 0 ? [...shown, { name: 'other', amount: rest / 10_000 }] : shown
  }
  const [previousFrom, previousTo] = [plus(from, -days), plus(to, -days)]
  const [sold, soldBefore] = [side('vendorId', from, to), side('vendorId', previousFrom, previousTo)]
  const [bought, boughtBefore] = [side('buyerId', from, to), side('buyerId', previousFrom, previousTo)]
  const figure = (of: 'qt' | 'amount', now: Line[], before: Line[]) => {
    const [current, previous] = [add(now)[of], add(before)[of]]
    const unit = of === 'amount' ? 10_000 : 1
    return { current: current / unit, previous: previous / unit, trend: percent(current, previous) }
  }
  const series = (now: Line[], before: Line[]) => ({
    current: samples(now, from, to),
    previous: samples(before, previousFrom, previousTo),
    samplingFrequency: frequency as 'd',
    trend: figure('amount', now, before).trend,
    sameSamplingRate: true,
  })
  const otherCurrencies = currencyIds
    .filter((other) => other !== currencyId && [...sold, ...bought].some((line) => line.currencyId === other))
    .map((other) => ({
      currencyId: other,
      currencyCode: currencies[other].currencyCode,
      sellIn: amountIn(other, bought) / 10_000,
      sellOut: amountIn(other, sold) / 10_000,
    }))
    .sort((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1))
  const skuOf = new Map(Object.values(world.products).map(({ productId, sku }) => [productId, sku]))
  return {
    totalSellIn: figure('qt', bought, boughtBefore),
    totalSellOut: figure('qt', sold, soldBefore),
    totalSellInPrice: figure('amount', bought, boughtBefore),
    totalSellOutPrice: figure('amount', sold, soldBefore),
    statisticsResponse: series(sold, soldBefore),
    statisticsResponseIn: series(bought, boughtBefore),
    sellOutPieStatistics: pie(
      sold,
      (line) => capital(names.get(line.buyerId) as string),
      (line) => line.buyerId,
    ),
    sellOutBySkuPieStatistics: pie(
      sold,
      (line) => skuOf.get(line.productId) as string,
      (line) => line.productId,
    ),
    totalSellOutPriceCurrencyId: currencyId,
    ...currencies[currencyId],
    otherCurrencies,
  }
}
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

function randomCase(): Case {
  const first = plus('2025-01-01', roll(400))
  const calendar = pick([
    { from: '2025-01-01', to: '2025-12-31' },
    { from: '2025-03-01', to: '2025-03-31' },
    { from: '2025-10-01', to: '2025-10-31' },
    { from: '2025-07-01', to: '2025-12-31' },
    { from: '2025-04-01', to: '2026-04-30' },
    { from: '2024-08-15', to: '2026-02-10' },
  ])
  const custom = { from: first, to: plus(first, pick([0, 6, 13, 30, 31, 60, 181, 182, 300, 400])) }
  return {
    accountId: pick([root, root, ...parents.keys()]),
    includeChildren: roll(3) > 0,
    zone: pick(['UTC', 'Europe/Rome', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Auckland', 'Pacific/Kiritimati']),
    ...pick([calendar, custom]),
    chosen: roll(4) === 0 ? products.slice(0, 1 + roll(3)) : [],
  }
}

async function actual({ accountId, includeChildren, zone, from, to, chosen }: Case): Promise<unknown> {
  const query: DashboardQuery = {
    currentFrom: from.replaceAll('-', '/'),
    currentTo: to.replaceAll('-', '/'),
    ...(chosen.length > 0 && { products: chosen }),
  }
  const answer = await orderStatistics(
    world.db.read(context(null)),
    { accountId, includeChildren, isRoot: accountId === root },
    query,
    zone,
  )
  return JSON.parse(answer?.text ?? 'null')
}

test('every figure equals the sum of the raw lines, in every time zone and currency, folded or not, revoked or not', async () => {
  await world.db.write(context(null), async (tx) => {
    const listId = newId()
    await tx.run(sql`
      insert into price_lists (price_list_id, account_id, name, currency_id) values (${listId}, ${root}, 'Dollars', 840)`)
    await tx.run(
      sql`insert into price_list_accounts (account_id, price_list_id) values (${calabro.accountId}, ${listId})`,
    )
  })
  let lines: Line[] = []
  for (let round = 0; round < 6; round++) {
    for (let i = 0; i < 45; i++) lines.push(...(await sell()))
    if (round % 3 === 1) await foldAll()
    const revoked = new Set(Array.from({ length: 3 }, () => pick(lines).orderId))
    for (const orderId of revoked) await revoke(orderId)
    lines = lines.filter(({ orderId }) => !revoked.has(orderId))
    for (let i = 0; i < 20; i++) {
      const one = randomCase()
      expect({ ...one, answer: await actual(one) }).toEqual({ ...one, answer: expected(lines, one) })
    }
  }
})

test('each amount of orders is the total of the list behind it, in every currency, for every reader (rules D17)', async () => {
  const readers = [
    { who: vendor, zone: 'America/St_Johns', scopes: [root, ...parents.keys()] },
    { who: nordico, zone: 'Europe/Rome', scopes: [nordico.accountId, acme.accountId] },
    { who: acme, zone: 'Pacific/Kiritimati', scopes: [acme.accountId] },
  ]
  for (const { who, zone } of readers)
    await world.db.write(context(null), (tx) =>
      tx.run(sql`update users set time_zone = ${zone} where user_id = ${who.userId}`),
    )
  for (let round = 0; round < 24; round++) {
    const { who, scopes } = readers[round % 3] as (typeof readers)[number]
    const { from, to, includeChildren } = randomCase()
    const parentAccountId = pick(scopes)
    const [fromDate, toDate] = [from.replaceAll('-', '/'), to.replaceAll('-', '/')]
    const body = { parentAccountId, includeChildren, currentFrom: fromDate, currentTo: toDate }
    const figures = await who.call(dashboard.orders, { body })
    const approved = {
      // Only the totals: these orders have no history to show.
      ...{ parentAccountId, includeChildren, limit: 3000, page: 2 },
      filterBy: [{ field: 'status' as const, values: ['approved'] }],
      filterBetweenDate: [{ field: 'approvalDate' as const, fromDate, toDate }],
    }
    const alone = { field: 'vendorAccountId' as const, values: [parentAccountId] }
    const bought = await who.call(orders.sellIn, { body: approved })
    const sold = await who.call(orders.sellOut, {
      body: { ...approved, filterBy: [...approved.filterBy, ...(includeChildren ? [] : [alone])] },
    })
    const amounts = ({ total }: typeof sold) =>
      Object.fromEntries(total.filter(({ amount }) => amount !== 0).map((each) => [each.currencyCode, each.amount]))
    const shown = (own: number, side: 'sellIn' | 'sellOut') =>
      Object.fromEntries(
        [[figures.currencyCode, own] as const]
          .concat(figures.otherCurrencies.map((other) => [other.currencyCode, other[side]] as const))
          .filter(([, amount]) => amount !== 0),
      )
    expect({ ...body, sold: amounts(sold), bought: amounts(bought) }).toEqual({
      ...body,
      sold: shown(figures.totalSellOutPrice.current, 'sellOut'),
      bought: shown(figures.totalSellInPrice.current, 'sellIn'),
    })
  }
})
