import { catalogue } from '@trellis/contract/catalogue'
import { productTypes } from '@trellis/contract/product-types'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { network } from '../../testing/network.ts'

const world = await network()
const { vendor, manager, nordico, acmeBasic, canary } = world
const context = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }

const typeIds = { double: 1, bool: 2, string: 3, object: 4, dateTime: 5, int: 6 } as const
type TypeName = keyof typeof typeIds

const feature = async (name: string, type: TypeName) =>
  (
    await manager.call(productTypes.createFeature, {
      body: { name, description: `What ${name} is`, typeId: typeIds[type] },
    })
  ).id
const type = async (name: string, features?: { id: string; value?: never }[]) =>
  (await manager.call(productTypes.create, { body: { name, ...(features && { features }) } })).id
const read = (id: string) => manager.call(productTypes.read, { params: { id } })

test('a product type has typed features, sorted by name, and shows the number of its products', async () => {
  const size = await feature('Size', 'double')
  const cores = await feature('Cores', 'int')
  const { id } = await manager.call(productTypes.create, {
    body: { name: 'Appliance', description: 'A box', features: [{ id: size, value: 1.5 }, { id: cores }] },
  })
  const shown = await read(id)
  expect(shown).toMatchObject({
    name: 'Appliance',
    description: 'A box',
    products: 0,
    blocked: { update: null, delete: null },
    features: [
      { name: 'Cores', typeName: 'int', typeId: 6, value: null },
      { name: 'Size', typeName: 'double', value: 1.5 },
    ],
  })
  const listed = await nordico.call(productTypes.search, { body: { filterBy: [{ field: 'name', values: ['appli'] }] } })
  expect(listed.items.map((item) => ({ ...item, createdBy: null, blocked: null }))).toEqual([
    { ...shown, createdBy: null, blocked: null },
  ])
})

