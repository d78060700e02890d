import { dashboard } from '@trellis/contract/dashboard'
import { deals } from '@trellis/contract/deals'
import { monthReports } from '@trellis/contract/month-reports'
import { renewals } from '@trellis/contract/renewals'
import { stock } from '@trellis/contract/stock'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { dealing } from '../../../testing/dealing.ts'
import { network, type Person } from '../../../testing/network.ts'
import { runJob } from '../../../testing/queue.ts'
import { raw, selling } from '../../../testing/selling.ts'

/* Covers: server/src/modules/dashboard/partner-changes.ts, server/src/modules/deals/at-risk.ts, server/src/modules/stock/queries.ts,
   server/src/modules/mail/words/month.ts */

const world = await network()
const { vendor, nordico, acme, acmeBasic, bergen, sudvia, calabro, canary } = world
const { request, change, issue, sell } = selling(world)
const { register, protect, update } = dealing(world)

/* Everybody's days are the tenant's here, so that what the dashboard says of the reader's month is the month of the report. */
await raw(world, `update tenants set time_zone = 'Europe/Rome'`)
await raw(world, `update users set time_zone = 'Europe/Rome'`)

const later = '2026-11-02T09:00:00Z'
beforeEach(() => world.at(later))

async function purchase(buyer: Person, seller: Person, instant: string, wanted: Record<string, number>) {
  world.at(instant)
  const { id } = await request(buyer, wanted)
  await change(seller, id, 'approved')
  return id
}

world.at('2020-01-10T12:00:00Z')
await issue({ 'EDGE-1Y': 900, 'CORE-3Y': 900 })
await sell(vendor, nordico, { 'EDGE-1Y': 300 })
await sell(vendor, sudvia, { 'EDGE-1Y': 50 })
await purchase(acme, nordico, '2025-10-10T10:00:00Z', { 'EDGE-1Y': 10 })
await purchase(acme, nordico, '2026-09-10T10:00:00Z', { 'EDGE-1Y': 4 })
await purchase(bergen, nordico, '2026-09-11T10:00:00Z', { 'EDGE-1Y': 6 })
// The last half hour of September in UTC is October in Rome.
await purchase(acme, nordico, '2026-09-30T22:30:00Z', { 'EDGE-1Y': 3 })
await purchase(acme, nordico, '2026-10-20T10:00:00Z', { 'EDGE-1Y': 5 })
const revoked = await purchase(bergen, nordico, '2026-10-21T10:00:00Z', { 'EDGE-1Y': 2 })
await purchase(bergen, nordico, '2026-10-31T22:59:59Z', { 'EDGE-1Y': 1 })
await purchase(bergen, nordico, '2026-10-31T23:00:00Z', { 'EDGE-1Y': 9 })
await purchase(calabro, sudvia, '2026-10-22T10:00:00Z', { 'EDGE-1Y': 7 })
await purchase(nordico, vendor, '2026-10-23T10:00:00Z', { 'CORE-3Y': 2 })
await change(nordico, revoked, 'revoked')
world.at('2026-10-05T10:00:00Z')
const won = await register(nordico, { 'EDGE-1Y': 2 })
const ending = await register(nordico, { 'EDGE-1Y': 3 })
await protect(vendor, ending, 'Approved')
await update(nordico, won, { dealStatus: 'Won' })
await raw(world, `update deals set expires_at = '2026-11-20T00:00:00Z' where deal_id = $1`, [ending])

const october = { month: '2026-10' }
const read = (person: Person, query: object = october) => person.call(monthReports.read, { query })
const pdf = async (person: Person, query: object = {}): Promise<Buffer> => {
  const url = `/api/v1/reports/month/pdf?${new URLSearchParams({ ...october, ...query })}`
  const response = await world.app.http.inject({
    url,
    headers: { 'x-tenant-code': person.tenantCode, authorization: `Bearer ${await person.token()}` },
  })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  return response.rawPayload
}
const wire = {
  currentFrom: '2026/10/01',
  currentTo: '2026/10/31',
  previousFrom: '2026/09/01',
  previousTo: '2026/09/30',
}

