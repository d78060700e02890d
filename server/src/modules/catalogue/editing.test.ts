import { catalogue, type ProductDraft } from '@trellis/contract/catalogue'
import type { RequestOf } from '@trellis/contract/endpoint'
import { priceLists } from '@trellis/contract/price-lists'
import { productTypes } from '@trellis/contract/product-types'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { network } from '../../testing/network.ts'

const world = await network()
const { vendor, manager, nordico, acme, acmeBasic, fjord, canary, products, db } = world

type Draft = RequestOf<typeof catalogue.create>['body']
let made = 0
const draft = (more: Partial<Draft> = {}): Draft => ({
  sku: `NEW-${++made}`,
  name: 'Something new',
  priceMsrp: 12.5,
  ...more,
})
const license = (more: Partial<Draft> = {}): Draft =>
  draft({ isLicense: true, licensePrefix: 'NEW', licenseActivationRule: 'activation', subscriptionId: 1, ...more })
const idOf = (sku: string) => products[sku]?.productId ?? ''
const inVerdant = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
const audited = (action: string, id: string) =>
  db.read(inVerdant).rows<{ before: unknown; after: unknown; user_id: string }>(sql`
    select before, after, user_id from audit_log where tenant_id = current_tenant() and action = ${action} and entity_id = ${id}`)

/** Creates a product as the manager and makes it Active, as the editor screen does. */
async function active(body: Draft): Promise<string> {
  const { id } = await manager.call(catalogue.create, { body })
  await manager.call(catalogue.update, { params: { id }, body: { ...body, status: 'Active' } })
  return id
}

