import { accounts } from '@trellis/contract/accounts'
import { apiKeys } from '@trellis/contract/api-keys'
import { certificates } from '@trellis/contract/certificates'
import { deals } from '@trellis/contract/deals'
import { devices } from '@trellis/contract/devices'
import type { Endpoint } from '@trellis/contract/endpoint'
import { environments } from '@trellis/contract/environments'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { productTypes } from '@trellis/contract/product-types'
import { webhooks } from '@trellis/contract/webhooks'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { dealing } from './testing/dealing.ts'
import { licensing } from './testing/licensing.ts'
import { network, type Person } from './testing/network.ts'
import { hasProperty } from './testing/samples.ts'
import { selling } from './testing/selling.ts'
import { uploading } from './testing/uploading.ts'

/* The search field of each list: words in any order, over the texts that the list shows (rules H1). Covers: server/src/platform/database/words.ts */

const world = await network({ webhookHosts: ['127.0.0.1:9'] })
const { app, vendor, nordico, sudvia, acme, canary } = world
const { items } = selling(world)
const { key } = licensing(world)
const { upload } = uploading(world)
const admin = new pg.Client(world.adminUrl)
await admin.connect()
afterAll(() => admin.end())

await selling(world).issue({ 'EDGE-1Y': 50 })
await selling(world).sell(vendor, nordico, { 'EDGE-1Y': 20 })
const orderRefCode = 'Büro 100% Über_1'
const order = await acme.call(orders.create, { body: { orderRefCode, items: items({ 'EDGE-1Y': 2 }) } })
const serialKey = await key(acme, 'EDGE-1Y')
await acme.call(devices.activate, { body: { serialKey, deviceUuid: 'uuid-77', deviceName: 'Empfang Zürich' } })
await vendor.call(productTypes.create, { body: { name: 'Werkzeug für Büros' } })
await vendor.call(productTypes.createFeature, {
  body: { name: 'Ports', description: 'Anzahl der Anschlüsse', typeId: 1 },
})
await acme.call(apiKeys.create, {
  body: {
    name: 'Warenwirtschaft Überweisung',
    parentAccountId: acme.accountId,
    permissions: [{ module: 'Orders', flags: 'r' }],
  },
})
await acme.call(webhooks.create, {
  body: { url: 'http://127.0.0.1:9/', description: 'Überweisung', parentAccountId: acme.accountId },
})
await acme.call(environments.create, {
  body: { accountId: acme.accountId, customerName: 'Klinik Würzburg', customerEnvironmentId: 'H-1' },
})
const { items: defined } = await vendor.call(certificates.search, {
  body: { filterBy: [{ field: 'kind', values: ['User'] }] },
})
const definition = defined[0]
await vendor.call(userCertificates.create, {
  body: { certificateId: definition?.certificateId ?? '', userId: acme.userId },
})
await dealing(world).register(acme, { 'EDGE-1Y': 1 }, { name: 'Café Königsplatz GmbH', vatId: 'IT12345678903' })
await upload(acme, 'pdf', { fileName: 'Verträge 2026.pdf' })
const account = await vendor.call(accounts.read, { params: { id: acme.accountId } })
const [held] = (await vendor.call(userCertificates.search, { body: { includeChildren: true } })).items
const [deal] = (await acme.call(deals.search, { body: {} })).items
const address = account.address[0]

const searches = app.routes.filter(
  ({ endpoint }) => !endpoint.file && !endpoint.params && hasProperty(endpoint.body, 'filterBy'),
)
const found = async (by: Person, endpoint: Endpoint, text: string, more: object = {}) => {
  const filterBy = [{ field: 'anything', values: [text] }]
  const { status, body } = await by.raw(endpoint, { body: { includeChildren: true, ...more, filterBy } })
  expect(status, text).toBe(200)
  return body as { items: Record<string, unknown>[]; count: number }
}

