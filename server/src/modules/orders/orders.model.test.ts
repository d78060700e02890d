import { attachments } from '@trellis/contract/attachments'
import { catalogue } from '@trellis/contract/catalogue'
import type { Endpoint } from '@trellis/contract/endpoint'
import { files } from '@trellis/contract/files'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { stock } from '@trellis/contract/stock'
import { expect, onTestFinished, test } from 'vitest'
import { rolesOf } from '../../testing/calling.ts'
import { dice } from '../../testing/dice.ts'
import { often } from '../../testing/full.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person, type Raw } from '../../testing/network.ts'
import {
  type Actor,
  above,
  Model,
  type ModelFile,
  type ModelOrder,
  type Name,
  type NewOrder,
  names,
  parentOf,
} from '../../testing/order-model.ts'
import { discrepancies, openDiscrepancies, selling } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'
import { holdStock, lockBalances, moveStock, shortagesOf } from '../stock/index.ts'

/*
 * Runs random orders, derived orders, agreed and outdated prices, decisions on orders and on parts of them, licenses, attachments of both sides and
 * changes of prices against the portal and against a small model. After every step the portal's answer must be the
 * expected one, and the database must be consistent; at the end both must have the same stock, orders and files.
 * The checks read all that was done so far, so with FULL=1 they run after every tenth step: the first steps are those of each run.
 */

const world = await network()
const { vendor } = world
const people: Record<Name, Person> = world
const { productOf } = selling(world)
const { write } = licensing(world)
const { upload } = uploading(world)
const holding = rolesOf(world)
const steps = Number(process.env.MODEL_STEPS ?? often(450, 3000))
/** What is inconsistent stays so, and is found at the next look. */
const looking = often(1, 10)
const seed = Number(process.env.MODEL_SEED ?? 20_260_712)
const skus = ['EDGE-1Y', 'CORE-3Y', 'BOX']

const basicCalls = new Map<Name, Awaited<ReturnType<typeof holding>>>()
for (const name of ['acme', 'nordico'] as const)
  basicCalls.set(name, await holding(people[name], { Orders: 'c-r', Files: 'c-r' }))
const actors: Actor[] = [
  ...names.map((account) => ({ account, isBasic: false })),
  ...[...basicCalls.keys()].map((account) => ({ account, isBasic: true })),
]
const codeOf = async (answer: Promise<{ body: unknown }>) => ((await answer).body as { code?: string })?.code ?? null
const callAs = ({ account, isBasic }: Actor, endpoint: Endpoint, request: Raw) =>
  codeOf((isBasic ? basicCalls.get(account) : people[account].raw)?.(endpoint, request) ?? Promise.reject())

/** Turns pieces into licenses as issuing keys does: checks and moves stock under one lock. */
const consume = (name: Name, sku: string, quantity: number) =>
  write(async (tx) => {
    const { accountId } = people[name]
    const { productId } = productOf(sku)
    const balances = await lockBalances(tx, [{ accountId, productId }])
    if ((await shortagesOf(tx, balances, accountId, [{ productId, quantity }])).length > 0) return 'LC519'
    await moveStock(tx, [{ accountId, productId, quantity: -quantity, reason: 'license' }])
    return null
  })

type Step = { expected: string | null; code: string | null }
const nothing: Step = { expected: null, code: null }

