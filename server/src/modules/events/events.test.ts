import { accounts } from '@trellis/contract/accounts'
import { actionsByEntity } from '@trellis/contract/audit-actions'
import { catalogue } from '@trellis/contract/catalogue'
import { certificates } from '@trellis/contract/certificates'
import { deals } from '@trellis/contract/deals'
import type { AnswerOf, RequestOf } from '@trellis/contract/endpoint'
import { environments } from '@trellis/contract/environments'
import { eventSentences } from '@trellis/contract/event-texts'
import {
  events,
  type FeedEvent,
  type FeedKind,
  feedKindNames,
  kindsOfTypes,
  refinements,
} from '@trellis/contract/events'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { pricePlans } from '@trellis/contract/price-plans'
import { productTypes } from '@trellis/contract/product-types'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { actingAs } from '../../platform/tenancy.ts'
import { rolesOf } from '../../testing/calling.ts'
import { certifying } from '../../testing/certifying.ts'
import { dealing } from '../../testing/dealing.ts'
import { keysOf } from '../../testing/keys.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'
import { record, recordAll } from '../audit/index.ts'
import { exampleRecords } from './example-records.ts'
import { looked } from './journal.ts'
import { readings } from './records.ts'

const world = await network()
const { vendor, nordico, acme, bergen, sudvia, calabro, canary, tenantId } = world
const { issue, offer, request, change, sell, productOf } = selling(world)
const { register, protect, ask, approve } = dealing(world)
const { key } = licensing(world)
const roleOf = rolesOf(world)
for (const person of [vendor, nordico, acme, bergen, sudvia, canary]) await person.token()
await issue({ 'EDGE-1Y': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 60 })

type Query = RequestOf<typeof events.list>['query']
const read = (person: Person, query: Query = {}) => person.call(events.list, { query })
const end = async (person: Person) => (await read(person, { after: 'latest' })).next

/** Everything after a place, asked page by page as an integrator does. */
async function all(person: Person, query: Query = {}): Promise<FeedEvent[]> {
  const items: FeedEvent[] = []
  for (let after = query?.after ?? '0'; ; ) {
    const page: AnswerOf<typeof events.list> = await read(person, { ...query, after })
    items.push(...page.items)
    if (page.next === after) return items
    after = page.next
  }
}
const typesOf = (items: FeedEvent[], entityId: string) =>
  items.filter((item) => item.entityId === entityId).map(({ type }) => type)

test('an integrator learns what happened to an order, oldest first, with the order as it is now, and goes on from there', async () => {
  const after = await end(nordico)
  const { id } = await request(acme, { 'EDGE-1Y': 2 })
  await change(nordico, id, 'approved')
  await nordico.call(orders.update, { params: { id }, body: { invoiced: true, invoiceId: 'F-1' } })
  await nordico.call(orders.update, { params: { id }, body: { paid: true } })
  await nordico.call(orders.update, { params: { id }, body: { orderRefCode: 'PO 7' } })
  const page = await read(nordico, { after, entity: 'order' })
  expect(typesOf(page.items, id)).toEqual([
    'order.created',
    'order.approved',
    'order.invoiced',
    'order.paid',
    'order.updated',
  ])
  expect(page.items[0]).toMatchObject({ entity: 'order', actor: { id: acme.userId } })
  const order = await nordico.call(orders.read, { params: { id } })
  for (const { data } of page.items) expect(data).toEqual(order)
  expect(await read(nordico, { after: page.next })).toEqual({ items: [], next: page.next })
  await change(nordico, id, 'revoked')
  expect(typesOf((await read(nordico, { after: page.next })).items, id)).toEqual(['order.revoked'])
})

test('decisions on deals have the names of the field', async () => {
  const after = await end(nordico)
  const dealId = await register(acme, { 'EDGE-1Y': 10 })
  await protect(nordico, dealId, 'Approved')
  await ask(acme, dealId, 500)
  await approve(nordico, dealId)
  await protect(nordico, dealId, 'Pending')
  await protect(nordico, dealId, 'Refused')
  await acme.call(deals.update, { params: { id: dealId }, body: { chanceOfClosure: 80 } })
  await acme.call(deals.update, { params: { id: dealId }, body: { dealStatus: 'Won' } })
  expect(typesOf(await all(nordico, { after }), dealId)).toEqual([
    'deal.created',
    'deal.protected',
    'deal.ebid_asked',
    'deal.ebid_approved',
    'deal.protection_reset',
    'deal.refused',
    'deal.updated',
    'deal.won',
  ])
  const won = await all(nordico, { after, types: 'deal.won, deal.protected' })
  expect(won.map(({ type }) => type)).toEqual(['deal.protected', 'deal.won'])
})

