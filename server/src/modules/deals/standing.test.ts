import { deals } from '@trellis/contract/deals'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { pricing } from '@trellis/contract/pricing'
import { afterEach, expect, test } from 'vitest'
import { rolesOf } from '../../testing/calling.ts'
import { dealing } from '../../testing/dealing.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'

/* Each kind of fact is compared with the rows that make it true (rules J19). */

const world = await network()
const { vendor, nordico, acme, acmeBasic, bergen, calabro } = world
const { prospect, register, read, update, protect, ask, approve } = dealing(world)
const { productOf, issue, sell } = selling(world)
const holding = rolesOf(world)
await issue({ 'EDGE-1Y': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 50 })

afterEach(() => world.at(null))
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const standingOf = async (person: Person, id: string) => (await read(person, id)).standing ?? []
const kindsOf = async (person: Person, id: string) => (await standingOf(person, id)).map(({ kind }) => kind)
const factOf = async (person: Person, id: string, wanted: string) =>
  (await standingOf(person, id)).find(({ kind }) => kind === wanted)
const wanted = { 'EDGE-1Y': 10 }
/** Deals of other vendors that are protected, from the raw rows. */
const protectedBeside = async (vatId: string, id: string) =>
  (
    await raw(
      world,
      `select from deals d join deal_prospects p using (tenant_id, deal_id)
       where p.vat_id = $1 and d.deal_id <> $2 and d.protection_status = 'Approved' and d.expires_at > now()`,
      [vatId, id],
    )
  ).length

test('"protected" tells its end; that nobody else is protected is only said to managers, and only while it is so', {
  tags: ['long'],
}, async () => {
  const same = prospect()
  const id = await register(acme, wanted, same)
  await protect(nordico, id, 'Approved')
  const { expirationDate: until } = await read(acme, id)
  expect(await standingOf(acme, id)).toEqual([{ kind: 'protected', until }])
  expect(await standingOf(nordico, id)).toEqual([{ kind: 'protectedAlone', until }])
  expect(await protectedBeside(same.vatId, id)).toBe(0)

  const rival = await register(bergen, wanted, same)
  expect(await kindsOf(nordico, id)).toEqual(['protectedAlone'])
  await protect(nordico, rival, 'Approved', 'Two sites')
  expect(await protectedBeside(same.vatId, id)).toBe(1)
  for (const person of [nordico, vendor])
    expect(await standingOf(person, id)).toEqual([{ kind: 'protectedBeside', until, others: 1 }])
  expect(await standingOf(acme, id)).toEqual([{ kind: 'protected', until }])

  await update(bergen, rival, { dealStatus: 'Lost' })
  expect(await kindsOf(nordico, id)).toEqual(['protectedAlone'])
})

test('while a protection waits, managers read whether the deal was first, an earlier one waits or a rival is protected', async () => {
  const same = prospect()
  const first = await register(acme, wanted, same)
  expect(await kindsOf(nordico, first)).toEqual(['decisionYours'])
  const second = await register(bergen, wanted, same)
  expect(await factOf(nordico, first, 'first')).toEqual({ kind: 'first', others: 1 })
  expect(await factOf(nordico, second, 'earlierWaits')).toEqual({ kind: 'earlierWaits', others: 1 })
  await protect(nordico, first, 'Approved')
  expect(await factOf(nordico, second, 'rivalProtected')).toEqual({ kind: 'rivalProtected', others: 1 })
  await update(acme, first, { dealStatus: 'Lost' })
  expect(await kindsOf(nordico, second)).toEqual(['decisionYours'])
  // An earlier one that does not wait any more is no reason to call the later one the first.
  await update(acme, first, { dealStatus: 'New' })
  await nordico.call(deals.updateProtectionStatus, { params: { id: first }, body: { protectionStatus: 'Duplicated' } })
  expect(await kindsOf(nordico, second)).toEqual(['decisionYours'])
})

test('whatever stands beside it, the deal’s own side reads the same (rules J9) (threats T2, T3)', async () => {
  const same = prospect()
  const theirs = await register(calabro, wanted, same)
  const alone = await register(acme, wanted)
  const beside = await register(acme, wanted, same)
  const seen = async (id: string) => (await standingOf(acme, id)).map(({ kind }) => kind)
  expect(await seen(beside)).toEqual(await seen(alone))
  await protect(vendor, theirs, 'Approved')
  expect(await seen(beside)).toEqual(await seen(alone))
  await protect(nordico, beside, 'Approved', 'Calabro knows')
  await protect(nordico, alone, 'Approved')
  expect(await seen(beside)).toEqual(await seen(alone))
  expect(JSON.stringify(await standingOf(acme, beside))).not.toContain('others')
})

