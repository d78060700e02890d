import { accounts } from '@trellis/contract/accounts'
import { catalogue } from '@trellis/contract/catalogue'
import { certificates } from '@trellis/contract/certificates'
import { deals } from '@trellis/contract/deals'
import type { Endpoint } from '@trellis/contract/endpoint'
import { environments } from '@trellis/contract/environments'
import { network as accountTree } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { productTypes } from '@trellis/contract/product-types'
import { ProspectDraft } from '@trellis/contract/prospects'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { branches, group } from './testing/branches.ts'
import { dealing } from './testing/dealing.ts'
import { network, type Person } from './testing/network.ts'
import { selling } from './testing/selling.ts'

/*
 * A record that is created or changed has every field of the request afterwards. Types do not find a field that an INSERT or
 * UPDATE forgets, and a test of the module finds it only if somebody writes one. A new field of a request fails here until
 * its sample is given.
 */

const world = await network()
const { vendor, manager, nordico, acme } = world
const deal = dealing(world)
const { items, productOf } = selling(world)
const account = branches(world)

type Fields = Record<string, unknown>

const compared = new Set<unknown>()

const fieldsOf = (schema: unknown) =>
  Object.keys((schema as { _zod: { def: { shape: object } } })._zod.def.shape).toSorted()

/**
 * Compares the record with the request: each field has the same name and value, except those of `otherwise`, which have the
 * value given there (undefined: the answer does not contain it, and another test covers it).
 */
function expectWritten(schema: unknown, request: Fields, answer: object, otherwise: Fields = {}) {
  compared.add(schema)
  expect(Object.keys(request).toSorted()).toEqual(fieldsOf(schema))
  const same = Object.entries(request).filter(([name]) => !(name in otherwise))
  expect(answer).toMatchObject(Object.fromEntries(same))
  for (const [name, value] of Object.entries(otherwise)) {
    if (value !== undefined) expect([name, value]).toEqual([name, request[name]])
  }
}

const read = async (who: Person, call: { read: Endpoint }, id: string) =>
  (await who.call(call.read, { params: { id } } as never)) as Fields
const epoch = (instant: unknown) => Date.parse(String(instant))

test('a deal has every field of its registration, and of its change', async () => {
  const prospect = {
    ...deal.draft(acme, { BOX: 1 }).prospect,
    legalName: 'Prospect Legal Srl',
    email: 'paola@prospect.example',
    phoneNumber: '+39 011 555',
    webSite: 'https://prospect.example',
    locality: 'Crocetta',
    region: 'Piemonte',
    country: 'Italy',
    coordinates: '45.07,7.68',
  }
  const body = {
    ...deal.draft(acme, { BOX: 2 }),
    externalIds: { crm: 'OPP-1' },
    prospect,
    description: 'Rollout',
    startDate: Date.UTC(2026, 10, 20),
    estimatedCloseDate: Date.UTC(2026, 11, 20),
    chanceOfClosure: 40,
  }
  const { id } = await acme.call(deals.create, { body })
  const others = {
    name: 'Aqua Spa',
    legalName: 'Aqua Società per azioni',
    vatId: 'IT12345670017',
    firstName: 'Aldo',
    lastName: 'Sala',
    email: 'aldo@aqua.example',
    phoneNumber: '+39 02 1',
    webSite: 'https://aqua.example',
    street: 'Via Po 1',
    city: 'Milano',
    locality: 'Brera',
    region: 'Lombardia',
    postalCode: '20100',
    coordinates: '45.4,9.1',
  }
  const made = await deal.read(acme, id)
  expectWritten(deals.create.body, body, made, {
    startDate: epoch(made.startDate),
    estimatedCloseDate: epoch(made.estimatedCloseDate),
    parentAccountId: made.vendor.accountId,
    items: made.items?.map(({ productId, qt }) => ({ productId, qt })),
    prospect: undefined,
  })
  expectWritten(ProspectDraft, prospect, made.prospect)

  const corrected = { ...prospect, ...others, countryCode: 'IT' }
  const params = { id }
  const { prospect: written } = await acme.call(deals.correctProspect, { params, body: corrected })
  expectWritten(ProspectDraft, corrected, written)
  const items = deal.itemsOf({ BOX: 7 })
  const rewritten = await acme.call(deals.correctItems, { params, body: { items } })
  expect(rewritten.items?.map(({ productId, qt }) => ({ productId, qt }))).toEqual(items)

  const change = {
    description: 'Two sites',
    estimatedCloseDate: Date.UTC(2027, 1, 1),
    chanceOfClosure: 60,
    dealStatus: 'Negotiation' as const,
    externalIds: { crm: 'OPP-2' },
    reason: 'They asked for more',
  }
  await acme.call(deals.update, { params: { id }, body: change })
  const changed = await deal.read(acme, id)
  const history = await acme.call(deals.history, { params: { id } })
  expectWritten(deals.update.body, change, changed, {
    estimatedCloseDate: epoch(changed.estimatedCloseDate),
    dealStatus: changed.status,
    reason: history.items[0]?.reason,
  })
})

