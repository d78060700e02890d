import { catalogue } from '@trellis/contract/catalogue'
import { licenses } from '@trellis/contract/licenses'
import { productTypes } from '@trellis/contract/product-types'
import { renewals } from '@trellis/contract/renewals'
import { beforeEach, expect, test } from 'vitest'
import { checkTenant } from '../../cli/check/run.ts'
import { sql } from '../../platform/database/sql.ts'
import { activating } from '../../testing/activating.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'

const world = await network()
const { acme, manager, nordico, canary, at } = world
const { addProduct, give, item, key, product, read, write } = licensing(world)
const { activate, heartbeat } = activating(world)

const typeIds = { double: 1, bool: 2, string: 3, object: 4, dateTime: 5, int: 6 } as const
const features = new Map<string, string>()
async function featureOf(name: string, typeName: keyof typeof typeIds) {
  const body = { name, description: name, typeId: typeIds[typeName] }
  const id = features.get(name) ?? (await manager.call(productTypes.createFeature, { body })).id
  features.set(name, id)
  return id
}
/** A product type with these features; the name of its type comes before the name of each. */
async function typeOf(name: string, values: Record<string, unknown>) {
  const settings = await Promise.all(
    Object.entries(values).map(async ([feature, value]) => {
      const [typeName, called] = feature.split(' ') as ['int', string]
      return { id: await featureOf(called, typeName), value: value as never }
    }),
  )
  return (await manager.call(productTypes.create, { body: { name, features: settings } })).id
}
const giveType = (sku: string, typeId: string | null) =>
  write((tx) => tx.run(sql`update products set type_id = ${typeId} where sku = ${sku}`))
const claimsIn = (document: string) =>
  JSON.parse(Buffer.from(document.split('.')[1] as string, 'base64url').toString()) as Record<string, unknown>
const leased = async (serialKey: string, device = 'laptop') => {
  const { status, body } = await activate(serialKey, device)
  expect(status, JSON.stringify(body)).toBe(200)
  return claimsIn(body.lease)
}

await addProduct({ sku: 'RELAY', years: 1 })
await addProduct({ sku: 'RELAY-CONN', extends: 'RELAY' })
await addProduct({ sku: 'RELAY-SSO', extends: 'RELAY' })
await addProduct({ sku: 'RELAY-MNT', years: 1, extends: 'RELAY' })
const relay = await typeOf('Relay', {
  'int connections': 100,
  'double ratio': 0.1,
  'bool sso': false,
  'bool beta': true,
  'string region': 'eu',
  'object limits': { cores: 8 },
  'dateTime until': '2027-05-20T12:00:00Z',
  'int unset': null,
})
const connections = await typeOf('Connections', { 'int connections': 10, 'double ratio': 0.2, 'bool beta': false })
await giveType('RELAY', relay)
await giveType('RELAY-CONN', connections)
await giveType(
  'RELAY-SSO',
  await typeOf('Sign-on', { 'bool sso': true, 'string region': 'world', 'object limits': { cores: 16 } }),
)
beforeEach(() => at('2026-03-31T10:00:00.000Z'))

const ofRelay = {
  ...{ connections: 100, ratio: 0.1, sso: false, beta: true, region: 'eu', limits: { cores: 8 } },
  until: '2027-05-20T12:00:00Z',
}
const extended = async (qt: number, ...skus: string[]) => {
  for (const sku of ['RELAY', ...skus]) await give(acme, sku, qt)
  const extensions = skus.map((sku) => ({ productId: product(sku).productId, qt }))
  const { serialKeys } = await acme.call(licenses.create, {
    body: { parentAccountId: acme.accountId, items: [item('RELAY', qt, { extensions })] },
  })
  return serialKeys[0] as string
}

test('a lease grants the typed features of the product’s type, all six types; one without a value is not granted', async () => {
  expect(await leased(await key(acme, 'RELAY'))).toMatchObject({ extensions: [], entitlements: ofRelay })
})

test('extensions are delivered: numbers are added for each piece of a seat, flags joined, other values replaced', async () => {
  const serialKey = await extended(3, 'RELAY-CONN', 'RELAY-CONN', 'RELAY-SSO')
  const granted = {
    extensions: [
      { sku: 'RELAY-CONN', quantity: 6 },
      { sku: 'RELAY-SSO', quantity: 3 },
    ],
    entitlements: {
      ...ofRelay,
      ...{ connections: 120, ratio: 0.5, sso: true, beta: true, region: 'world', limits: { cores: 16 } },
    },
  }
  const lease = await leased(serialKey)
  expect(lease).toMatchObject(granted)
  expect(Object.keys(lease.entitlements as object).sort()).toEqual(Object.keys(ofRelay).sort())
  expect(await read(acme, serialKey)).toMatchObject(granted)
})

