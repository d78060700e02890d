import { certificates, userCertificates } from '@trellis/contract/certificates'
import type { Endpoint } from '@trellis/contract/endpoint'
import { environments } from '@trellis/contract/environments'
import { devices, licenses } from '@trellis/contract/licenses'
import { productTypes } from '@trellis/contract/product-types'
import { expect, test } from 'vitest'
import { dealing } from './testing/dealing.ts'
import { licensing } from './testing/licensing.ts'
import { network } from './testing/network.ts'
import { hasProperty } from './testing/samples.ts'
import { selling } from './testing/selling.ts'
import { uploading } from './testing/uploading.ts'

/* `fields` of the search payload selects the fields of each item, in every list (wire: search payload). */

const world = await network()
const { app, vendor, nordico, acme } = world
const { key } = licensing(world)
const { upload } = uploading(world)

await selling(world).issue({ 'EDGE-1Y': 50 })
await selling(world).sell(vendor, nordico, { 'EDGE-1Y': 5 })
const serialKey = await key(acme, 'EDGE-1Y')
await acme.call(devices.activate, { body: { serialKey, deviceUuid: 'laptop' } })
await vendor.call(productTypes.create, { body: { name: 'Software' } })
await vendor.call(productTypes.createFeature, { body: { name: 'Ports', description: 'How many', typeId: 1 } })

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

const searches = app.routes.filter(({ endpoint }) => !endpoint.file && hasProperty(endpoint.body, 'filterBy'))
type Page = { items: Record<string, unknown>[]; count: number }
const search = async (endpoint: Endpoint, body: object) => {
  const answer = await vendor.raw(endpoint, { body: { includeChildren: true, ...body } })
  return { ...answer, body: answer.body as Page }
}
const idsOf: Record<string, string[]> = {
  'accounts.search': ['accountId'],
  'users.search': ['userId'],
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

test('each item has the requested fields and its id, with unchanged values', async () => {
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
