import { deals } from '@trellis/contract/deals'
import { news } from '@trellis/contract/news'
import { afterEach, expect, test } from 'vitest'
import { dealing } from '../../testing/dealing.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, bergen, calabro, fjord, canary } = world
const { prospect, register, read, update, protect, historyOf } = dealing(world)

afterEach(() => world.at(null))
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const approveRaw = (person: Person, id: string, reason?: string) =>
  person.raw(deals.updateProtectionStatus, { params: { id }, body: { protectionStatus: 'Approved', reason } })
const duplicatesOf = async (person: Person, id: string) => {
  const { items, outOfReach } = await person.call(deals.duplicates, { params: { id } })
  return {
    items: items.map(({ deal, reasons, products }) => [deal.dealId, reasons, products.map(({ sku }) => sku)]),
    outOfReach,
  }
}
let companies = 0
/** What identifies a company of its own. */
const company = () => {
  companies += 1
  const { vatId, name } = prospect()
  return { vatId, name, webSite: `https://www.company-${companies}.it`, email: `info@company-${companies}.it` }
}
/** Takes the deals out of the order of registration: what does not wait holds nobody up. */
const noLongerWaits = async (ids: string[]) => {
  for (const id of ids)
    await vendor.call(deals.updateProtectionStatus, { params: { id }, body: { protectionStatus: 'Duplicated' } })
}
const approvedOf = (ids: string[]) =>
  raw<{ deal_id: string }>(
    world,
    `select deal_id from deals where deal_id = any($1) and protection_status = 'Approved'`,
    [ids],
  )

test('the second vendor with the same opportunity registers it; the manager sees both and why they match (rules J7, J9)', async () => {
  const same = company()
  const first = await register(acme, { 'EDGE-1Y': 1, BOX: 1 }, same)
  const second = await register(
    bergen,
    { 'EDGE-1Y': 5, 'CORE-3Y': 1 },
    { ...same, webSite: null, name: 'Other name Spa' },
  )
  expect(await duplicatesOf(nordico, second)).toEqual({
    items: [[first, ['vatId', 'domain'], ['EDGE-1Y']]],
    outOfReach: 0,
  })
  expect(await duplicatesOf(vendor, first)).toEqual({
    items: [[second, ['vatId', 'domain'], ['EDGE-1Y']]],
    outOfReach: 0,
  })
  await protect(nordico, first, 'Approved')
  expect(
    await nordico.refused(deals.updateProtectionStatus, {
      params: { id: second },
      body: { protectionStatus: 'Approved' },
    }),
  ).toMatchObject({ status: 409, code: 'DL509', info: { dealId: first, kind: 'protected' } })
  expect((await read(nordico, second)).protectionStatus).toBe('Pending')
  expect(await protect(nordico, second, 'Approved', 'Two sites, each buys by itself')).toMatchObject({
    protectionStatus: 'Approved',
  })
})

test('another company, or the same company with another product, is another opportunity (rules J8)', async () => {
  const same = company()
  const first = await register(acme, { 'EDGE-1Y': 1 }, same)
  await protect(nordico, first, 'Approved')
  for (const id of [
    await register(bergen, { 'CORE-3Y': 1 }, same),
    await register(bergen, { 'EDGE-1Y': 1 }, company()),
  ]) {
    expect(await duplicatesOf(nordico, id)).toEqual({ items: [], outOfReach: 0 })
    expect(await protect(nordico, id, 'Approved')).toMatchObject({ protectionStatus: 'Approved' })
  }
})

test('deals of the same vendor are no rivals, nor are lost, refused and expired ones (rules J8)', async () => {
  const same = company()
  const wanted = { 'EDGE-1Y': 1 }
  const own = await register(bergen, wanted, same)
  await protect(nordico, own, 'Approved')
  const lost = await register(acme, wanted, same)
  await protect(nordico, lost, 'Approved', 'Split')
  await update(acme, lost, { dealStatus: 'Lost' })
  const refused = await register(acme, wanted, same)
  await protect(nordico, refused, 'Refused')
  const mine = await register(bergen, wanted, same)
  expect(await duplicatesOf(nordico, mine)).toEqual({ items: [], outOfReach: 0 })
  await protect(nordico, mine, 'Approved')

  // A won deal stands in the way until its protection ends.
  const won = await register(acme, wanted, same)
  await protect(nordico, won, 'Approved', 'Split')
  await update(acme, won, { dealStatus: 'Won' })
  const late = await register(bergen, wanted, same)
  expect((await duplicatesOf(nordico, late)).items).toHaveLength(1)
  await raw(world, `update deals set expires_at = now() - interval '1 day' where deal_id = $1`, [won])
  expect((await duplicatesOf(nordico, late)).items).toHaveLength(0)
})