test('an order has every field of its creation, and of its change', async () => {
  const body = {
    source: 'portal' as const,
    sourceData: 'cart 7',
    buyerAccountId: null,
    addressId: (await acme.call(accounts.read, { params: { id: acme.accountId } })).address[0]?.addressId ?? null,
    orderNote: 'Deliver in May',
    orderRefCode: 'PO-1',
    externalIds: { erp: 'SO-1' },
    parentAccountId: acme.accountId,
    derivedOrderId: null,
    dealId: null,
    items: items({ BOX: 2 }),
  }
  const { id } = await acme.call(orders.create, { body })
  const made = await acme.call(orders.read, { params: { id } })
  const [first] = made.details
  expectWritten(orders.create.body, body, made, {
    source: first?.source,
    sourceData: first?.sourceData,
    addressId: undefined,
    parentAccountId: made.buyerAccountId,
    buyerAccountId: undefined,
    derivedOrderId: undefined,
    dealId: undefined,
    items: made.items?.map(({ productId, qt, price }) => ({ productId, quantity: qt, price })),
  })
  const change = {
    invoiced: true,
    paid: true,
    orderRefCode: 'PO-2',
    externalIds: { sales: 'SO-2' },
    orderNote: 'Deliver in June',
    invoiceId: 'INV-1',
    invoiceProvider: 'Books',
  }
  await nordico.call(orders.update, { params: { id }, body: change })
  expectWritten(orders.update.body, change, await read(acme, orders, id))
})

test('an account has every field of its creation, of its change and of a further address', async () => {
  const draft = account.draft('Oslofjord', { under: nordico, groupId: group.SILVER })
  const given = await nordico.call(priceLists.association, { params: { accountId: nordico.accountId } })
  const address = { ...draft.address, legalName: 'Oslofjord AS', locality: 'Sentrum', region: 'Oslo' }
  const body = {
    ...draft,
    groupId: group.SILVER,
    accountCode: 'ERP-4711',
    externalIds: { crm: 'C-1' },
    priceListId: given.priceListId,
    canPropagate: true,
    notificationReceiverEmail: 'orders@oslofjord.example',
    address: { ...address, country: 'Norway', coordinates: '59.91,10.75' },
    user: null,
  }
  const { id } = await nordico.call(accountTree.create, { body })
  const made = await nordico.call(accounts.read, { params: { id } })
  const list = await nordico.call(priceLists.association, { params: { accountId: id } })
  expectWritten(accountTree.create.body, body, made, {
    groupId: made.groupId,
    priceListId: list.priceListId,
    canPropagate: list.canPropagate,
    parentAccountId: made.parents.at(-1)?.id,
    address: undefined,
    user: undefined,
  })
  expect(made.address[0]).toMatchObject(body.address)

  const change = {
    accountName: 'Oslofjorden',
    notificationReceiverEmail: 'mail@oslofjord.example',
    creditLimit: 12_500.5,
    paymentTermsDays: 45,
    externalIds: { crm: 'C-2' },
  }
  await nordico.call(accounts.update, { params: { id }, body: change })
  expectWritten(accounts.update.body, change, await read(nordico, accounts, id))

  const further = { ...body.address, street: 'Havnegata 2', city: 'Bergen' }
  await nordico.call(accounts.addAddress, { params: { accountId: id }, body: further })
  const { address: all } = await nordico.call(accounts.read, { params: { id } })
  expectWritten(accounts.addAddress.body, further, all.find(({ city }) => city === 'Bergen') ?? {})
})

test('a product has every field of its creation, and of its change', async () => {
  const { id: typeId } = await manager.call(productTypes.create, { body: { name: 'Hardware' } })
  const body = {
    sku: 'NEW-1',
    oemSku: 'OEM-1',
    externalIds: { erp: 'P-1' } as Record<string, string>,
    name: 'New',
    description: 'A new one',
    priceMsrp: 12.5,
    currencyId: 978,
    isLicense: true,
    licensePrefix: 'NEW',
    licenseActivationRule: 'activation' as const,
    licenseMaxVersion: '4.2',
    seatReclaimDays: 30 as number | null,
    selfReleases: 2,
    licenseIsPerpetual: false,
    licenseDurationYears: 1,
    licenseDurationMonths: 2,
    licenseDurationDays: 3,
    maintenanceIsPerpetual: false,
    maintenanceDurationYears: 4,
    maintenanceDurationMonths: 5,
    maintenanceDurationDays: 6,
    islicenseUpgradeRight: true,
    isLicenseTrial: true,
    extendedProductId: productOf('EDGE-1Y').productId,
    subscriptionId: null,
    originalProductId: productOf('BOX').productId,
    airServerRequired: true,
    environmentType: 2 as const,
    type: typeId,
    tenants: [world.tenantId],
    status: 'Pending' as const,
  }
  const { id } = await manager.call(catalogue.create, { body })
  const comparable = async () => {
    const product = await manager.call(catalogue.read, { params: { id } })
    return [
      product,
      {
        currencyId: product.currency.currencyId,
        type: product.type?.id,
        tenants: product.tenants.map((tenant) => tenant.id),
      },
    ] as const
  }
  expectWritten(catalogue.create.body, body, ...(await comparable()))

  const right = { islicenseUpgradeRight: false, isLicenseTrial: false, extendedProductId: null, subscriptionId: 1 }
  const change = {
    ...body,
    ...right,
    sku: 'NEW-2',
    oemSku: 'OEM-2',
    externalIds: { erp: 'P-2' },
    name: 'Newer',
    description: 'Newer',
    priceMsrp: 9,
  }
  const other = { licensePrefix: 'NWR', licenseActivationRule: 'firstnextmonth' as const, licenseMaxVersion: '5' }
  const seats = { seatReclaimDays: null, selfReleases: 3 }
  const changed = { ...change, ...other, ...seats, airServerRequired: false, environmentType: 1 as const, type: null }
  await manager.call(catalogue.update, { params: { id }, body: { ...changed, status: 'Active' } })
  const [product, names] = await comparable()
  expectWritten(catalogue.update.body, { ...changed, status: 'Active' }, product, { ...names, type: product.type })
})