test('the month is that which is over, by the calendar of the tenant', async () => {
  expect(await read(nordico, {})).toMatchObject({ month: '2026-10', timeZone: 'Europe/Rome', accountName: 'Nordico' })
  world.at('2026-10-31T22:59:59Z')
  expect((await read(nordico, {})).month).toBe('2026-09')
  world.at('2026-10-31T23:00:00Z')
  expect((await read(nordico, {})).month).toBe('2026-10')
})

test('every figure is that of the dashboard, the renewals and the stock, to the cent', async () => {
  for (const reader of [vendor, nordico, acme, sudvia]) {
    const report = await read(reader)
    const body = { ...wire, includeChildren: true }
    const sold = await reader.call(dashboard.orders, { body })
    expect(report.sales?.sellOut).toEqual(sold.totalSellOutPrice)
    const own = await reader.call(dashboard.orders, { body: { ...wire, includeChildren: false } })
    expect(report.sales?.sellIn).toEqual(reader === vendor ? null : own.totalSellInPrice)
    const yearBefore = { previousFrom: '2025/10/01', previousTo: '2025/10/31' }
    const { totalSellOutPrice } = await reader.call(dashboard.orders, { body: { ...body, ...yearBefore } })
    expect(report.sales?.yearBefore).toEqual(totalSellOutPrice)
    const registered = await reader.call(dashboard.deals, { body })
    expect(report.deals).toMatchObject({
      registered: registered.totalDealsRegistration,
      won: registered.totalWon,
      lost: registered.totalLost,
      wonAmount: registered.byStatus.find(({ status }) => status === 'Won')?.amount,
    })
    const { keys, total } = await reader.call(renewals.figures, { body: { window: '30' } })
    expect(report.renewals).toEqual({ keys, total })
    const scarce = await reader.call(stock.search, {
      body: { filterBy: [{ field: 'belowThreshold', values: [true] }], parentAccountId: reader.accountId },
    })
    expect(report.stock?.count).toBe(scarce.count)
  }
  const { sales } = await read(nordico)
  expect(sales?.sellOut).toEqual({ current: 900, previous: 1000, trend: -10 })
  expect(sales?.yearBefore).toEqual({ current: 900, previous: 1000, trend: -10 })
})

test('an account that does not sell has neither sales nor partners, and the vendor no purchases', {
  tags: ['long'],
}, async () => {
  const level = (to: number) =>
    raw(
      world,
      `update account_groups g set level = $2 from accounts a
       where a.account_id = $1 and g.tenant_id = a.tenant_id and g.group_id = a.group_id`,
      [bergen.accountId, to],
    )
  await level(60)
  const { sales, partners } = await read(bergen)
  expect([sales?.sellOut, sales?.yearBefore, partners]).toEqual([null, null, null])
  expect(sales?.sellIn).toMatchObject({ current: 100, previous: 600 })
  expect(await pdf(bergen)).not.toHaveLength(0)
  expect((await read(vendor)).sales?.sellIn).toBeNull()
  await level(40)
})

test('partners who bought more and less are told by name, without what was revoked', async () => {
  expect((await read(nordico)).partners).toEqual({
    up: [{ accountId: acme.accountId, accountName: 'Acme', current: 800, previous: 400, change: 400 }],
    down: [{ accountId: bergen.accountId, accountName: 'Bergen', current: 100, previous: 600, change: -500 }],
  })
  const { partners } = await read(vendor)
  const all = [...(partners?.up ?? []), ...(partners?.down ?? [])]
  expect(all.map(({ accountName }) => accountName).sort()).toEqual(['Acme', 'Bergen', 'Calabro', 'Nordico'])
  // As the pie of the dashboard says for the month.
  const { sellOutPieStatistics } = await vendor.call(dashboard.orders, { body: { ...wire, includeChildren: true } })
  const slices = new Map(sellOutPieStatistics.map(({ name, amount }) => [name, amount]))
  for (const { accountName, current } of all) expect(slices.get(accountName)).toBe(current)
  expect((await read(acme)).partners).toEqual({ up: [], down: [] })
})