describe('the editor', () => {
  test('a new product is pending until its editor activates it, and the audit log records who did', async () => {
    const body = draft({ description: 'Ünusual', oemSku: 'OEM-1' })
    const { id } = await manager.call(catalogue.create, { body })
    expect(await manager.call(catalogue.read, { params: { id } })).toMatchObject({
      status: 'Pending',
      description: 'Ünusual',
      oemSku: 'OEM-1',
      priceMsrp: 12.5,
      currency: { currencyCode: 'EUR' },
      tenants: [{ name: 'Verdant' }],
      createdBy: 'Max Verdant',
    })
    const updated = await manager.call(catalogue.update, {
      params: { id },
      body: { ...body, name: 'Renamed', status: 'Active' },
    })
    expect(updated).toMatchObject({ status: 'Active', name: 'Renamed', customPrice: 12.5 })
    expect(await audited('product.created', id)).toMatchObject([{ user_id: manager.userId, after: { sku: body.sku } }])
    expect(await audited('product.updated', id)).toMatchObject([
      { before: { name: 'Something new', status: 'Pending' }, after: { name: 'Renamed', status: 'Active' } },
    ])
    const refusal = await manager.refused(catalogue.create, { body: draft({ status: 'Active' }) })
    expect(refusal).toMatchObject({ code: 'RQ422', info: { issues: [{ path: 'status' }] } })
  })

  test('255 years and perpetual mean the same, whichever is sent', async () => {
    const said = await manager.call(catalogue.create, {
      body: license({ licenseIsPerpetual: true, maintenanceDurationYears: 255 }),
    })
    expect(await manager.call(catalogue.read, { params: said })).toMatchObject({
      licenseIsPerpetual: true,
      licenseDurationYears: 255,
      maintenanceIsPerpetual: true,
      maintenanceDurationYears: 255,
    })
  })

  test('an upgrade right extends products instead of having a subscription, and can extend neither itself nor a deleted product', async () => {
    const upgrade = license({ islicenseUpgradeRight: true, extendedProductId: idOf('CORE-PERP') })
    const { id } = await manager.call(catalogue.create, { body: upgrade })
    expect(await manager.call(catalogue.read, { params: { id } })).toMatchObject({
      extendedSku: 'CORE-PERP',
      subscriptionId: null,
      islicenseUpgradeRight: true,
    })
    const pathOf = async (body: Draft) => {
      const refusal = await manager.refused(catalogue.update, { params: { id }, body })
      return (
        (refusal.info as { issues: { path: unknown }[] } | null)?.issues.map((issue) => String(issue.path)) ??
        refusal.code
      )
    }
    expect(await pathOf({ ...upgrade, extendedProductId: null })).toEqual(['extendedProductId'])
    expect(await pathOf({ ...upgrade, extendedProductId: id.toUpperCase() })).toEqual(['extendedProductId'])
    expect(await pathOf({ ...upgrade, islicenseUpgradeRight: false, subscriptionId: null })).toEqual(['subscriptionId'])
    expect(await pathOf({ ...upgrade, extendedProductId: newId() })).toBe('RQ404')
    expect(await pathOf({ ...upgrade, type: newId() })).toBe('RQ404')
    expect(await pathOf({ ...upgrade, originalProductId: newId() })).toBe('RQ404')
    expect(await pathOf({ ...upgrade, islicenseUpgradeRight: false, subscriptionId: 99 })).toEqual(['subscriptionId'])
    expect(await pathOf({ ...upgrade, currencyId: 2 ** 40 })).toEqual(['currencyId'])
  })

  test('a license product without prefix or rule, or with an invalid amount, is refused with the field named (threats M2)', async () => {
    const wrong: [Partial<ProductDraft> | Record<string, unknown>, string][] = [
      [{ licensePrefix: null }, 'licensePrefix'],
      [{ licensePrefix: 'lower' }, 'licensePrefix'],
      [{ licenseActivationRule: null }, 'licenseActivationRule'],
      [{ licenseDurationYears: 256 }, 'licenseDurationYears'],
      [{ priceMsrp: -0.01 }, 'priceMsrp'],
      [{ priceMsrp: 1.00001 }, 'priceMsrp'],
      [{ priceMsrp: 1e15 }, 'priceMsrp'],
      [{ priceMsrp: '1,5' }, 'priceMsrp'],
      [{ priceMsrp: 1e308 }, 'priceMsrp'],
      [{ priceMsrp: null }, 'priceMsrp'],
      [{ priceMsrp: [1] }, 'priceMsrp'],
      [{ priceMsrp: true }, 'priceMsrp'],
      [{ licenseDurationDays: 1.5 }, 'licenseDurationDays'],
      [{ maintenanceDurationMonths: '1' }, 'maintenanceDurationMonths'],
      [{ environmentType: 3 }, 'environmentType'],
      [{ status: 'Unknown' }, 'status'],
      [{ name: ' ' }, 'name'],
      [{ sku: 'a\u0000' }, 'sku'],
      [{ isSuperAdmin: true }, 'isSuperAdmin'],
    ]
    for (const [more, path] of wrong) {
      const { status, body } = await manager.raw(catalogue.create, { body: { ...license(), ...more } })
      expect({ path, status, body }).toMatchObject({ status: 422, body: { info: { issues: [{ path }] } } })
    }
  })

  test('a SKU is unique within a tenant, and the error reveals nothing about another tenant', async () => {
    const body = draft()
    const { id } = await manager.call(catalogue.create, { body })
    expect(await manager.refused(catalogue.create, { body })).toMatchObject({ status: 409, code: 'PD409' })
    const taken = await manager.refused(catalogue.update, { params: { id }, body: { ...body, sku: 'BOX' } })
    expect(taken.code).toBe('PD409')
    expect(await canary.call(catalogue.create, { body })).toHaveProperty('id')
  })

  test('creating twice with the same key makes one product', async () => {
    const request = { body: draft(), headers: { 'idempotency-key': 'one product' } }
    const first = await manager.call(catalogue.create, request)
    expect(await manager.call(catalogue.create, request)).toEqual(first)
  })

  test('partners cannot change products', async () => {
    const params = { id: idOf('BOX') }
    for (const somebody of [nordico, acme, acmeBasic, fjord]) {
      expect((await somebody.refused(catalogue.create, { body: draft() })).code).toBe('RQ403')
      expect((await somebody.refused(catalogue.update, { params, body: draft() })).code).toBe('RQ403')
      expect((await somebody.refused(catalogue.remove, { params })).code).toBe('RQ403')
    }
  })
})