test('pages of any size follow each other without a gap or a repeat', { tags: ['long'] }, async () => {
  const whole = (await all(vendor)).map(({ id }) => id)
  expect(whole.length).toBeGreaterThan(10)
  expect(new Set(whole).size).toBe(whole.length)
  for (const limit of [1, 3, 7]) expect((await all(vendor, { limit })).map(({ id }) => id)).toEqual(whole)
  const sequences = (await all(vendor)).map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
})

test('everybody is told exactly what their own calls show: nothing of others, of another tenant, or without the permission', async () => {
  const { id } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  const licensed = await key(acme, 'EDGE-1Y')
  await change(nordico, id, 'approved')
  for (const person of [vendor, nordico, acme, bergen, sudvia, canary]) {
    const told = await all(person)
    for (const { entity, entityId, data } of told) {
      if (entity === 'order') {
        const { status, body } = await person.raw(orders.read, { params: { id: entityId } })
        expect({ status, body }).toEqual({ status: 200, body: data })
      }
    }
    const isParty = [vendor, nordico, acme].includes(person)
    expect(typesOf(told, id)).toEqual(isParty ? ['order.created', 'order.approved'] : [])
    expect(
      told.some(({ entity, data }) => entity === 'license' && (data as { serialKey: string }).serialKey === licensed),
    ).toBe(isParty)
  }
  const onlyDeals = await roleOf(nordico, { Deals: 'r' })
  const { body } = await onlyDeals(events.list, {})
  const kinds = new Set((body as AnswerOf<typeof events.list>).items.map(({ entity }) => entity))
  expect([...kinds]).toEqual(['deal'])
  const nothing = await roleOf(nordico, {})
  expect((await nothing(events.list, {})).body).toMatchObject({ items: [] })
})

test('who reads a module in the whole tenant is told of the whole tenant', async () => {
  await sell(vendor, sudvia, { 'EDGE-1Y': 5 })
  const { id } = await offer(sudvia, calabro, { 'EDGE-1Y': 1 })
  const all = await roleOf(acme, { Orders: 'ra' })
  const own = await roleOf(acme, { Orders: 'r' })
  const toldOf = async (call: typeof all) =>
    (
      (await call(events.list, { query: { types: 'order.created', limit: 200 } })).body as AnswerOf<typeof events.list>
    ).items
      .map(({ entityId }) => entityId)
      .includes(id)
  expect([await toldOf(all), await toldOf(own)]).toEqual([true, false])
})

test('a reseller is told of prices on the list that serves it, though the list is not its own', async () => {
  const after = await end(acme)
  const { items } = await acme.call(priceLists.search, { body: { limit: 50 } })
  const served = items.find(({ accountId }) => accountId === null)
  expect(served).toBeDefined()
  const { productId } = productOf('CORE-3Y')
  const id = served?.priceListId ?? ''
  await vendor.call(priceLists.updateProduct, { params: { id }, body: { productId, customPrice: 77 } })
  expect(typesOf(await all(acme, { after }), id)).toEqual(['price_list.product_changed'])
  // Of a list that serves others, nobody is told.
  const { id: other } = await nordico.call(priceLists.create, {
    body: { name: 'Others', currencyId: 978, items: [{ productId, customPrice: 80 }] },
  })
  expect(typesOf(await all(acme, { after }), other)).toEqual([])
})

test('a record that is there no longer is told without data, to those in whose reach it was', async () => {
  const after = await end(nordico)
  const { productId } = productOf('EDGE-1Y')
  const { id } = await nordico.call(priceLists.create, {
    body: { name: 'Short', currencyId: 978, items: [{ productId, customPrice: 80 }] },
  })
  await nordico.call(priceLists.remove, { params: { id } })
  const told = (await all(nordico, { after })).filter(({ entityId }) => entityId === id)
  expect(told.map(({ type, data }) => [type, data])).toEqual([
    ['price_list.created', null],
    ['price_list.products_set', null],
    ['price_list.products_set', null],
    ['price_list.removed', null],
  ])
  expect(typesOf(await all(acme, { after }), id)).toEqual([])
})