test('deals whose protection ends within thirty days are at risk with what they count for', async () => {
  const deal = await nordico.call(deals.read, { params: { id: ending } })
  const items = deal.items ?? []
  const total = items.reduce((sum, { price, qt }) => sum + price * qt, 0)
  expect((await read(nordico)).deals?.atRisk).toEqual({ deals: 1, total: [{ currencyCode: 'EUR', amount: total }] })
  expect((await read(vendor)).deals?.atRisk.deals).toBe(1)
  expect((await read(sudvia)).deals?.atRisk).toEqual({ deals: 0, total: [] })
  world.at('2026-10-20T09:00:00Z')
  expect((await read(nordico)).deals?.atRisk.deals).toBe(0)
})

test('an account out of reach has no report, and a part that the reader may not read is left out', async () => {
  const asked = { query: { ...october, parentAccountId: nordico.accountId } }
  for (const stranger of [acme, sudvia, canary])
    for (const call of [monthReports.read, monthReports.pdf])
      expect(await stranger.refused(call, asked)).toMatchObject({ status: 404, code: 'RQ404' })
  expect(await vendor.call(monthReports.read, asked)).toEqual(await read(nordico))
})

test('a part whose module the reader may not read is left out, as is one whose `ra` they lack further up (rules G2)', async () => {
  /** What the Basic role holds from now on, for sessions too. */
  const allowed = async (modules: Record<string, string>) => {
    const permissions = Object.entries(modules).map(([module, flags]) => ({ module, flags }))
    await raw(world, `update roles set permissions = $1::jsonb where name = 'Basic'`, [JSON.stringify(permissions)])
    await world.db.shared.run(sql`select pg_notify('trellis_sessions', ${acmeBasic.userId})`)
  }
  await allowed({ Deals: 'r', Reports: 'r' })
  await expect.poll(async () => (await read(acmeBasic)).sales).toBeNull()
  const { sales, partners, deals: registered, renewals: ending, stock: short, currencyCode } = await read(acmeBasic)
  expect({ sales, partners, ending, short, currencyCode }).toEqual({
    ...{ sales: null, partners: null, ending: null, short: null, currencyCode: 'EUR' },
  })
  expect(registered).not.toBeNull()
  expect((await pdf(acmeBasic)).subarray(0, 4).toString()).toBe('%PDF')
  await allowed({ Orders: 'r', Deals: 'r-ra', Reports: 'r-ra' })
  await expect.poll(async () => (await read(acmeBasic)).sales).not.toBeNull()
  const above = await read(acmeBasic, { ...october, parentAccountId: nordico.accountId })
  expect([above.accountName, above.sales, above.deals?.atRisk.deals]).toEqual(['Nordico', null, 1])
  await allowed({ Orders: 'r' })
  const refusal = async () => (await acmeBasic.raw(monthReports.read, { query: october })).body
  await expect.poll(refusal).toMatchObject({ code: 'RQ403' })
})

test('a month that has not begun, or is none, is refused at its field', async () => {
  for (const month of ['2026-12', '2026-13', '202610', 'last'])
    expect(await nordico.refused(monthReports.read, { query: { month } })).toMatchObject({
      code: 'RQ422',
      info: { issues: [{ path: 'month' }] },
    })
  expect((await read(nordico, { month: '2026-11' })).sales?.sellOut?.current).toBe(900)
})

