import { accounts } from '@trellis/contract/accounts'
import { catalogue } from '@trellis/contract/catalogue'
import { certificates } from '@trellis/contract/certificates'
import type { DealUpdate } from '@trellis/contract/deal-changes'
import { deals } from '@trellis/contract/deals'
import type { Endpoint } from '@trellis/contract/endpoint'
import { environments } from '@trellis/contract/environments'
import { identity } from '@trellis/contract/identity'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { productTypes } from '@trellis/contract/product-types'
import { settings } from '@trellis/contract/settings'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { dealing } from '../../testing/dealing.ts'
import { network, type Person } from '../../testing/network.ts'
import { selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, products } = world
const { request } = selling(world)
const { register } = dealing(world)

/** Reads a record, changes some of its fields and writes all that was read. */
async function changed(who: Person, read: Endpoint, update: Endpoint, params: object, change: object) {
  const { body: before } = await who.raw(read, { params })
  const { status, body } = await who.raw(update, { params, body: { ...(before as object), ...change } })
  const { info } = (body ?? {}) as { info?: { issues?: unknown } }
  expect([status, info?.issues]).toEqual([200, undefined])
  return body as object
}

test('a client reads an environment, changes it and writes what it read, with the account in both of its names', async () => {
  const customer = { customerName: 'Customer', customerEnvironmentId: 'PROD-1', accountId: acme.accountId }
  const { id } = await acme.call(environments.create, { body: customer })
  const change = { customerName: 'Other', parentAccountId: acme.accountId }
  expect(await changed(acme, environments.read, environments.update, { id }, change)).toMatchObject({
    customerName: 'Other',
    customerEnvironmentId: 'PROD-1',
  })
})

test('so for accounts, users, products, their types and features, price lists, certificates, deals, files and settings', async () => {
  const account = { id: acme.accountId }
  const renamed = await changed(nordico, accounts.read, accounts.update, account, { accountName: 'Acme Ltd' })
  expect(renamed).toMatchObject({ accountName: 'Acme Ltd' })

  const { userId } = await acme.call(identity.me)
  expect(await changed(acme, identity.me, users.update, { id: userId }, { lastName: 'Other' })).toMatchObject({
    lastName: 'Other',
  })

  const product = { id: products['CORE-3Y']?.productId ?? '' }
  expect(await changed(vendor, catalogue.read, catalogue.update, product, { name: 'Core' })).toMatchObject({
    name: 'Core',
  })

  const feature = { name: 'Connections', typeId: 1, description: 'How many' } as const
  const { id: featureId } = await vendor.call(productTypes.createFeature, { body: feature })
  const kind = { name: 'Relay', description: null, features: [{ id: featureId, value: 5 }] }
  const { id: typeId } = await vendor.call(productTypes.create, { body: kind })
  expect(
    await changed(vendor, productTypes.read, productTypes.update, { id: typeId }, { name: 'Relays' }),
  ).toMatchObject({
    name: 'Relays',
    features: [{ id: featureId, value: 5 }],
  })

  const { id: priceListId } = await vendor.call(priceLists.create, {
    body: { name: 'Mine', currencyId: 978, items: [{ productId: product.id, customPrice: 9 }] },
  })
  expect(
    await changed(vendor, priceLists.read, priceLists.update, { id: priceListId }, { name: 'Ours' }),
  ).toMatchObject({
    name: 'Ours',
  })

  const { items: defined } = await vendor.call(certificates.search, { body: {} })
  const certificate = { id: defined[0]?.certificateId ?? '' }
  expect(
    await changed(vendor, certificates.read, certificates.update, certificate, { category: 'Sales' }),
  ).toMatchObject({
    category: 'Sales',
  })

  const deal = { id: await register(acme, { 'EDGE-1Y': 1 }) }
  await acme.call(deals.update, { params: deal, body: { estimatedCloseDate: Date.UTC(2027, 1, 1) } })
  expect(await changed(acme, deals.read, deals.update, deal, { chanceOfClosure: 60 })).toMatchObject({
    chanceOfClosure: 60,
    estimatedCloseDate: '2027-02-01T00:00:00.000Z',
  })
  for (const estimatedCloseDate of ['2027-02-01', 'soon', true])
    expect(
      await acme.raw(deals.update, { params: deal, body: { estimatedCloseDate } as unknown as DealUpdate }),
    ).toMatchObject({ status: 422, body: { info: { issues: [{ path: 'estimatedCloseDate', code: 'invalid_type' }] } } })

  const { id } = await request(acme, { BOX: 1 })
  expect(await changed(nordico, orders.read, orders.update, { id }, { paid: true })).toMatchObject({ paid: true })

  expect(await changed(vendor, settings.read, settings.change, {}, { tenantName: 'Verdant 2' })).toMatchObject({
    tenantName: 'Verdant 2',
  })
})

test('a name that is of no entity is refused as before, at any depth', async () => {
  const { id } = await request(acme, { BOX: 1 })
  for (const [body, path] of [
    [{ payd: true }, 'payd'],
    [{ buyer: {}, invoiceNumber: '1' }, 'invoiceNumber'],
  ] as const)
    expect(await nordico.raw(orders.update, { params: { id }, body })).toMatchObject({
      status: 422,
      body: { info: { issues: [{ path, code: 'unrecognized_keys' }] } },
    })
})

test('issues name the fields as the client spelled them', async () => {
  const post = async (payload: object) => {
    const headers = { 'x-tenant-code': 'verdant', authorization: `Bearer ${await acme.token()}` }
    const answer = await world.app.http.inject({ method: 'POST', url: '/api/v1/licenses', headers, payload })
    return (answer.json() as { info: { issues: { path: string }[] } }).info.issues.map(({ path }) => path)
  }
  const { productId } = products['EDGE-1Y'] ?? {}
  const parentAccountId = acme.accountId
  expect(await post({ parentAccountId, Items: [{ ProductId: productId, Qt: 0 }] })).toEqual(['Items.0.Qt'])
  expect(await post({ parentAccountId, items: [{ ProductId: 'x', qt: 1 }] })).toEqual(['items.0.ProductId'])
  expect(await post({ parentAccountId, Items: [{ ProductId: productId }] })).toEqual(['Items.0.qt'])
})
