import { audit } from '@trellis/contract/audit'
import { catalogue } from '@trellis/contract/catalogue'
import { imports } from '@trellis/contract/imports'
import { priceLists } from '@trellis/contract/price-lists'
import { pricing } from '@trellis/contract/pricing'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { dice } from '../../testing/dice.ts'
import { network } from '../../testing/network.ts'
import { runQueued } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'
import { importTask } from './queries.ts'

/* The audit log tells of every change of a price: who, when, from what and to what (rules G20). */

const world = await network()
const { vendor } = world

const skus = Array.from({ length: 120 }, (_, index) => `REPLAY-${String(index).padStart(3, '0')}`)
const [vendorCode] = await raw<{ code: string }>(world, 'select code from accounts where account_id = $1', [
  vendor.accountId,
])

async function bring(kind: 'products' | 'price-lists', lines: string[]) {
  const { id } = await vendor.call(imports.create, {
    body: { kind, fileName: `${kind}.csv`, csv: `${lines.join('\n')}\n`, dryRun: false },
  })
  await runQueued(world, importTask)
  expect(await vendor.call(imports.read, { params: { id } })).toMatchObject({ outcome: 'imported' })
}
await bring('products', ['sku,name,price', ...skus.map((sku, index) => `${sku},Replay ${index},100`)])
const products = new Map(
  (await vendor.call(catalogue.list)).filter(({ sku }) => skus.includes(sku)).map((each) => [each.sku, each.productId]),
)
const idOf = (sku: string) => products.get(sku) ?? ''

interface Fact {
  productId: string
  productName: string
  customPrice: number
}
type Side = (Fact & { items?: Fact[] }) | null
interface Event {
  action: string
  entity_id: string
  user_id: string
  before: Side
  after: Side
}
const events = () =>
  raw<Event>(
    world,
    `select action, entity_id, user_id, before, after from audit_log
     where entity = 'price_list' and action <> 'price_list.created' and action <> 'price_list.updated' order by audit_id`,
  )
const factsOf = (side: Side): Fact[] => side?.items ?? (side?.productId ? [side] : [])
const terms = ({ productName: _, ...fact }: Fact) => JSON.stringify(fact)

/** The prices that follow from the audit log alone: list and product → price with its discount. */
function replay(log: Event[]): Map<string, string> {
  const now = new Map<string, string>()
  for (const { entity_id, before, after } of log) {
    const keyOf = ({ productId }: Fact) => `${entity_id} ${productId}`
    const former = new Map(factsOf(before).map((fact) => [keyOf(fact), terms(fact)]))
    const next = new Map(factsOf(after).map((fact) => [keyOf(fact), terms(fact)]))
    for (const key of new Set([...former.keys(), ...next.keys()])) {
      expect(former.get(key), 'what was before').toBe(now.get(key))
      expect(next.get(key), 'a change').not.toBe(now.get(key))
      const price = next.get(key)
      if (price === undefined) now.delete(key)
      else now.set(key, price)
    }
  }
  return now
}

const held = async () =>
  new Map(
    (
      await raw<{ key: string; fact: Fact }>(
        world,
        `select i.price_list_id || ' ' || product_id as key, jsonb_strip_nulls(jsonb_build_object(
           'productId', product_id, 'sku', p.sku, 'customPrice', trim_scale(custom_price),
           'customPriceDiscountType', discount_type, 'customPriceDiscountAmount', trim_scale(discount_amount))) as fact
         from price_list_items i join products p using (tenant_id, product_id)
         where i.tenant_id = $1 and p.sku like 'REPLAY%'`,
        [world.tenantId],
      )
    ).map(({ key, fact }) => [key, terms(fact)]),
  )