describe('deleting', () => {
  test('deleting an unused product removes it; one on a price list is marked Deleted and disappears from the lists', async () => {
    const alone = await active(draft())
    await manager.call(catalogue.remove, { params: { id: alone } })
    expect((await manager.refused(catalogue.read, { params: { id: alone } })).code).toBe('RQ404')
    expect(await audited('product.removed', alone)).toHaveLength(1)

    const body = draft()
    const listed = await active(body)
    const list = await vendor.call(priceLists.create, {
      body: { name: 'Soon short', currencyId: 978, items: [{ productId: listed, customPrice: 1 }] },
    })
    await manager.call(catalogue.remove, { params: { id: listed } })
    expect(await manager.call(catalogue.read, { params: { id: listed } })).toMatchObject({
      status: 'Deleted',
      customPrice: null,
    })
    const found = await manager.call(catalogue.search, { body: { filterBy: [{ field: 'sku', values: [body.sku] }] } })
    expect(found.count).toBe(0)
    const asked = await manager.call(catalogue.search, {
      body: {
        filterBy: [
          { field: 'sku', values: [body.sku] },
          { field: 'status', values: ['Deleted'] },
        ],
      },
    })
    expect(asked.items).toMatchObject([{ productId: listed }])
    expect(await audited('product.deleted', listed)).toMatchObject([{ before: { status: 'Active' } }])
    const again = await vendor.refused(priceLists.create, {
      body: { name: 'Too late', currencyId: 978, items: [{ productId: listed, customPrice: 1 }] },
    })
    expect(again).toMatchObject({ code: 'RQ422', info: { issues: [{ path: 'items.0.productId' }] } })
    expect(await vendor.call(priceLists.read, { params: list })).toMatchObject({ products: [{ status: 'Deleted' }] })
  })

  test('the preview shows what deleting will do, and changes nothing', async () => {
    const base = await active(license())
    const upgrade = await active(license({ islicenseUpgradeRight: true, extendedProductId: base }))
    const before = await manager.call(catalogue.read, { params: { id: base } })
    for (const [id, outcome] of [
      [base, 'marked'],
      [upgrade, 'removed'],
      [base, 'marked'],
    ] as const) {
      expect(await manager.call(catalogue.removal, { params: { id } })).toEqual({ outcome })
    }
    expect(await manager.call(catalogue.read, { params: { id: base } })).toEqual(before)
    expect(await manager.call(catalogue.read, { params: { id: upgrade } })).toMatchObject({ status: 'Active' })
    expect(await audited('product.removed', upgrade)).toHaveLength(0)
    expect((await acme.refused(catalogue.removal, { params: { id: base } })).code).toBe('RQ403')
    expect((await canary.refused(catalogue.removal, { params: { id: base } })).code).toBe('RQ404')
  })

  test('a product that another one extends is marked Deleted', async () => {
    const base = await active(license())
    await active(license({ islicenseUpgradeRight: true, extendedProductId: base }))
    await manager.call(catalogue.remove, { params: { id: base } })
    expect(await manager.call(catalogue.read, { params: { id: base } })).toMatchObject({ status: 'Deleted' })
  })
})

test('the extensions of a product are the active ones that the reader can buy', async () => {
  const base = idOf('CORE-PERP')
  const own = await active(license({ name: 'Zeta', islicenseUpgradeRight: true, extendedProductId: base }))
  await manager.call(catalogue.create, { body: license({ islicenseUpgradeRight: true, extendedProductId: base }) })
  const all = await manager.call(catalogue.extensions, { params: { id: base } })
  expect(all.map(({ productId }) => productId)).toEqual([idOf('CORE-MNT'), own])
  expect(await acme.call(catalogue.extensions, { params: { id: base } })).toMatchObject([
    { sku: 'CORE-MNT', customPrice: 90 },
  ])
})