test('what was committed later is told later, though it was begun earlier: nothing is missed', async () => {
  const after = await end(vendor)
  const context = { tenantId, ...actingAs(vendor), reach: vendor.accountId, clock: null, requestId: null }
  const { productId } = productOf('EDGE-1Y')
  let middle = after
  const early = newId()
  await world.db.write(context, async (tx) => {
    await record(tx, 'product.updated', 'product', productId, { after: { name: early } })
    await tx.row(sql`select 1`)
    const { id } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
    const page = await read(vendor, { after })
    expect(page.items.map(({ entityId }) => entityId)).toEqual([id])
    middle = page.next
  })
  const later = await read(vendor, { after: middle })
  expect(later.items.map(({ type, entityId }) => [type, entityId])).toEqual([['product.updated', productId]])
})

test('changes of one record are in the order in which they happened, though a clock of another server is behind', async () => {
  const after = await end(vendor)
  const { productId } = productOf('EDGE-1Y')
  // Ids of the second change begin with an earlier time.
  for (const [id, action] of [
    ['f0000000-0000-7000-8000-000000000001', 'product.updated'],
    ['00000000-0000-7000-8000-000000000002', 'product.removed'],
  ])
    await raw(
      world,
      `insert into audit_log (tenant_id, audit_id, action, entity, entity_id) values ($1, $2, $3, 'product', $4)`,
      [tenantId, id, action, productId],
    )
  expect(typesOf(await all(vendor, { after }), productId)).toEqual(['product.updated', 'product.removed'])
})

test('a reader of few records comes through a journal of many, a bounded part with each call', {
  tags: ['long'],
}, async () => {
  const after = await end(acme)
  const context = { tenantId, ...actingAs(vendor), reach: vendor.accountId, clock: null, requestId: null }
  const changes = Array.from({ length: looked + 100 }, () => ({ entityId: newId() }))
  await world.db.background.write(context, async (tx) => {
    await recordAll(tx, 'session.started', 'session', changes)
    await tx.row(sql`select 1`)
  })
  const { id } = await request(acme, { 'EDGE-1Y': 1 })
  expect((await read(acme, { after })).items).toEqual([])
  expect(typesOf(await all(acme, { after }), id)).toEqual(['order.created'])
})

test('a place of another journal, as after a restored backup, is refused, and so is what is no place', async () => {
  const next = await end(vendor)
  const [seq] = next.split('-')
  expect(await vendor.refused(events.list, { query: { after: `${seq}-00000000` } })).toMatchObject({
    status: 410,
    code: 'EV410',
    detail: expect.stringContaining('read from the beginning'),
  })
  expect(await vendor.refused(events.list, { query: { after: `9${next}` } })).toMatchObject({ code: 'EV410' })
  for (const after of ['x', '12', '-1', `${next}0`, '1-xyz'])
    expect(await vendor.refused(events.list, { query: { after } })).toMatchObject({
      code: 'RQ422',
      info: { issues: [{ path: 'after' }] },
    })
  expect(await vendor.refused(events.list, { query: { types: 'order.approved,order.eaten' } })).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'types', message: expect.stringContaining('order.eaten') }] },
  })
  for (const query of [{ limit: 0 }, { limit: 201 }, { entity: 'session' }])
    expect((await vendor.raw(events.list, { query })).status).toBe(422)
})

test('every kind of change of these records has a type with a sentence and an example, and no sentence is left over', async () => {
  const { items } = await acme.call(events.types)
  expect(items.map(({ type }) => type).sort()).toEqual(Object.keys(eventSentences).sort())
  for (const { type, description, example } of items) {
    expect(description, type).toMatch(/\.$/)
    expect(example).toMatchObject({ type, entity: kindsOfTypes.get(type) })
  }
  // An example is what the record's own call may answer.
  const shapes = { ...Object.fromEntries(world.app.routes.map(({ name, endpoint }) => [name, endpoint.answer])) }
  const rowOf = (name: string) =>
    (shapes[name] as unknown as { shape: { items: { def: { element: z.ZodMiniType } } } }).shape.items.def.element
  for (const [entity, { data }] of Object.entries(exampleRecords)) {
    const { calls, isRow } = readings[entity as FeedKind]
    const known = calls.filter(
      (name) => z.safeParse(isRow ? rowOf(name) : (shapes[name] as z.ZodMiniType), data).success,
    )
    expect(known, entity).not.toEqual([])
  }
  const actions = feedKindNames.flatMap((kind) => actionsByEntity[kind] as readonly string[])
  const told = new Set([...kindsOfTypes.keys(), ...Object.keys(refinements)])
  expect(actions.filter((action) => !told.has(action)).sort()).toEqual([
    'directory.linked',
    'mfa.backup_code_used',
    'mfa.disabled',
    'mfa.enabled',
    'operator.named',
    'operator.removed',
    'passkey.added',
    'passkey.refused',
    'passkey.removed',
    'passkey.renamed',
    'password.changed',
    'password.reset_requested',
    'user.email_change_requested',
    'user.view_ended',
    'user.view_started',
  ])
})