/** For each list: who searches, the texts that find the record, and a field that tells it from others. */
const cases: Record<string, { by: Person; texts: (string | undefined)[]; field: string; value: unknown }> = {
  'orders.sellIn': {
    by: nordico,
    texts: [
      order.orderCode.toLowerCase(),
      order.orderCode.slice(-4),
      'buro 100% uber_',
      account.accountName,
      'nordico',
    ],
    field: 'orderId',
    value: order.id,
  },
  'orders.sellOut': {
    by: nordico,
    texts: [order.orderCode, 'über_1 BÜRO', `büro ${account.accountName.slice(0, 4)}`],
    field: 'orderId',
    value: order.id,
  },
  'accounts.search': {
    by: nordico,
    texts: [account.accountName.toUpperCase(), account.accountCode, address?.vatId, address?.legalName, address?.city],
    field: 'accountId',
    value: acme.accountId,
  },
  'users.search': { by: nordico, texts: [acme.email, account.accountName], field: 'userId', value: acme.userId },
  'apiKeys.search': {
    by: nordico,
    texts: ['uberweisung', `warenwirt ${account.accountName}`],
    field: 'name',
    value: 'Warenwirtschaft Überweisung',
  },
  'webhooks.search': {
    by: nordico,
    texts: ['uberweisung', `127.0.0 ${account.accountName}`],
    field: 'description',
    value: 'Überweisung',
  },
  'catalogue.search': { by: nordico, texts: ['edge-1y', 'year EDGE'], field: 'sku', value: 'EDGE-1Y' },
  'productTypes.search': { by: vendor, texts: ['buros werk'], field: 'name', value: 'Werkzeug für Büros' },
  'productTypes.searchFeatures': { by: vendor, texts: ['ports', 'anschlusse ANZ'], field: 'name', value: 'Ports' },
  'stock.search': {
    by: nordico,
    texts: ['edge-1y nordico', 'year edge'],
    field: 'accountId',
    value: nordico.accountId,
  },
  'files.search': { by: acme, texts: ['vertrage', '2026 pdf'], field: 'fileName', value: 'Verträge 2026.pdf' },
  'files.documents': { by: acme, texts: ['2026 verträge'], field: 'fileName', value: 'Verträge 2026.pdf' },
  'certificates.search': { by: vendor, texts: [definition?.name], field: 'name', value: definition?.name },
  'userCertificates.search': {
    by: nordico,
    texts: [
      held?.validationCode.toLowerCase(),
      `${held?.userLastName} ${held?.userFirstName}`,
      `${held?.certificateName} ${held?.accountName}`,
    ],
    field: 'userId',
    value: acme.userId,
  },
  'deals.search': {
    by: nordico,
    texts: ['konigsplatz CAFE', 'it123456', deal?.code.toLowerCase(), `gmbh ${account.accountName}`],
    field: 'dealId',
    value: deal?.dealId,
  },
  'environments.search': {
    by: nordico,
    texts: ['wurzburg h-1', `klinik ${account.accountName}`],
    field: 'customerName',
    value: 'Klinik Würzburg',
  },
  'licenses.search': {
    by: nordico,
    texts: [serialKey.slice(0, 12), 'zurich empf', 'uuid-77', `edge ${account.accountName}`, 'EDGE-1Y', 'zurich year'],
    field: 'serialKey',
    value: serialKey,
  },
  'reports.search': {
    by: nordico,
    texts: [serialKey, 'zurich edge', account.accountName],
    field: 'serialKey',
    value: serialKey,
  },
}
/** Lists that are tested elsewhere: price lists below, renewals and the tenants of the installation in their own tests. The audit log has other searches. */
const elsewhere = ['audit.search', 'files.brandAssets', 'installation.search', 'priceLists.search', 'renewals.search']

test('every list with a search field has a case here, or is one of those named', () => {
  expect([...Object.keys(cases), ...elsewhere].sort()).toEqual(searches.map(({ name }) => name).sort())
  for (const { name, endpoint } of searches)
    expect(Object.keys(endpoint.list?.fields ?? {}).includes('anything'), name).toBe(name !== 'audit.search')
})

test.each(Object.entries(cases))('%s finds a record by each text a person would try', async (name, which) => {
  const { endpoint } = searches.find((each) => each.name === name) as (typeof searches)[number]
  for (const text of which.texts) {
    const { items, count } = await found(which.by, endpoint, text ?? '?')
    expect(
      items.map((item) => item[which.field]),
      text,
    ).toContain(which.value)
    expect(count, text).toBe(items.length)
    // A record must contain every word, so a word that does not occur finds nothing.
    expect(await found(which.by, endpoint, `${text} xyzzy`), text).toMatchObject({ items: [], count: 0 })
  }
})

test('no text finds a record out of reach (threats T2)', async () => {
  for (const [name, { texts, field, value }] of Object.entries(cases)) {
    if (
      ['catalogue.search', 'certificates.search', 'productTypes.search', 'productTypes.searchFeatures'].includes(name)
    )
      continue
    const { endpoint } = searches.find((each) => each.name === name) as (typeof searches)[number]
    for (const stranger of [sudvia, canary])
      for (const text of texts) {
        const { items } = await found(stranger, endpoint, text ?? '?')
        expect(
          items.map((item) => item[field]),
          `${name} ${text}`,
        ).not.toContain(value)
      }
  }
})