test('an environment, a price list, a product type and a certificate have every field of their requests', async () => {
  const names = { customerName: 'San Carlo', customerEnvironmentId: 'SC-1' }
  const environment = { ...names, accountId: acme.accountId, parentAccountId: acme.accountId }
  const { id: environmentId } = await acme.call(environments.create, { body: environment })
  const made = await read(acme, environments, environmentId)
  expectWritten(environments.create.body, environment, made, { parentAccountId: made.accountId })
  const renamed = { customerName: 'San Marco', customerEnvironmentId: 'SM-1' }
  await acme.call(environments.update, { params: { id: environmentId }, body: renamed })
  expectWritten(environments.update.body, renamed, await read(acme, environments, environmentId))

  const list = { name: 'Spring', currencyId: 978, parentAccountId: vendor.accountId, items: [] }
  const { id: listId } = await vendor.call(priceLists.create, { body: list })
  const stored = await read(vendor, priceLists, listId)
  expectWritten(priceLists.create.body, list, stored, { items: [], parentAccountId: undefined })
  const dollars = { name: 'Summer', currencyId: 840 }
  await vendor.call(priceLists.update, { params: { id: listId }, body: dollars })
  expectWritten(priceLists.update.body, dollars, await read(vendor, priceLists, listId))

  const type = { name: 'Services', description: 'Hours', features: [] }
  const { id: typeId } = await manager.call(productTypes.create, { body: type })
  expectWritten(productTypes.create.body, type, await read(manager, productTypes, typeId))
  const better = { name: 'Service', description: 'Days', features: [] }
  await manager.call(productTypes.update, { params: { id: typeId }, body: better })
  expectWritten(productTypes.update.body, better, await read(manager, productTypes, typeId))

  const certificate = {
    name: 'Edge expert',
    description: 'Two days',
    category: 'Technical',
    badgeColor: '#00aaff',
    durationMonths: 24,
    kind: 'User' as const,
    status: 'Confirmed' as const,
  }
  const { id: certificateId } = await manager.call(certificates.create, { body: certificate })
  expectWritten(certificates.create.body, certificate, await read(manager, certificates, certificateId))
  const longer = {
    ...certificate,
    name: 'Edge master',
    description: 'A week',
    category: 'Sales',
    badgeColor: '#ff0000',
    durationMonths: 12,
    status: 'Canceled' as const,
  }
  await manager.call(certificates.update, { params: { id: certificateId }, body: longer })
  expectWritten(certificates.update.body, longer, await read(manager, certificates, certificateId))
})

test('a user has every field of a change of the profile', async () => {
  const profile = {
    id: acme.userId,
    firstName: 'Ada',
    lastName: 'Newname',
    timeZone: 'Europe/Oslo',
    languageCode: 'it' as const,
    isNotificationEnabled: false,
  }
  await acme.call(users.update, { params: { id: acme.userId }, body: profile })
  const { items: people } = await acme.call(users.search, { body: {} })
  const user = people.find(({ userId }) => userId === acme.userId)
  expectWritten(users.update.body, profile, user ?? {}, { id: user?.userId })
})

/** Requests that are compared in tests of their own modules, or that create no record with these fields. */
const elsewhere = [
  'accountCertificates.create',
  'apiKeys.create',
  'approvalRules.create',
  'attachments.update',
  'delegations.create',
  'directories.create',
  'exports.create',
  'files.update',
  'imports.create',
  'installation.create',
  'licenses.create',
  'listViews.create',
  'listViews.update',
  'pricePlans.create',
  'userCertificates.create',
  'users.create',
  'webhooks.create',
  'webhooks.update',
]

test('every request that creates or updates a record is compared here or listed as tested elsewhere', () => {
  const changing = world.app.routes.filter(({ name, endpoint }) => /\.(create|update)$/.test(name) && endpoint.body)
  const missing = changing.filter(({ endpoint }) => !compared.has(endpoint.body)).map(({ name }) => name)
  expect(missing.toSorted()).toEqual(elsewhere)
})