test('licenses and users are told as their own calls show them', async () => {
  const after = await end(acme)
  const serialKey = await key(acme, 'EDGE-1Y')
  await acme.call(users.update, {
    params: { id: acme.userId },
    body: { firstName: 'Ann', lastName: 'Acme', timeZone: 'UTC', languageCode: 'en', isNotificationEnabled: true },
  })
  const told = await all(acme, { after })
  const license = await acme.call(licenses.read, { params: { serialKey } })
  expect(told.find(({ type }) => type === 'license.created')?.data).toEqual(license)
  expect(told.find(({ type }) => type === 'user.updated')?.data).toMatchObject({
    userId: acme.userId,
    firstName: 'Ann',
  })
})

test('records of every kind are told with what their own calls answer', async () => {
  const { define, certify } = certifying(world)
  const { upload } = uploading(world)
  const certificateId = await define()
  const certification = await certify(vendor, acme, certificateId)
  const body = { accountId: acme.accountId, customerName: 'Hospital', customerEnvironmentId: 'H-1' }
  const environment = (await acme.call(environments.create, { body })).id
  const file = await upload(acme)
  const feature = (
    await vendor.call(productTypes.createFeature, {
      body: { name: 'Cores', description: 'Of its processor', typeId: 1 },
    })
  ).id
  const type = (await vendor.call(productTypes.create, { body: { name: 'Appliance', features: [] } })).id
  await vendor.call(accounts.update, { params: { id: acme.accountId }, body: { accountName: 'Acme SpA' } })
  const planned = { productId: productOf('EDGE-1Y').productId, customPrice: 1 }
  const list = await vendor.call(priceLists.create, { body: { name: 'Of plans', currencyId: 978, items: [planned] } })
  const plan = await vendor.call(pricePlans.create, {
    body: { priceListId: list.id, day: '2999-01-01', items: [{ ...planned, customPrice: 2 }] },
  })
  const told = await all(vendor)
  const dataOf = (entity: FeedKind, entityId: string) =>
    told.filter((event) => event.entity === entity && event.entityId === entityId).at(-1)?.data
  const params = (id: string) => ({ params: { id } })
  expect(dataOf('certificate', certificateId)).toEqual(await vendor.call(certificates.read, params(certificateId)))
  expect(dataOf('certification', certification)).toEqual(
    await vendor.call(userCertificates.read, params(certification)),
  )
  expect(dataOf('environment', environment)).toEqual(await vendor.call(environments.read, params(environment)))
  expect(dataOf('price_plan', plan.id)).toEqual(await vendor.call(pricePlans.read, params(plan.id)))
  expect(dataOf('product_type', type)).toEqual(await vendor.call(productTypes.read, params(type)))
  expect(dataOf('account', acme.accountId)).toEqual(await vendor.call(accounts.read, params(acme.accountId)))
  expect(dataOf('feature', feature)).toMatchObject({ id: feature, name: 'Cores' })
  expect(dataOf('file', file)).toMatchObject({ accountFileId: file, fileName: 'offer.pdf' })
  const { productId } = productOf('EDGE-1Y')
  expect(dataOf('product', productId)).toEqual(await vendor.call(catalogue.read, params(productId)))
  expect([...new Set(told.map(({ entity }) => entity))].sort()).toEqual([...feedKindNames].sort())
})

test('a machine with a key is told what the key may read, and is named as the actor of what it does', async () => {
  const erp = await keysOf(world)(nordico, { permissions: [{ module: 'Orders', flags: 'r-u' }] })
  const after = await end(nordico)
  const { id } = await request(acme, { 'EDGE-1Y': 1 })
  await register(acme, { 'EDGE-1Y': 1 })
  const answer = await erp.call(orders.changeStatus, { params: { id }, body: { status: 'approved', source: 'erp' } })
  expect(answer.status).toBe(200)
  const { body } = await erp.call(events.list, { query: { after } })
  const { items } = body as AnswerOf<typeof events.list>
  expect(items.map(({ type }) => type)).toEqual(['order.created', 'order.approved'])
  expect(items[1]?.actor?.name).toContain('trk_')
})