test('the PDF is one page in the language that is asked for, with the same figures', async () => {
  const textOf = async (query: object) => {
    const document = await getDocumentProxy(new Uint8Array(await pdf(nordico, query)), { verbosity: 0 })
    const { text, totalPages } = await extractText(document, { mergePages: true })
    expect(totalPages).toBe(1)
    return text.replace(/\s+/g, ' ')
  }
  const english = await textOf({})
  for (const words of [
    'October 2026',
    'Nordico',
    'EUR 900.00',
    '-10%',
    'against September 2026',
    'Acme',
    '+EUR 400.00',
    'Bergen',
  ])
    expect(english).toContain(words)
  const italian = await textOf({ languageCode: 'it' })
  for (const words of ['ottobre 2026', '900,00 EUR', 'rispetto a settembre 2026', 'Trattative a rischio'])
    expect(italian).toContain(words)
})

/** Lets jobs run at that instant, as in a sandbox whose clock was moved; by less than 68 years, whose seconds a tenant's answer counts. */
const jobsAt = (instant: string) =>
  raw(
    world,
    `insert into moved_clocks (tenant_id, ahead) values ($1, $2::timestamptz - now())
     on conflict (tenant_id) do update set ahead = excluded.ahead`,
    [world.tenantId, instant],
  )

test('who asks for it gets each month by mail on the morning of its first day, once, in their language', {
  tags: ['long'],
}, async () => {
  await purchase(acme, nordico, '2060-09-20T09:00:00Z', { 'EDGE-1Y': 2 })
  await purchase(acme, nordico, '2060-10-20T09:00:00Z', { 'EDGE-1Y': 3 })
  expect(await nordico.call(monthReports.mail)).toEqual({ isMailed: false })
  expect(await nordico.call(monthReports.changeMail, { body: { isMailed: true } })).toEqual({ isMailed: true })
  await nordico.call(monthReports.changeMail, { body: { isMailed: true } })
  await acme.call(monthReports.changeMail, { body: { isMailed: true } })
  await raw(world, `update users set language_code = 'it' where user_id = $1`, [acme.userId])
  const run = async (instant: string) => {
    await jobsAt(instant)
    await runJob(world, 'reports:mail-months')
  }
  const subjects = async (to: Person) =>
    (await world.mails(to.email)).map(({ subject }) => subject).filter((subject) => / \d{4} (for|per) /.test(subject))
  world.at(null)
  await run('2060-10-31T22:00:00Z')
  expect(await subjects(nordico)).toEqual([])
  // 6:59 in Rome, and 7:00.
  await run('2060-11-01T05:59:00Z')
  expect(await subjects(nordico)).toEqual([])
  await run('2060-11-01T06:00:00Z')
  await run('2060-11-01T07:00:00Z')
  expect(await subjects(nordico)).toEqual(['October 2060 for Nordico'])
  expect(await subjects(acme)).toEqual(['Ottobre 2060 per Acme'])
  const [mail] = await world.mails(nordico.email)
  expect(mail?.text).toContain('Sold: €300.00\n+50% against the month before')
  expect(mail?.text).toContain('/sell-out?status=approved&approvalDate=2060-10-01..2060-10-31')
  // After an outage it comes late, and only that of the last month.
  await run('2061-01-20T06:00:00Z')
  expect((await subjects(nordico)).sort()).toEqual(['December 2060 for Nordico', 'October 2060 for Nordico'])
  // The switch of the profile turns all mails off, and what would have been sent meanwhile is not sent afterwards.
  const wanted = (isOn: boolean) =>
    raw(world, 'update users set is_notification_enabled = $2 where user_id = $1', [nordico.userId, isOn])
  await wanted(false)
  await run('2061-02-01T09:00:00Z')
  await wanted(true)
  await run('2061-02-02T09:00:00Z')
  expect(await subjects(nordico)).toHaveLength(2)
  await nordico.call(monthReports.changeMail, { body: { isMailed: false } })
  await raw(world, `update users set status = 'user_suspended' where user_id = $1`, [acme.userId])
  await run('2061-03-01T09:00:00Z')
  expect([(await subjects(nordico)).length, (await subjects(acme)).length]).toEqual([2, 3])
  await raw(world, 'delete from moved_clocks')
})