test(`after ${steps} random steps of selling, portal and model are in the same state`, async () => {
  const { below, one } = dice(seed)
  const model = new Model(skus.map((sku) => [sku, Math.round(Number(productOf(sku).price) * 10_000)]))
  const priceListId = (await vendor.call(priceLists.search, { body: {} })).items[0]?.priceListId ?? ''
  const counts: Record<string, number> = {}
  /** The prices before the last change, which somebody may still have on the screen. */
  const outdated = new Map<string, number>()

  const wantedAtRandom = () => {
    const wanted: Record<string, number> = {}
    for (let lines = 1 + below(3); lines > 0; lines--) wanted[one(skus)] = 1 + below(6)
    return wanted
  }
  const create = async (who: Name, body: object, order: NewOrder, derivedFrom: ModelOrder | null = null) => {
    const listed = model.pricesFor(order.buyer, order.wanted)
    const isOld = below(5) === 0
    const prices = Object.fromEntries(
      Object.entries(listed).map(([sku, price]) => [sku, (isOld && outdated.get(sku)) || price]),
    )
    const expected = model.whyNotCreate(order, prices)
    const items = Object.entries(order.wanted).map(([sku, quantity]) => ({
      productId: productOf(sku).productId,
      quantity,
      price: (prices[sku] ?? 0) / 10_000,
    }))
    const answer = await people[who].raw(orders.create, { body: { ...body, items } })
    const { id, code = null } = answer.body as { id: string; code?: string }
    if (code === null && expected === null)
      model.orders.push({
        ...order,
        id,
        status: 'pending',
        derivedFrom,
        derivation: derivedFrom && 'shortage',
        listed,
        prices,
        attached: [],
      })
    return { expected, code }
  }
  /** Agrees other prices on some lines; the model keeps them if the approval has its effect. */
  const otherPrices = async (order: ModelOrder, isApplied: boolean) => {
    const { items: found = [] } = await people[order.vendor].call(orders.read, { params: { id: order.id } })
    return found.map(({ orderItemId, productSku }) => {
      const price = below(5_000_000)
      if (isApplied) order.prices[productSku] = price
      return { orderItemId, price: price / 10_000 }
    })
  }
  const attachedTo = async (who: Name, { id }: ModelOrder) =>
    (await people[who].call(orders.read, { params: { id } })).attachments?.map(({ accountFileId, fileName }) => [
      accountFileId,
      fileName,
    ])
  const expectSameAttachments = async (order: ModelOrder) => {
    const expected = order.attached.map(({ id, name }) => [id, name])
    for (const side of [order.buyer, order.vendor]) expect(await attachedTo(side, order)).toEqual(expected)
  }
  /** Mostly somebody of the buyer or the vendor. */
  const someActor = ({ buyer, vendor: seller }: ModelOrder) =>
    one(below(4) === 0 ? actors : actors.filter(({ account }) => account === buyer || account === seller))
  /** An order, a file of it, if it has any, else any file; and who changes it. */
  const someAttachment = () => {
    const order = one(model.orders.slice(-30))
    const withFiles = model.orders.filter(({ attached }) => attached.length > 0)
    const chosen = below(4) > 0 && withFiles.length > 0 ? one(withFiles) : order
    const file = one(chosen.attached.length > 0 ? chosen.attached : model.files) as ModelFile
    return { order: chosen, file, who: someActor(chosen) }
  }
  const actions: Record<string, () => Promise<Step>> = {
    request: () => {
      const buyer = one(names)
      return create(buyer, {}, { buyer, vendor: parentOf(buyer) ?? buyer, isSale: false, wanted: wantedAtRandom() })
    },
    sale: () => {
      const buyer = one(names.filter((name) => parentOf(name) !== null))
      const seller = one(above(buyer))
      const wanted = wantedAtRandom()
      const from = model.sellerFor(buyer, seller, wanted)
      const body = { buyerAccountId: people[buyer].accountId }
      return create(seller, body, { buyer, vendor: from, isSale: true, wanted })
    },
    derived: async () => {
      // The vendor of a pending order buys from its own parent what the order needs.
      const open = model.orders.filter(
        ({ status, vendor: seller }) => status === 'pending' && parentOf(seller) !== null,
      )
      if (open.length === 0) return nothing
      const base = one(open)
      const buyer = base.vendor
      const order = { buyer, vendor: parentOf(buyer) ?? buyer, isSale: false, wanted: wantedAtRandom() }
      return create(buyer, { derivedOrderId: base.id }, order, base)
    },
    decision: async () => {
      if (model.orders.length === 0) return nothing
      const order = one(model.orders.slice(-40))
      const to = one(['approved', 'approved', 'approved', 'canceled', 'revoked', 'revoked'] as const)
      const expected = model.decide(order, to)
      const who = one([order.vendor, ...above(order.vendor)])
      const lines = to === 'approved' && below(3) === 0 ? await otherPrices(order, expected === null) : undefined
      const body = { status: to, ...(lines && { items: lines }) }
      return { expected, code: await codeOf(people[who].raw(orders.changeStatus, { params: { id: order.id }, body })) }
    },
    part: async () => {
      const order = one(model.orders.slice(-40))
      if (order === undefined) return nothing
      const to = one(['approved', 'revoked'] as const)
      const { items: found = [] } = await people[order.vendor].call(orders.read, { params: { id: order.id } })
      const lines = found.map(({ orderItemId, productSku, qt }) => ({
        orderItemId,
        productSku,
        quantity: below(qt + 1),
      }))
      if (lines.every(({ quantity }) => quantity === 0)) return nothing
      const pieces = Object.fromEntries(lines.filter((l) => l.quantity > 0).map((l) => [l.productSku, l.quantity]))
      const { why: expected, part } = model.decidePart(order, to, pieces)
      const who = one([order.vendor, ...above(order.vendor)])
      const body = { status: to, items: lines.map(({ orderItemId, quantity }) => ({ orderItemId, quantity })) }
      const answer = await people[who].raw(orders.changeStatus, { params: { id: order.id }, body })
      if (part !== null) {
        const known = new Set(model.orders.map(({ id }) => id))
        const { chain = [] } = answer.body as {
          chain?: { orderId: string; derivedOrderId: string | null; derivation: string | null }[]
        }
        const made = chain.filter(
          (other) =>
            other.derivedOrderId === order.id && other.derivation === part.derivation && !known.has(other.orderId),
        )
        expect(made).toHaveLength(1)
        part.id = made[0]?.orderId ?? ''
      }
      return { expected, code: (answer.body as { code?: string }).code ?? null }
    },
    license: async () => {
      const [name, sku, quantity] = [one(names), one(skus), 1 + below(6)]
      const expected = model.short(name, { [sku]: quantity }) ? 'LC519' : null
      if (expected === null) model.add(name, { [sku]: quantity }, -1)
      return { expected, code: await consume(name, sku, quantity) }
    },
    reprice: async () => {
      const [sku, price] = [one(skus), 1 + below(5_000_000)]
      outdated.set(sku, model.list.get(sku) ?? 0)
      model.list.set(sku, price)
      const { productId } = productOf(sku)
      const body = { productId, customPrice: price / 10_000 }
      await vendor.call(priceLists.updateProduct, { params: { id: priceListId }, body })
      if (sku !== 'BOX') return nothing
      model.msrp.set(sku, price)
      const product = { sku, name: 'Cardboard box', priceMsrp: price / 10_000, currencyId: 978 }
      await vendor.call(catalogue.update, { params: { id: productId }, body: { ...product, status: 'Active' } })
      return nothing
    },
    upload: async () => {
      const owner = one(names)
      const name = `File ${model.files.length}.pdf`
      const id = await upload(people[owner], name, { fileName: name, fileCategory: 'orderAttachment' })
      model.files.push({ id, owner, name })
      return nothing
    },
    attach: async () => {
      if (model.orders.length === 0 || model.files.length === 0) return nothing
      const order = one(model.orders.slice(-20))
      const who = someActor(order)
      const own = model.files.filter(({ owner }) => owner === who.account)
      const file = below(6) > 0 && own.length > 0 ? one(own) : one(model.files)
      const expected = model.attach(order, who, file)
      const request = { params: { id: order.id }, body: { attachments: [file.id] } }
      const code = await callAs(who, attachments.add, request)
      await expectSameAttachments(order)
      return { expected, code }
    },
    rename: async () => {
      if (model.orders.length === 0 || model.files.length === 0) return nothing
      const { order, file, who } = someAttachment()
      const fileName = `Name ${below(1000)}.csv`
      const expected = model.rename(order, who, file, fileName)
      const request = { params: { id: order.id, accountFileId: file.id }, body: { fileName } }
      const code = await callAs(who, attachments.update, request)
      await expectSameAttachments(order)
      return { expected, code }
    },
    detach: async () => {
      if (model.orders.length === 0 || model.files.length === 0) return nothing
      const { order, file, who } = someAttachment()
      const expected = model.detach(order, who, file)
      const request = { params: { id: order.id, accountFileId: file.id } }
      const code = await callAs(who, attachments.remove, request)
      await expectSameAttachments(order)
      return { expected, code }
    },
    remove: async () => {
      if (model.files.length === 0) return nothing
      const file = one(model.files)
      const who = one([file.owner, ...names])
      const expected = model.remove(who, file)
      return {
        expected,
        code: await callAs({ account: who, isBasic: false }, files.remove, { params: { id: file.id } }),
      }
    },
  }
  const weights = {
    request: 2,
    derived: 2,
    sale: 4,
    decision: 8,
    part: 5,
    license: 3,
    reprice: 1,
    upload: 2,
    attach: 4,
    rename: 2,
    detach: 2,
    remove: 2,
  }
  const draws = Object.entries(weights).flatMap(([action, weight]) => Array<string>(weight).fill(action))

  const watch = await openDiscrepancies(world)
  onTestFinished(watch.close)
  for (let step = 0; step < steps; step++) {
    const action = one(draws)
    const { expected, code } = await (actions[action] as () => Promise<Step>)()
    expect(code, `step ${step}, ${action}`).toBe(expected)
    const outcome = `${action} ${code ?? 'done'}`
    counts[outcome] = (counts[outcome] ?? 0) + 1
    if (step % looking === 0 || step === steps - 1) expect(await watch.find(), `step ${step}, ${action}`).toEqual([])
  }

  for (const name of names) {
    const rows = await people[name].call(stock.ofAccount, { params: { accountId: people[name].accountId } })
    for (const sku of skus) {
      const row = rows.find((candidate) => candidate.sku === sku)
      expect([name, sku, row?.quantity ?? 0, row?.available ?? 0]).toEqual([
        name,
        sku,
        model.quantity(name, sku),
        model.available(name, sku),
      ])
    }
    const own = await people[name].call(files.search, { body: { limit: 3000 } })
    const expected = model.files.filter(({ owner }) => owner === name)
    expect(own.items.map(({ accountFileId, fileName }) => `${accountFileId} ${fileName}`).sort()).toEqual(
      expected.map(({ id, name: fileName }) => `${id} ${fileName}`).sort(),
    )
  }
  for (const expected of model.orders) {
    const { id, vendor: seller, wanted, prices, listed, derivedFrom } = expected
    const order = await people[seller].call(orders.read, { params: { id } })
    const cents = Object.entries(wanted).map(([sku, n]) => Math.floor((n * (prices[sku] ?? 0) + 50) / 100))
    expect([order.status, order.derivedOrderId, order.derivation, order.orderTotal]).toEqual([
      expected.status,
      derivedFrom?.id ?? null,
      expected.derivation,
      cents.reduce((sum, line) => sum + line, 0) / 100,
    ])
    const priceOf = Object.fromEntries(
      (order.items ?? []).map(({ productSku, priceListPrice }) => [productSku, Math.round(priceListPrice * 10_000)]),
    )
    expect(priceOf).toEqual(Object.fromEntries(Object.keys(wanted).map((sku) => [sku, listed[sku]])))
    expect(await attachedTo(seller, expected)).toEqual(expected.attached.map(({ id: file, name }) => [file, name]))
  }
  // A run without any refusal, or without any success, would prove little.
  const outcomes = [
    ...['sale done', 'sale OC527', 'request OC529', 'derived done', 'reprice done', 'license done', 'license LC519'],
    ...['part done', 'part OC522', 'part OC527', 'part OC528'],
    ...['decision done', 'decision OC522', 'decision OC527', 'decision OC528'],
    ...['attach done', 'attach RQ403', 'attach RQ404', 'rename done', 'rename RQ403', 'rename RQ404'],
    ...['detach done', 'detach RQ403', 'detach RQ404', 'remove done', 'remove RQ404', 'remove RQ409'],
  ]
  expect(outcomes.filter((outcome) => counts[outcome] === undefined)).toEqual([])
})

test('the consistency check finds inconsistent data', async () => {
  const at = { accountId: vendor.accountId, productId: productOf('BOX').productId }
  await write(async (tx) => {
    await lockBalances(tx, [at])
    await holdStock(tx, at.accountId, [{ productId: at.productId, quantity: 1 }], 1)
  })
  expect(await discrepancies(world)).toHaveLength(1)
})