test('price lists are found by name and currency, and by an owner only where the reader may know it', async () => {
  const { endpoint } = searches.find(({ name }) => name === 'priceLists.search') as (typeof searches)[number]
  await admin.query(`update price_lists set name = 'Sommerpreise' where tenant_id = $1`, [world.tenantId])
  const [list] = (await found(vendor, endpoint, ' ')).items as {
    name: string
    currencyCode: string
    accountName: string
  }[]
  const namesFor = async (by: Person, text: string) => (await found(by, endpoint, text)).items.map(({ name }) => name)
  expect(await namesFor(vendor, `${list?.currencyCode} ${list?.name}`)).toContain(list?.name)
  expect(await namesFor(vendor, `${list?.accountName}`)).toContain(list?.name)
  const served = await namesFor(acme, ' ')
  expect(served.length).toBeGreaterThan(0)
  expect(await namesFor(acme, `${list?.accountName}`)).toEqual([])
})

test('a blank text finds everything, special characters are literal, and other filters and sums apply too', async () => {
  const all = await nordico.call(orders.sellOut, { body: {} })
  const by = (text: string, more: object[] = []) =>
    nordico.call(orders.sellOut, {
      body: { filterBy: [{ field: 'anything', values: [text] }, ...more] } as never,
    })
  expect((await by('  \t ')).count).toBe(all.count)
  expect((await by('%')).items.map(({ orderId }) => orderId)).toEqual([order.id])
  expect((await by('_')).items.map(({ orderId }) => orderId)).toEqual([order.id])
  expect((await by('\\')).count).toBe(0)
  const pending = { field: 'status', values: ['pending'] }
  const one = await by('über', [pending])
  expect(one).toMatchObject({ count: 1, total: [{ amount: one.items[0]?.orderTotal }] })
  expect((await by('über', [{ field: 'status', values: ['approved'] }])).count).toBe(0)
  // One text has more words than are matched one by one, the other as many as fit into a filter.
  expect((await by('b ü 1 % _ so bü 10 üb bür büro über 100%')).count).toBe(0)
  expect((await by('b ü 1 % _ so bü 10 üb bür büro 100% über')).count).toBe(1)
  expect((await by('b '.repeat(127))).count).toBe(all.count)
})

test('one or two letters find the beginnings of words, three find any part (rules U6)', async () => {
  const countOf = async (text: string) => (await found(nordico, orders.sellOut, text)).count
  expect(await Promise.all(['bü', 'B', '10', 'so', 'üb bü', 'üro', 'ro 100'].map(countOf))).toEqual([
    1, 1, 1, 1, 1, 1, 0,
  ])
  expect(await Promise.all(['ür', 'ro', 'r'].map(countOf))).toEqual([0, 0, 0])
  const keysWith = async (text: string) => (await found(nordico, licenses.search, text)).count
  const [, second = ''] = serialKey.split('-')
  expect(await Promise.all([serialKey.slice(0, 2), second.slice(0, 2), 'zü', 'ur'].map(keysWith))).toEqual([1, 1, 1, 0])
})

test('a changed reference is found by its new text only', async () => {
  await nordico.call(orders.update, { params: { id: order.id }, body: { orderRefCode: 'Neue Nummer' } as never })
  expect((await found(nordico, orders.sellOut, 'nummer neue')).count).toBe(1)
  expect((await found(nordico, orders.sellOut, 'über_1')).count).toBe(0)
})

test('words that occur in too many records find the same by comparing row by row', { tags: ['long'] }, async () => {
  const asked: [Person, Endpoint, string][] = [
    [nordico, orders.sellIn, 'neue nordico'],
    [vendor, orders.sellOut, 'nummer'],
    [nordico, deals.search, 'konigsplatz 123'],
    [nordico, userCertificates.search, `${held?.validationCode}`],
    [nordico, licenses.search, 'zurich edge'],
  ]
  const answers = () => Promise.all(asked.map(([by, endpoint, text]) => found(by, endpoint, text)))
  const few = await answers()
  expect(few.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1])
  const words = asked
    .map(([, , text]) => text)
    .join(' ')
    .toLowerCase()
  await admin.query(
    `insert into texts (tenant_id, kind, text_id, record_id, folded)
     select $1, k, gen_random_uuid(), gen_random_uuid(), $2 from unnest(array['order', 'deal', 'certificate', 'license']) k, generate_series(1, 20001)`,
    [world.tenantId, words],
  )
  expect(await answers()).toEqual(few)
})