test('a renewal adds no features again; what extends a key at its renewal is granted once, however often', async () => {
  await giveType('RELAY-MNT', connections)
  const serialKey = await extended(2, 'RELAY-CONN')
  expect((await leased(serialKey)).entitlements).toMatchObject({ connections: 110 })
  for (const [dueDate, sku] of [
    ['2027-03-31T23:59:59.999Z', 'RELAY'],
    ['2028-03-31T23:59:59.999Z', 'RELAY-MNT'],
    ['2029-03-31T23:59:59.999Z', 'RELAY-MNT'],
  ] as const) {
    await give(acme, sku, 2)
    const body = { items: [{ serialKey, dueDate, productId: product(sku).productId }] }
    expect((await acme.call(renewals.renew, { body })).items).toMatchObject([{ outcome: 'extended' }])
  }
  expect(claimsIn((await heartbeat(serialKey, 'laptop')).body.lease)).toMatchObject({
    extensions: [
      { sku: 'RELAY-CONN', quantity: 2 },
      { sku: 'RELAY-MNT', quantity: 2 },
    ],
    entitlements: { connections: 120 },
  })
})

test('what the vendor changes of a type, a feature or a product reaches the next lease', async () => {
  const serialKey = await key(acme, 'RELAY')
  await leased(serialKey)
  const now = async () => claimsIn((await heartbeat(serialKey, 'laptop')).body.lease).entitlements
  const set = (values: { id: string; value: never }[]) =>
    manager.call(productTypes.update, { params: { id: relay }, body: { name: 'Relay', features: values } })
  const id = features.get('connections') as string
  const before = (await manager.call(productTypes.read, { params: { id: relay } })).features
  await set([{ id, value: 250 as never }])
  expect(await now()).toEqual({ connections: 250 })
  await manager.call(productTypes.updateFeature, { params: { id }, body: { name: 'sessions', description: 'Renamed' } })
  expect(await now()).toEqual({ sessions: 250 })
  await manager.call(productTypes.updateFeature, { params: { id }, body: { name: 'connections', description: 'Back' } })
  await giveType('RELAY', null)
  expect(await now()).toEqual({})
  await giveType('RELAY', relay)
  await set(before.map((feature) => ({ id: feature.id, value: feature.value as never })))
  expect(await now()).toEqual(ofRelay)
  expect((await checkTenant(world.db, world.tenantId)).findings).toEqual([])
})

test('a type that changes while a product gets it leaves the product with its newest features', async () => {
  const typeId = await typeOf('Raced', { 'int connections': 1 })
  const body = (value: number) => ({
    name: 'Raced',
    features: [{ id: features.get('connections') as string, value: value as never }],
  })
  const draft = { sku: 'RACED', name: 'Raced', priceMsrp: 1 }
  const raced = await manager.call(catalogue.create, { body: draft })
  const take = (type: string | null) => manager.call(catalogue.update, { params: raced, body: { ...draft, type } })
  await Promise.all(
    [2, 3, 4, 5].flatMap((value) => [
      manager.call(productTypes.update, { params: { id: typeId }, body: body(value) }),
      take(value % 2 === 0 ? typeId : null),
    ]),
  )
  await take(typeId)
  expect((await checkTenant(world.db, world.tenantId)).findings).toEqual([])
})

test('features are delivered where the product is published, though its type is the owner’s', async () => {
  const { productId } = product('RELAY')
  await world.db.administer(
    { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null },
    (tx) =>
      tx.run(sql`
        insert into product_publications (tenant_id, product_id, owner_tenant_id)
        select t.tenant_id, ${productId}, ${world.tenantId} from tenants t where t.code = ${canary.tenantCode}`),
  )
  const { serialKeys } = await canary.call(licenses.create, {
    body: { parentAccountId: canary.accountId, items: [{ productId, qt: 1 }] },
  })
  expect(await leased(serialKeys[0] as string)).toMatchObject({ tenantCode: canary.tenantCode, entitlements: ofRelay })
})

test('who may not read a key reads nothing of what it grants', async () => {
  const serialKey = await extended(1, 'RELAY-CONN')
  expect(await canary.refused(licenses.read, { params: { serialKey } })).toMatchObject({ code: 'RQ404' })
  expect(await nordico.call(licenses.read, { params: { serialKey } })).toMatchObject({
    entitlements: { connections: 110 },
  })
  const { items } = await acme.call(licenses.search, {
    body: { filterBy: [{ field: 'serialKey', values: [serialKey] }] },
  })
  expect(Object.keys(items[0] ?? {})).not.toContain('entitlements')
  expect(await manager.call(catalogue.read, { params: { id: product('RELAY').productId } })).not.toHaveProperty(
    'entitlements',
  )
})