test('the prices of all lists follow from the audit log, whichever way they were changed', {
  tags: ['long'],
}, async () => {
  const { one, below, chance } = dice(20261123)
  const some = (most: number) => [...new Set(Array.from({ length: 1 + below(most) }, () => one(skus)))]
  const price = () => below(500_000) / 10_000
  const discounted = (sku: string) => ({
    productId: idOf(sku),
    customPrice: price(),
    ...(chance(0.4) && { customPriceDiscountType: 'percentage' as const, customPriceDiscountAmount: below(90) }),
  })
  const lists: { id: string; name: string }[] = []
  const create = async (name: string, items: ReturnType<typeof discounted>[]) =>
    lists.push({ ...(await vendor.call(priceLists.create, { body: { name, currencyId: 978, items } })), name })
  await create('Replay first', skus.map(discounted))
  await create('Replay empty', [])

  const ways = [
    () => create(`Replay ${newId()}`, some(20).map(discounted)),
    async () => {
      const params = { id: one(lists).id }
      const body = discounted(one(skus))
      const added = await vendor.raw(priceLists.addProduct, { params, body })
      if (added.status === 409) await vendor.call(priceLists.updateProduct, { params, body })
    },
    () => vendor.raw(priceLists.removeProduct, { params: { id: one(lists).id }, body: { productId: idOf(one(skus)) } }),
    () =>
      vendor.call(pricing.setProducts, {
        params: { id: one(lists).id },
        body: { items: some(120).map(discounted), removeOthers: chance(0.2), remove: some(5).map(idOf) },
      }),
    () =>
      vendor.call(pricing.setProducts, {
        params: { id: one(lists).id },
        body: { items: some(20).map(discounted), dryRun: true },
      }),
    () => {
      const { name } = one(lists)
      const rows = some(60).map((sku) => `${name},${vendorCode?.code},${sku},EUR,${price()}`)
      return bring('price-lists', ['priceListName,ownerAccountCode,sku,currencyCode,customPrice', ...rows])
    },
    async () => {
      if (lists.length < 3) return
      const [last] = lists.splice(below(lists.length), 1)
      await vendor.call(priceLists.remove, { params: { id: last?.id ?? '' } })
    },
  ]
  for (let step = 0; step < 25; step += 1) await one(ways)()
  const { id } = await vendor.call(priceLists.create, { body: { name: 'Replay last', currencyId: 978 } })
  const single = { params: { id }, body: discounted('REPLAY-007') }
  await vendor.call(priceLists.addProduct, single)
  await vendor.call(priceLists.updateProduct, { ...single, body: { ...single.body, customPrice: 999 } })
  await vendor.call(priceLists.removeProduct, { params: { id }, body: { productId: idOf('REPLAY-007') } })
  const log = await events()
  expect(replay(log)).toEqual(await held())
  for (const { before, after, user_id } of log) {
    expect(user_id).toBe(vendor.userId)
    expect(Math.max(factsOf(before).length, factsOf(after).length)).toBeLessThanOrEqual(50)
    for (const fact of [...factsOf(before), ...factsOf(after)])
      expect(fact).toMatchObject({ customPrice: expect.any(Number), productName: expect.stringMatching(/^Replay /) })
  }
  expect(new Set(log.map(({ action }) => action)).size).toBe(5)
})

test('the history of a list with many changes begins with the first names, and says who', async () => {
  const { id } = await vendor.call(priceLists.create, { body: { name: 'Replay ordered', currencyId: 978 } })
  const items = skus.map((sku) => ({ productId: idOf(sku), customPrice: 1 }))
  await vendor.call(pricing.setProducts, { params: { id }, body: { items } })
  const { items: history } = await vendor.call(audit.history, { params: { entity: 'price_list', entityId: id } })
  const names = history.flatMap(({ after }) => factsOf(after as Side).map(({ productName }) => productName))
  expect(names).toHaveLength(skus.length)
  expect(names).toEqual([...names].sort())
  const { names: told } = await vendor.call(audit.history, { params: { entity: 'price_list', entityId: id } })
  expect(skus.filter((sku, index) => told[idOf(sku)] !== `Replay ${index}`)).toEqual([])
  expect(history.map(({ actor }) => actor?.id)).toEqual(history.map(() => vendor.userId))
})

test('a price that stays the same leaves no event', async () => {
  const { id } = await vendor.call(priceLists.create, {
    body: { name: 'Replay still', currencyId: 978, items: [{ productId: idOf('REPLAY-000'), customPrice: 5 }] },
  })
  const body = { productId: idOf('REPLAY-000'), customPrice: 5 }
  const count = (await events()).length
  await vendor.call(priceLists.updateProduct, { params: { id }, body })
  await vendor.call(pricing.setProducts, { params: { id }, body: { items: [body] } })
  expect(await events()).toHaveLength(count)
  // The same price, told as a discount.
  const discount = { customPriceDiscountType: 'percentage' as const, customPriceDiscountAmount: 95 }
  await vendor.call(priceLists.updateProduct, { params: { id }, body: { ...body, ...discount } })
  expect((await events()).slice(count)).toMatchObject([
    { before: { customPrice: 5 }, after: { customPrice: 5, ...discount } },
  ])
})

test('an imported product records the fields that changed, under the names of its editor', async () => {
  await bring('products', ['sku,name,price', 'REPLAY-001,Replay renamed,125.5'])
  const [event] = await raw<{ before: object; after: object }>(
    world,
    `select before, after from audit_log where action = 'product.updated' and entity_id = $1`,
    [idOf('REPLAY-001')],
  )
  expect(event).toMatchObject({
    before: { name: 'Replay 1', price_msrp: 100, sku: 'REPLAY-001' },
    after: { name: 'Replay renamed', price_msrp: 125.5, source: 'import' },
  })
})