test('a lost deal that goes on after a rival was protected is under review again (rules J8)', async () => {
  const same = company()
  const first = await register(acme, { 'EDGE-1Y': 1 }, same)
  await protect(nordico, first, 'Approved')
  await update(acme, first, { dealStatus: 'Lost' })
  const second = await register(bergen, { 'EDGE-1Y': 1 }, same)
  await protect(nordico, second, 'Approved')
  expect(await update(acme, first, { dealStatus: 'Negotiation' })).toMatchObject({ protectionStatus: 'Pending' })
  expect((await historyOf(acme, first))[0]).toMatchObject({
    dealProtectionStatus: 'Pending',
    dealStatus: 'Negotiation',
  })
})

test('the owner, accounts beside and strangers learn nothing of a rival, wherever they look (rules J9) (threats T2, T3)', async () => {
  const same = company()
  const first = await register(acme, { 'EDGE-1Y': 1 }, same)
  const second = await register(bergen, { 'EDGE-1Y': 1 }, same)
  await protect(nordico, first, 'Approved')
  await protect(nordico, second, 'Approved', 'Although Acme registered it first')
  const codes = new Map([first, second].map((id) => [id, '']))
  for (const id of codes.keys()) codes.set(id, (await read(vendor, id)).code)

  for (const [owner, own, rival] of [
    [acme, first, second],
    [bergen, second, first],
  ] as const) {
    expect(await owner.refused(deals.duplicates, { params: { id: own } })).toMatchObject({ status: 403, code: 'DL524' })
    for (const endpoint of [deals.read, deals.history, deals.duplicates, deals.buyer])
      expect(await owner.raw(endpoint, { params: { id: rival } })).toMatchObject({ status: 404 })
    const seen = JSON.stringify([
      await owner.call(deals.search, { body: { includeChildren: true, limit: 3000 } }),
      await read(owner, own),
      await historyOf(owner, own),
      await owner.call(deals.prospects, { query: { query: same.name } }),
      await owner.call(deals.forecast, { body: {} }),
      await owner.call(news.list),
    ])
    expect(seen).not.toContain(rival)
    expect(seen).not.toContain(codes.get(rival))
    expect(seen).not.toContain('Although Acme')
  }
  expect(JSON.stringify(await historyOf(nordico, second))).toContain('Although Acme')
  for (const stranger of [sudvia, calabro, fjord, canary])
    for (const endpoint of [deals.read, deals.history, deals.duplicates, deals.buyer])
      expect(await stranger.raw(endpoint, { params: { id: first } })).toMatchObject({
        status: 404,
        body: { code: 'RQ404' },
      })
})

test('a manager learns of a rival out of reach that there is one, and nothing else', async () => {
  const same = company()
  const theirs = await register(calabro, { 'EDGE-1Y': 1 }, same)
  const ours = await register(acme, { 'EDGE-1Y': 1 }, same)
  expect(await duplicatesOf(nordico, ours)).toEqual({ items: [], outOfReach: 1 })
  expect((await duplicatesOf(vendor, ours)).items).toEqual([[theirs, ['vatId', 'domain', 'name'], ['EDGE-1Y']]])
  await protect(sudvia, theirs, 'Approved')
  expect(await approveRaw(nordico, ours)).toMatchObject({
    status: 409,
    body: { code: 'DL509', info: { dealId: null, kind: 'protected' } },
  })
  expect(await approveRaw(vendor, ours)).toMatchObject({
    status: 409,
    body: { code: 'DL509', info: { dealId: theirs, kind: 'protected' } },
  })
})

test('of ten rivals that are approved at once exactly one is protected', async () => {
  const same = company()
  const vendors = [acme, bergen, calabro, sudvia, nordico]
  const ids: string[] = []
  for (const person of [...vendors, ...vendors]) ids.push(await register(person, { 'EDGE-1Y': 1 }, same))
  await noLongerWaits(ids)
  const answers = await Promise.all(ids.map((id) => approveRaw(vendor, id)))
  const approved = await approvedOf(ids)
  // Both deals of the first vendor may be approved: it is not its own rival.
  const owners = await raw<{ vendor_id: string }>(
    world,
    'select distinct vendor_id from deals where deal_id = any($1)',
    [approved.map(({ deal_id }) => deal_id)],
  )
  expect(owners).toHaveLength(1)
  expect(approved.length).toBe(answers.filter(({ status }) => status === 200).length)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(10 - approved.length)
})