test('a decision that waits is yours for the nearest manager, and somebody else’s for all others', async () => {
  const id = await register(acme, wanted)
  await acme.call(deals.updateEbidValue, { params: { id }, body: { value: 900, reason: 'They ask three' } })
  const [protection, ebid] = (await read(acme, id)).waiting
  const facts = (kind: string) => [
    { kind, decision: 'protection', due: protection?.due, isLate: false, reason: null },
    { kind, decision: 'ebid', due: ebid?.due, isLate: false, reason: 'They ask three' },
  ]
  expect(await standingOf(nordico, id)).toEqual(facts('decisionYours'))
  for (const person of [acme, acmeBasic, vendor]) expect(await standingOf(person, id)).toEqual(facts('decisionWaits'))
  const reader = await holding(nordico, { Deals: 'r' })
  const { body } = await reader(deals.read, { params: { id } })
  expect(body).toMatchObject({ standing: facts('decisionWaits') })
  world.at(inDays(6))
  expect(await standingOf(nordico, id)).toMatchObject([{ isLate: true }, { isLate: true }])
})

test('who refused is named, also where another one is the nearest to decide', async () => {
  const id = await register(acme, wanted)
  await protect(vendor, id, 'Refused')
  for (const person of [acme, nordico, vendor])
    expect(await standingOf(person, id)).toMatchObject([{ kind: 'refused', by: { accountName: 'Verdant' } }])
  const duplicate = await register(acme, wanted)
  await nordico.call(deals.updateProtectionStatus, {
    params: { id: duplicate },
    body: { protectionStatus: 'Duplicated' },
  })
  expect(await standingOf(acme, duplicate)).toMatchObject([{ kind: 'duplicated', by: { accountName: 'Nordico' } }])
})

test('no end of protection in the past is told of a deal that does not expire', async () => {
  const id = await register(acme, wanted)
  await protect(nordico, id, 'Approved')
  await update(acme, id, { dealStatus: 'Won' })
  expect(await kindsOf(acme, id)).toEqual(['won', 'protected'])
  world.at((await read(acme, id)).expirationDate)
  expect(await standingOf(acme, id)).toEqual([{ kind: 'won' }])
  world.at(inDays(91))
  for (const person of [acme, nordico]) expect(await standingOf(person, id)).toEqual([{ kind: 'won' }])
  world.at(null)
  await update(acme, id, { dealStatus: 'Lost' })
  expect(await standingOf(acme, id)).toEqual([{ kind: 'lost' }])
  await update(acme, id, { dealStatus: 'Negotiation' })
  world.at(inDays(91))
  const { expirationDate: until } = await read(acme, id)
  for (const person of [acme, nordico]) expect(await standingOf(person, id)).toEqual([{ kind: 'expired', until }])
})

test('"you can buy" is said to who can buy, of what the purchase really costs', async () => {
  const id = await register(acme, wanted)
  await ask(acme, id, 800)
  await approve(nordico, id, 850)
  await protect(nordico, id, 'Approved')
  const price = { amount: 850, insteadOf: 1000, currencyCode: 'EUR' }
  const told = async (person: Person) =>
    (await standingOf(person, id)).filter(({ kind }) => !kind.startsWith('protected'))
  expect(await told(acme)).toEqual([{ kind: 'canBuyWhenWon', ...price }])
  for (const person of [nordico, vendor]) expect(await told(person)).toEqual([{ kind: 'bidApproved', ...price }])
  await update(acme, id, { dealStatus: 'Won' })
  expect(await told(acme)).toEqual([{ kind: 'won' }, { kind: 'canBuy', ...price }])
  // The administrator registered it: who has only c may not order it.
  expect(await told(acmeBasic)).toEqual([{ kind: 'won' }, { kind: 'bidApproved', ...price }])
  const withoutOrders = await holding(acme, { Deals: 'c-r-u' })
  expect((await withoutOrders(deals.read, { params: { id } })).body).toMatchObject({
    standing: [{ kind: 'won' }, { kind: 'protected' }, { kind: 'bidApproved' }],
  })
  const { items } = await acme.call(deals.buyer, { params: { id } })
  const { id: orderId } = await acme.call(orders.create, { body: { dealId: id, items } })
  expect((await acme.call(orders.read, { params: { id: orderId } })).orderTotal).toBe(price.amount)
  expect(await told(acme)).toEqual([{ kind: 'won' }, { kind: 'bidApproved', ...price }])
  await nordico.call(orders.changeStatus, { params: { id: orderId }, body: { status: 'canceled' } })
  await update(acme, id, { dealStatus: 'Lost' })
  expect(await told(acme)).toEqual([{ kind: 'lost' }])
})