describe('a product published in another tenant', () => {
  const borealis = newId()
  const inBorealis = { ...inVerdant, tenantId: borealis }
  const seenThere = (productId: string) =>
    db.read(inBorealis).rows(sql`
    select p.status, b.owner_tenant_id from product_publications b join products p using (product_id)
    where b.tenant_id = current_tenant() and b.product_id = ${productId}`)

  beforeAll(() =>
    db.administer(inBorealis, (tx) =>
      tx.run(
        sql`insert into tenants (tenant_id, code, name, currency_id) values (${borealis}, 'borealis', 'Borealis', 978)`,
      ),
    ),
  )

  test('who saves a product as it is leaves no event, also with its tenants, type and external ids; each change of those is told', async () => {
    const { id: type } = await manager.call(productTypes.create, { body: { name: 'Saved again' } })
    const [ours, theirs] = [world.tenantId, borealis]
    const body = license({ type, tenants: [theirs], externalIds: { erp: 'M-1' }, description: 'Saved' })
    const { id } = await vendor.call(catalogue.create, { body })
    const save = (more: Partial<Draft> = {}) =>
      vendor.call(catalogue.update, { params: { id }, body: { ...body, ...more } })
    const told = async () => (await audited('product.updated', id)).map(({ before, after }) => ({ before, after }))
    await save()
    await save({ tenants: [ours.toUpperCase(), theirs], type: { id: type } })
    await save({ licenseDurationYears: 0 })
    expect(await told()).toEqual([])
    await save({ tenants: [] })
    expect(await told()).toMatchObject([{ before: { tenants: [ours, theirs].sort() }, after: { tenants: [ours] } }])
    await save({ externalIds: { erp: null }, tenants: [] })
    await save({ externalIds: { erp: null }, tenants: [], description: null })
    expect((await told()).slice(1)).toMatchObject([
      { before: { externalIds: { erp: 'M-1' } }, after: { externalIds: {} } },
      { before: { description: 'Saved' }, after: { description: null } },
    ])
  })

  test('is read-only there, and only a super admin can publish it', async () => {
    const body = draft()
    const { id } = await vendor.call(catalogue.create, { body: { ...body, tenants: [borealis.toUpperCase()] } })
    expect(await seenThere(id)).toHaveLength(1)
    expect(await vendor.call(catalogue.read, { params: { id } })).toMatchObject({
      tenants: [{ name: 'Borealis' }, { name: 'Verdant' }],
    })
    expect(await manager.call(catalogue.read, { params: { id } })).toMatchObject({ tenants: [{ name: 'Verdant' }] })

    const refusal = await manager.refused(catalogue.update, { params: { id }, body: { ...body, tenants: [borealis] } })
    expect(refusal.code).toBe('RQ403')
    expect((await manager.refused(catalogue.create, { body: draft({ tenants: [newId()] }) })).code).toBe('RQ403')
    expect((await vendor.refused(catalogue.create, { body: draft({ tenants: [newId()] }) })).code).toBe('RQ404')

    // The request names only the tenants that the editor saw, so saving must not unpublish the product elsewhere.
    await manager.call(catalogue.update, { params: { id }, body: { ...body, tenants: [world.tenantId] } })
    expect(await seenThere(id)).toHaveLength(1)

    await expect(
      db.write(inBorealis, (tx) => tx.run(sql`update products set name = 'Ours now' where product_id = ${id}`)),
    ).resolves.toBe(0)
    const { productId } = products.BOX ?? { productId: '' }
    await expect(
      db.write(inBorealis, (tx) =>
        tx.run(
          sql`insert into product_publications (product_id, owner_tenant_id) values (${productId}, ${world.tenantId})`,
        ),
      ),
    ).rejects.toThrow('row-level security')

    await vendor.call(catalogue.update, { params: { id }, body: { ...body, tenants: [] } })
    expect(await seenThere(id)).toHaveLength(0)
  })

  test('a super admin of that tenant can read it, but changing it is refused over HTTP', async () => {
    const there = await db.shared.row<{ tenant_id: string }>(sql`select tenant_id from tenants where code = 'canary'`)
    const body = draft()
    const { id } = await vendor.call(catalogue.create, { body: { ...body, tenants: [there?.tenant_id ?? ''] } })
    const refusals = [
      await canary.refused(catalogue.update, { params: { id }, body: { ...body, name: 'Ours now' } }),
      await canary.refused(catalogue.remove, { params: { id } }),
    ]
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 403, code: 'RQ403' })
    expect(await canary.call(catalogue.read, { params: { id } })).toMatchObject({
      name: body.name,
      status: 'Pending',
      // Whom the product is from, and nothing about other tenants that it is published in.
      publishedBy: { id: world.tenantId, name: 'Verdant' },
      tenants: [{ name: 'Canary tenant' }],
      blocked: { update: 'RQ403', delete: 'RQ403' },
    })
  })

  test('the owner of a published product sees in which tenants, those tenants see the owner, and a third sees nothing (rules C12)', async () => {
    const body = draft()
    const { id } = await vendor.call(catalogue.create, { body: { ...body, tenants: [borealis] } })
    expect(await vendor.call(catalogue.read, { params: { id } })).toMatchObject({
      publishedBy: null,
      tenants: [{ name: 'Borealis' }, { name: 'Verdant' }],
    })
    // The canary tenant is the third: neither the product nor its publication is there.
    expect(await canary.refused(catalogue.read, { params: { id } })).toMatchObject({ status: 404, code: 'RQ404' })
    const listed = await canary.call(catalogue.search, { body: { limit: 3000 } })
    expect(listed.items.map(({ sku }) => sku)).not.toContain(body.sku)
    // Taken back where nobody uses it, it is gone there.
    await vendor.call(catalogue.update, { params: { id }, body: { ...body, tenants: [] } })
    expect(await seenThere(id)).toEqual([])
  })

  test('it stays where it is used, and is marked Deleted when its owner deletes it', async () => {
    const body = draft()
    const { id } = await vendor.call(catalogue.create, { body: { ...body, tenants: [borealis] } })
    await db.administer(inBorealis, async (tx) => {
      const account = newId()
      const list = newId()
      await tx.run(
        sql`insert into account_groups (group_id, name, level) values (3, 'OPCO', 20) on conflict do nothing`,
      )
      await tx.run(sql`insert into accounts (account_id, code, name, group_id) values (${account}, 'B', 'Borealis', 3)`)
      await tx.run(
        sql`insert into price_lists (price_list_id, account_id, name, currency_id) values (${list}, ${account}, 'B', 978)`,
      )
      await tx.run(
        sql`insert into price_list_items (price_list_id, product_id, custom_price) values (${list}, ${id}, 1)`,
      )
    })
    const refusal = await vendor.refused(catalogue.update, { params: { id }, body: { ...body, tenants: [] } })
    expect(refusal).toMatchObject({ status: 409, code: 'RQ409' })
    await vendor.call(catalogue.remove, { params: { id } })
    expect(await seenThere(id)).toMatchObject([{ status: 'Deleted' }])
  })
})