test('a value must have the type of its feature, and null is valid for every type', async () => {
  const values: Record<TypeName, { good: unknown[]; bad: unknown[] }> = {
    double: { good: [0.25, -3], bad: ['1', true, {}] },
    int: { good: [7, -7], bad: [1.5, '7', 2 ** 53] },
    bool: { good: [true, false], bad: [0, 'true'] },
    string: { good: ['', 'x'], bad: [1, {}] },
    dateTime: { good: ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00+02:00'], bad: ['2026-03-01', 'soon', 5] },
    object: { good: [{}, { a: [1, { b: null }] }], bad: ['{}', [1], 4] },
  }
  for (const [name, { good, bad }] of Object.entries(values)) {
    const id = await feature(`value of ${name}`, name as TypeName)
    const typeId = await type(`holds ${name}`)
    const set = (value: unknown) =>
      manager.raw(productTypes.update, {
        params: { id: typeId },
        body: { name: `holds ${name}`, features: [{ id, value }] },
      })
    for (const value of [...good, null]) {
      expect((await set(value)).status, `${name} ${JSON.stringify(value)}`).toBe(200)
      expect((await read(typeId)).features[0]?.value).toEqual(value)
    }
    for (const value of bad) {
      const answer = await set(value)
      expect(answer, `${name} ${JSON.stringify(value)}`).toMatchObject({ status: 422, body: { code: 'RQ422' } })
      expect(JSON.stringify(answer.body)).toContain('features')
      expect((await read(typeId)).features[0]?.value).toEqual(null)
    }
  }
})

test('saving replaces the features that are sent, and keeps all of them when none are sent', async () => {
  const [one, two] = [await feature('One', 'string'), await feature('Two', 'string')]
  const { id } = await manager.call(productTypes.create, {
    body: { name: 'Pair', features: [{ id: one, value: 'a' }] },
  })
  const update = (body: object) =>
    manager.call(productTypes.update, { params: { id }, body: { name: 'Pair', ...body } })
  expect((await update({ features: [{ id: two, value: 'b' }] })).features.map(({ name }) => name)).toEqual(['Two'])
  expect((await update({ description: 'kept' })).features.map(({ value }) => value)).toEqual(['b'])
  expect((await update({ features: [] })).features).toEqual([])
})

test('its event tells the features before and after; who saves what is there, in whatever order, leaves none', async () => {
  const [one, two] = [await feature('First of both', 'int'), await feature('Second of both', 'string')]
  const { id } = await manager.call(productTypes.create, { body: { name: 'Told', features: [{ id: one, value: 1 }] } })
  const save = (features?: { id: string; value?: unknown }[]) =>
    manager.call(productTypes.update, {
      params: { id },
      body: { name: 'Told', ...(features && { features }) } as never,
    })
  const told = () =>
    world.db.read(context).rows<{ before: unknown; after: unknown }>(sql`
      select before, after from audit_log
      where tenant_id = current_tenant() and action = 'product_type.updated' and entity_id = ${id} order by audit_id`)
  await save([{ id: two, value: 'x' }, { id: one }])
  await save([{ id: one.toUpperCase() }, { id: two, value: 'x' }])
  await save()
  const both = [
    { id: one, value: null },
    { id: two, value: 'x' },
  ].sort((a, b) => a.id.localeCompare(b.id))
  const plain = { name: 'Told', description: null }
  expect(await told()).toEqual([
    { before: { ...plain, features: [{ id: one, value: 1 }] }, after: { ...plain, features: both } },
  ])
  await save([{ id: two, value: 'y' }, { id: one }])
  expect(await told()).toHaveLength(2)
})

test('a feature of a value type this version does not know is not shown, and every save keeps it', async () => {
  const id = await type('From the future')
  const future = newId()
  await world.db.write(context, async (tx) => {
    await tx.run(sql`insert into features (feature_id, name, value_type) values (${future}, 'Hologram', 99)`)
    await tx.run(sql`insert into product_type_features (type_id, feature_id, value) values (${id}, ${future}, '"x"')`)
  })
  expect((await read(id)).features).toEqual([])
  await manager.call(productTypes.update, { params: { id }, body: { name: 'From the future', features: [] } })
  const kept = await world.db
    .read(context)
    .rows<{ value: string }>(sql`select value from product_type_features where type_id = ${id}`)
  expect(kept).toEqual([{ value: 'x' }])
  const names = (await manager.call(productTypes.searchFeatures, { body: {} })).items.map(({ name }) => name)
  expect(names).not.toContain('Hologram')
  expect((await manager.call(catalogue.featuresLookup)).map(({ name }) => name)).not.toContain('Hologram')
})

test('a type that a product has, and a feature that a type has, cannot be deleted', async () => {
  const used = await feature('In use', 'bool')
  const id = await type('Used', [{ id: used }])
  const product = world.products['EDGE-1Y']
  await world.db.write(context, (tx) =>
    tx.run(sql`update products set type_id = ${id} where product_id = ${product?.productId ?? ''}`),
  )
  expect(await read(id)).toMatchObject({ products: 1, blocked: { delete: 'RQ409' } })
  expect(await manager.refused(productTypes.remove, { params: { id } })).toMatchObject({ code: 'RQ409' })
  expect(await manager.refused(productTypes.removeFeature, { params: { id: used } })).toMatchObject({ code: 'RQ409' })
  expect((await read(id)).features).toHaveLength(1)

  await world.db.write(context, (tx) => tx.run(sql`update products set type_id = null where type_id = ${id}`))
  await manager.call(productTypes.remove, { params: { id } })
  await manager.call(productTypes.removeFeature, { params: { id: used } })
  expect((await manager.refused(productTypes.read, { params: { id } })).code).toBe('RQ404')
})

test('a name is unique and cannot be empty', async () => {
  const id = await type('Twin')
  await feature('Twin', 'int')
  const other = await type('Other')
  const clash = { code: 'RQ422', info: { issues: [{ path: 'name', code: 'taken' }] } }
  expect(await manager.refused(productTypes.create, { body: { name: 'Twin' } })).toMatchObject(clash)
  expect(await manager.refused(productTypes.update, { params: { id: other }, body: { name: 'Twin' } })).toMatchObject(
    clash,
  )
  expect(
    await manager.refused(productTypes.createFeature, { body: { name: 'Twin', description: 'x', typeId: 1 } }),
  ).toMatchObject(clash)
  for (const name of ['', '  ', 'a\u0000b']) {
    expect((await manager.refused(productTypes.update, { params: { id }, body: { name } })).code).toBe('RQ422')
  }
})

test('a feature can be renamed, but keeps its value type', async () => {
  const id = await feature('Colour', 'string')
  const changed = await manager.call(productTypes.updateFeature, {
    params: { id },
    body: { name: 'Color', description: 'As painted' },
  })
  expect(changed).toMatchObject({ name: 'Color', description: 'As painted', typeName: 'string', productTypes: 0 })
  const body = { name: 'Color', description: 'As painted', typeId: 2 }
  expect((await manager.raw(productTypes.updateFeature, { params: { id }, body })).body).toEqual(changed)
})

test('a partner sees for each type the number of products that it can buy, and no others', async () => {
  const id = await type('Counted')
  for (const sku of ['EDGE-1Y', 'BOX', 'HIDDEN', 'DRAFT'])
    await world.db.write(context, (tx) =>
      tx.run(sql`update products set type_id = ${id} where product_id = ${world.products[sku]?.productId ?? ''}`),
    )
  expect((await read(id)).products).toBe(4)
  for (const partner of [nordico, acmeBasic]) {
    expect((await partner.call(productTypes.read, { params: { id } })).products).toBe(2)
    const { items } = await partner.call(productTypes.search, { body: { limit: 3000 } })
    expect(items.find((item) => item.id === id)?.products).toBe(2)
  }
})

test('partners can read types but not change them, and another tenant sees none of them (threats T2, Z2)', async () => {
  const used = await feature('Ours', 'int')
  const id = await type('Ours', [{ id: used }])
  expect((await acmeBasic.call(productTypes.read, { params: { id } })).blocked).toEqual({
    update: 'RQ403',
    delete: 'RQ403',
  })
  for (const partner of [nordico, acmeBasic]) {
    expect((await partner.refused(productTypes.update, { params: { id }, body: { name: 'Mine' } })).code).toBe('RQ403')
    expect((await partner.refused(productTypes.remove, { params: { id } })).code).toBe('RQ403')
  }
  expect((await canary.refused(productTypes.read, { params: { id } })).code).toBe('RQ404')
  expect((await canary.refused(productTypes.update, { params: { id }, body: { name: 'x' } })).code).toBe('RQ404')
  expect((await canary.refused(productTypes.removeFeature, { params: { id: used } })).code).toBe('RQ404')
  const stolen = { body: { name: 'Stolen', features: [{ id: used, value: 1 }] } }
  expect((await canary.refused(productTypes.create, stolen)).code).toBe('RQ404')
  expect((await canary.call(productTypes.search, { body: {} })).items.map(({ name }) => name)).not.toContain('Ours')
  expect((await vendor.call(productTypes.read, { params: { id } })).features).toHaveLength(1)
})
