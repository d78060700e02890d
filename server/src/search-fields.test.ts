import { apiKeys } from '@trellis/contract/api-keys'
import { certificates } from '@trellis/contract/certificates'
import { devices } from '@trellis/contract/devices'
import type { Endpoint } from '@trellis/contract/endpoint'
import { environments } from '@trellis/contract/environments'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { licenses } from '@trellis/contract/licenses'
import { productTypes } from '@trellis/contract/product-types'
import { webhooks } from '@trellis/contract/webhooks'
import { expect, test } from 'vitest'
import { dealing } from './testing/dealing.ts'
import { licensing } from './testing/licensing.ts'
import { network } from './testing/network.ts'
import { hasProperty } from './testing/samples.ts'
import { selling } from './testing/selling.ts'
import { uploading } from './testing/uploading.ts'

/* `fields` of the search payload selects the fields of each item, in every list (wire: search payload). */

const world = await network({ webhookHosts: ['127.0.0.1:9'] })
const { app, vendor, nordico, acme } = world
const { key } = licensing(world)
const { upload } = uploading(world)

await selling(world).issue({ 'EDGE-1Y': 50 })
await selling(world).sell(vendor, nordico, { 'EDGE-1Y': 5 })
const serialKey = await key(acme, 'EDGE-1Y')
await acme.call(devices.activate, { body: { serialKey, deviceUuid: 'laptop' } })
await vendor.call(productTypes.create, { body: { name: 'Software' } })
await vendor.call(productTypes.createFeature, { body: { name: 'Ports', description: 'How many', typeId: 1 } })

await acme.call(apiKeys.create, {
  body: { name: 'ERP', parentAccountId: acme.accountId, permissions: [{ module: 'Orders', flags: 'r' }] },
})
await acme.call(webhooks.create, { body: { url: 'http://127.0.0.1:9/', parentAccountId: acme.accountId } })
await acme.call(environments.create, {
  body: { accountId: acme.accountId, customerName: 'Hospital', customerEnvironmentId: 'H-1' },
})

const { items: defined } = await vendor.call(certificates.search, { body: { sortBy: [{ field: 'kind' }] } })
await vendor.call(userCertificates.create, {
  body: { certificateId: defined.at(-1)?.certificateId ?? '', userId: acme.userId },
})

await dealing(world).register(acme, { 'EDGE-1Y': 1 })

await upload(vendor)
await upload(vendor, 'logo', { fileName: 'logo.svg', fileCategory: 'brandAsset' })

// The list of tenants names the other tenant, which no answer here may: installation/create-tenant.test.ts asks it for fields.
const searches = app.routes.filter(
  ({ endpoint }) =>
    !endpoint.file && !endpoint.params && hasProperty(endpoint.body, 'filterBy') && endpoint.permission !== 'operator',
)
type Page = { items: Record<string, unknown>[]; count: number }
const search = async (endpoint: Endpoint, body: object) => {
  const answer = await vendor.raw(endpoint, { body: { includeChildren: true, ...body } })
  return { ...answer, body: answer.body as Page }
}
const idsOf: Record<string, string[]> = {
  'accounts.search': ['accountId'],
  'users.search': ['userId'],
  'apiKeys.search': ['apiKeyId', 'accountId'],
  'webhooks.search': ['webhookId', 'accountId'],
  'catalogue.search': ['productId'],
  'productTypes.search': ['id'],
  'productTypes.searchFeatures': ['id'],
  'priceLists.search': ['priceListId'],
  'stock.search': ['accountId', 'productId'],
  'files.search': ['accountFileId'],
  'files.documents': ['accountFileId'],
  'files.brandAssets': ['accountFileId'],
  'orders.sellIn': ['orderId'],
  'orders.sellOut': ['orderId'],
  'certificates.search': ['certificateId'],
  'userCertificates.search': ['userCertificateId', 'accountId'],
  'deals.search': ['dealId'],
  'environments.search': ['onPremiseEnvironmentId', 'accountId'],
  'licenses.search': ['licenseId'],
  'renewals.search': ['licenseId'],
  'reports.search': ['licenseId'],
  'audit.search': ['id'],
}

test('every search accepts it, and each list has rows for the test', async () => {
  expect(searches.map(({ name }) => name).sort()).toEqual(Object.keys(idsOf).sort())
  for (const { name, endpoint } of searches)
    expect((await search(endpoint, {})).body.items.length, name).toBeGreaterThan(0)
})

test('each item has the requested fields and its id, with unchanged values', { tags: ['long'] }, async () => {
  for (const { name, endpoint } of searches) {
    const whole = (await search(endpoint, {})).body
    const ids = idsOf[name] ?? []
    const none = (await search(endpoint, { fields: [] })).body
    expect(none.items.map((item) => Object.keys(item).sort())).toEqual(whole.items.map(() => [...ids].sort()))
    expect({ ...none, items: [] }, name).toEqual({ ...whole, items: [] })
    for (const field of Object.keys(whole.items[0] ?? {})) {
      const { status, body } = await search(endpoint, { fields: [field] })
      expect(status, `${name} ${field}`).toBe(200)
      const wanted = [...new Set([...ids, field])]
      const cut = whole.items.map((item) => Object.fromEntries(wanted.map((one) => [one, item[one]])))
      expect(body.items, `${name} ${field}`).toEqual(cut)
    }
  }
})

test('a field that the list does not have is refused', async () => {
  for (const { name, endpoint } of searches) {
    for (const field of ['unknown', '__proto__', 'tenantId', '']) {
      const { status, body } = await search(endpoint, { fields: [field] })
      expect({ status, body }, `${name} ${field}`).toMatchObject({
        status: 422,
        body: { code: 'RQ422', info: { issues: [{ path: 'fields.0' }] } },
      })
    }
  }
  // A license has these fields only when it is read by itself.
  expect((await search(licenses.search, { fields: ['licenseSeats'] })).status).toBe(422)
})

/** The filters by which a selection of rows is exported (decision 064). */
const rowFilters: Record<string, string> = {
  'accounts.search': 'accountId',
  'users.search': 'userId',
  'apiKeys.search': 'apiKeyId',
  'webhooks.search': 'webhookId',
  'catalogue.search': 'productId',
  'priceLists.search': 'priceListId',
  'stock.search': 'productId',
  'files.search': 'accountFileId',
  'orders.sellIn': 'orderId',
  'orders.sellOut': 'orderId',
  'userCertificates.search': 'userCertificateId',
  'deals.search': 'id',
  'environments.search': 'onPremiseEnvironmentId',
  'licenses.search': 'licenseId',
  'reports.search': 'licenseId',
}

test('rows are found by their ids, and by nothing that is no id', async () => {
  for (const { name, endpoint } of searches) {
    const filter = rowFilters[name]
    if (filter === undefined) continue
    const id = idsOf[name]?.find((field) => field === filter) ?? idsOf[name]?.[0] ?? ''
    // The balances of one account are known by their products.
    const scope = name === 'stock.search' ? { includeChildren: false } : {}
    const by = (values: unknown[]) => search(endpoint, { filterBy: [{ field: filter, values }], ...scope })
    const [row] = (await search(endpoint, scope)).body.items
    const { items, count } = (await by([row?.[id]])).body
    expect(
      items.map((item) => item[id]),
      name,
    ).toEqual([row?.[id]])
    expect(count, name).toBe(1)
    for (const nothing of ['01a1fdd0-0000-7000-8000-000000000000', 'x', '%', 7])
      expect((await by([nothing])).body, `${name} ${nothing}`).toMatchObject({ items: [], count: 0 })
  }
})