test('deals that match a third one by different marks race for it too', { tags: ['long'] }, async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [company(), company()]
    const byVat = await register(acme, { 'EDGE-1Y': 1 }, one)
    // Has the VAT id of one and the web site of the other.
    const both = await register(bergen, { 'EDGE-1Y': 1 }, { vatId: one.vatId, webSite: other.webSite })
    const bySite = await register(calabro, { 'EDGE-1Y': 1 }, other)
    await noLongerWaits([byVat, both, bySite])
    await Promise.all([byVat, both, bySite].map((id) => approveRaw(vendor, id)))
    const approved = (await approvedOf([byVat, both, bySite])).map(({ deal_id }) => deal_id).sort()
    expect([JSON.stringify([both]), JSON.stringify([byVat, bySite].sort())]).toContain(JSON.stringify(approved))
  }
})

test('a lost deal that goes on while its rival is approved: one of both is protected', async () => {
  for (let round = 0; round < 5; round++) {
    const same = company()
    const lost = await register(acme, { 'EDGE-1Y': 1 }, same)
    await protect(nordico, lost, 'Approved')
    await update(acme, lost, { dealStatus: 'Lost' })
    const rival = await register(bergen, { 'EDGE-1Y': 1 }, same)
    await Promise.all([
      acme.raw(deals.update, { params: { id: lost }, body: { dealStatus: 'Demo' } }),
      approveRaw(nordico, rival),
    ])
    expect(await approvedOf([lost, rival])).toHaveLength(1)
  }
})

test('a protection that has ended protects nobody', async () => {
  const same = company()
  const first = await register(acme, { 'EDGE-1Y': 1 }, same)
  await protect(nordico, first, 'Approved')
  world.at(inDays(91))
  const second = await register(bergen, { 'EDGE-1Y': 1 }, same)
  expect(await duplicatesOf(nordico, second)).toEqual({ items: [], outOfReach: 0 })
  await protect(nordico, second, 'Approved')
})

test('who registered later is not protected while an earlier registration waits, unless the manager says why (rules J8)', async () => {
  const same = company()
  const first = await register(acme, { 'EDGE-1Y': 1 }, same)
  const second = await register(bergen, { 'EDGE-1Y': 1 }, same)
  expect(await approveRaw(nordico, second)).toMatchObject({
    status: 409,
    body: { code: 'DL509', info: { dealId: first, kind: 'earlier' } },
  })
  expect((await approveRaw(nordico, second, '  ')).status).toBe(409)
  expect((await read(nordico, second)).protectionStatus).toBe('Pending')
  expect(await protect(nordico, second, 'Approved', 'The customer asked for Bergen')).toMatchObject({
    protectionStatus: 'Approved',
  })
  // The reason names the rival, so the owner does not read it.
  expect(JSON.stringify(await historyOf(bergen, second))).not.toContain('customer asked')
  expect(JSON.stringify(await historyOf(nordico, second))).toContain('customer asked')
  expect(await approveRaw(nordico, first)).toMatchObject({ body: { info: { dealId: second, kind: 'protected' } } })
})

test('the first registration is protected at once; a decided, lost, won or expired one holds nobody up (rules J8)', async () => {
  const end = async (id: string, how: string) => {
    if (how === 'Refused' || how === 'Duplicated')
      await nordico.call(deals.updateProtectionStatus, { params: { id }, body: { protectionStatus: how } })
    else if (how === 'expired') await raw(world, 'update deals set expires_at = now() where deal_id = $1', [id])
    else await update(acme, id, { dealStatus: how as 'Lost' | 'Won' })
  }
  for (const how of ['Refused', 'Duplicated', 'Lost', 'Won', 'expired']) {
    const same = company()
    const first = await register(acme, { 'EDGE-1Y': 1 }, same)
    const second = await register(bergen, { 'EDGE-1Y': 1 }, same)
    await end(first, how)
    expect([how, (await approveRaw(nordico, second)).status]).toEqual([how, 200])
  }
  const same = company()
  const first = await register(acme, { 'EDGE-1Y': 1 }, same)
  await register(bergen, { 'EDGE-1Y': 1 }, same)
  expect((await approveRaw(nordico, first)).status).toBe(200)
})

test('an earlier registration out of reach is told of without its name (rules J9)', async () => {
  const same = company()
  const theirs = await register(calabro, { 'EDGE-1Y': 1 }, same)
  const ours = await register(acme, { 'EDGE-1Y': 1 }, same)
  expect(await approveRaw(nordico, ours)).toMatchObject({
    status: 409,
    body: { code: 'DL509', info: { dealId: null, kind: 'earlier' } },
  })
  expect(await approveRaw(vendor, ours)).toMatchObject({ body: { info: { dealId: theirs, kind: 'earlier' } } })
})