test('nobody is told to buy what has left the own price list meanwhile, and the purchase is refused', async () => {
  const id = await register(acme, wanted)
  await ask(acme, id, 900)
  await approve(nordico, id)
  await update(acme, id, { dealStatus: 'Won' })
  const bid = { amount: 900, insteadOf: 1000, currencyCode: 'EUR' }
  const bidOf = async () => (await standingOf(acme, id)).at(-1)
  expect(await bidOf()).toEqual({ kind: 'canBuy', ...bid })
  const { priceListId = '' } = (await read(acme, id)).items?.[0] ?? {}
  const { productId } = productOf('EDGE-1Y')
  const list = { id: priceListId ?? '' }
  await vendor.call(pricing.setProducts, { params: list, body: { items: [], remove: [productId] } })
  expect(await bidOf()).toEqual({ kind: 'bidApproved', ...bid })
  const { items } = await acme.call(deals.buyer, { params: { id } })
  expect(await acme.refused(orders.create, { body: { dealId: id, items } })).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'items.0.productId', code: 'not_on_price_list' }] },
  })
  await vendor.call(pricing.setProducts, { params: list, body: { items: [{ productId, customPrice: 100 }] } })
})

test('where the own price fell below the approved one, that is said; a refused price names who refused it', async () => {
  const id = await register(acme, wanted)
  await ask(acme, id, 900)
  await approve(nordico, id)
  const { priceListId = '' } = (await read(acme, id)).items?.[0] ?? {}
  const { productId } = productOf('EDGE-1Y')
  const price = (customPrice: number) =>
    vendor.call(priceLists.updateProduct, { params: { id: priceListId ?? '' }, body: { productId, customPrice } })
  await price(70)
  const fact = await factOf(acme, id, 'ownPriceLower')
  await price(100)
  expect(fact).toEqual({ kind: 'ownPriceLower', amount: 700, insteadOf: 900, currencyCode: 'EUR' })
  await ask(acme, id, 500)
  await vendor.call(deals.updateEbidStatus, { params: { id }, body: { status: 'Refused' } })
  expect(await factOf(acme, id, 'bidRefused')).toMatchObject({ by: { accountName: 'Verdant' } })
})

test('a lost deal with a pending purchase says so, and who may cancel it', async () => {
  const id = await register(acme, wanted)
  await update(acme, id, { dealStatus: 'Won' })
  const { items } = await acme.call(deals.buyer, { params: { id } })
  const { id: orderId, orderCode } = await acme.call(orders.create, { body: { dealId: id, items } })
  expect(await factOf(acme, id, 'purchasePending')).toBeUndefined()
  await update(acme, id, { dealStatus: 'Lost' })
  const pending = { kind: 'purchasePending', orderId, orderCode, seller: { accountName: 'Nordico' } }
  for (const [person, mayCancel] of [
    [acme, false],
    [vendor, true],
    [nordico, true],
  ] as const) {
    expect(await factOf(person, id, 'purchasePending')).toMatchObject({ ...pending, mayCancel })
    if (person === vendor) continue
    const answer = await person.raw(orders.changeStatus, { params: { id: orderId }, body: { status: 'canceled' } })
    expect(answer.status).toBe(mayCancel ? 200 : 403)
  }
  expect(await standingOf(acme, id)).toEqual([{ kind: 'lost' }])
})

test('a list of deals leaves the standing out', async () => {
  await register(acme, wanted)
  const { items } = await acme.call(deals.search, { body: {} })
  expect(items.every((deal) => deal.standing === undefined)).toBe(true)
})
