import { orders } from '@trellis/contract/orders'
import { stock } from '@trellis/contract/stock'
import { expect, test } from 'vitest'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { discrepancies, selling } from '../../testing/selling.ts'
import { holdStock, lockBalances, moveStock, shortagesOf } from '../stock/index.ts'

/*
 * Runs random orders, derived orders, agreed prices, decisions and licenses against the portal and against a small model. After every step the portal's
 * answer must be the expected one and the database must be consistent; at the end both must have the same stock.
 */

const world = await network()
const { vendor, nordico, sudvia, acme, bergen, calabro, fjord } = world
const { items, productOf } = selling(world)
const { write } = licensing(world)
const steps = Number(process.env.MODEL_STEPS ?? 400)

type Name = 'vendor' | 'nordico' | 'sudvia' | 'acme' | 'bergen' | 'calabro' | 'fjord'
const people: Record<Name, Person> = { vendor, nordico, sudvia, acme, bergen, calabro, fjord }
const names = Object.keys(people) as Name[]
const parents: Record<Name, Name | null> = {
  vendor: null,
  nordico: 'vendor',
  sudvia: 'vendor',
  acme: 'nordico',
  bergen: 'nordico',
  calabro: 'sudvia',
  fjord: 'acme',
}
const above = (name: Name): Name[] => {
  const parent = parents[name]
  return parent ? [parent, ...above(parent)] : []
}
const skus = ['EDGE-1Y', 'CORE-3Y', 'BOX']

interface ModelOrder {
  id: string
  buyer: Name
  vendor: Name
  isSale: boolean
  status: 'pending' | 'approved' | 'canceled' | 'revoked'
  wanted: Record<string, number>
  /** The order whose shortage this one buys. */
  derivedFrom: ModelOrder | null
  /** Agreed prices by SKU, in ten-thousandths; absent: the price of the list. */
  agreed: Record<string, number>
}

/** mulberry32: pseudo-random numbers, the same for the same seed. */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (n: number) => Math.floor(next() * n)
  const one = <T>(of: readonly T[]): T => of[below(of.length)] as T
  return { below, one }
}

class Model {
  readonly stock = new Map<string, number>()
  readonly orders: ModelOrder[] = []

  quantity = (name: Name, sku: string) => this.stock.get(`${name} ${sku}`) ?? 0
  held = (name: Name, sku: string) =>
    this.orders
      .filter((order) => order.isSale && order.status === 'pending' && order.vendor === name)
      .reduce((sum, order) => sum + (order.wanted[sku] ?? 0), 0)
  available = (name: Name, sku: string) => this.quantity(name, sku) - this.held(name, sku)
  short = (name: Name, wanted: Record<string, number>, own = false) =>
    name !== 'vendor' && Object.entries(wanted).some(([sku, n]) => this.available(name, sku) + (own ? n : 0) < n)
  add = (name: Name, wanted: Record<string, number>, sign: number) => {
    for (const [sku, n] of Object.entries(wanted)) this.stock.set(`${name} ${sku}`, this.quantity(name, sku) + sign * n)
  }

  sellerFor(buyer: Name, seller: Name, wanted: Record<string, number>): Name {
    const inReach = above(buyer).filter((name) => name === seller || above(name).includes(seller))
    return inReach.find((name) => Object.keys(wanted).some((sku) => this.available(name, sku) > 0)) ?? seller
  }

  /** The code that refuses the decision; null when it is applied. */
  decide(order: ModelOrder, to: ModelOrder['status']): string | null {
    const possible = { pending: ['approved', 'canceled'], approved: ['revoked'], canceled: [], revoked: [] }[
      order.status
    ]
    if (!(possible as string[]).includes(to)) return 'OC522'
    if (to === 'approved') {
      if (this.short(order.vendor, order.wanted, order.isSale)) return 'OC527'
      if (order.vendor !== order.buyer) this.add(order.vendor, order.wanted, -1)
      this.add(order.buyer, order.wanted, 1)
    }
    if (to === 'revoked') {
      const isUsed = this.orders.some(({ derivedFrom, status }) => derivedFrom === order && isLiving(status))
      if (isUsed || this.short(order.buyer, order.wanted)) return 'OC528'
      this.add(order.buyer, order.wanted, -1)
      if (order.vendor !== order.buyer) this.add(order.vendor, order.wanted, 1)
    }
    order.status = to
    return null
  }
}

const isLiving = (status: ModelOrder['status']) => status === 'pending' || status === 'approved'

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

test(`after ${steps} random steps of selling, portal and model are in the same state`, async () => {
  const { below, one } = dice(20_260_711)
  const model = new Model()
  const counts: Record<string, number> = {}

  const wantedAtRandom = () => {
    const wanted: Record<string, number> = {}
    for (let lines = 1 + below(3); lines > 0; lines--) wanted[one(skus)] = 1 + below(6)
    return wanted
  }
  const create = async (
    who: Name,
    body: object,
    given: Omit<ModelOrder, 'id' | 'status' | 'derivedFrom' | 'agreed'>,
    derivedFrom: ModelOrder | null = null,
  ) => {
    const order = { ...given, derivedFrom, agreed: {} }
    const expected = order.isSale && model.short(order.vendor, order.wanted) ? 'OC527' : null
    const answer = await people[who].raw(orders.create, { body: { ...body, items: items(order.wanted) } })
    const { id, code = null } = answer.body as { id: string; code?: string }
    if (code === null && expected === null) model.orders.push({ ...order, id, status: 'pending' })
    return { expected, code }
  }
  /** Agrees other prices on some lines; the model keeps them if the approval has its effect. */
  const otherPrices = async (order: ModelOrder, isApplied: boolean) => {
    const { items: found = [] } = await people[order.vendor].call(orders.read, { params: { id: order.id } })
    return found.map(({ orderItemId, productSku }) => {
      const price = below(5_000_000)
      if (isApplied) order.agreed[productSku] = price
      return { orderItemId, price: price / 10_000 }
    })
  }
  const actions: Record<string, () => Promise<{ expected: string | null; code: string | null }>> = {
    request: () => {
      const buyer = one(names)
      return create(buyer, {}, { buyer, vendor: parents[buyer] ?? buyer, isSale: false, wanted: wantedAtRandom() })
    },
    sale: () => {
      const buyer = one(names.filter((name) => parents[name] !== null))
      const seller = one(above(buyer))
      const wanted = wantedAtRandom()
      const from = model.sellerFor(buyer, seller, wanted)
      const body = { buyerAccountId: people[buyer].accountId }
      return create(seller, body, { buyer, vendor: from, isSale: true, wanted })
    },
    derived: () => {
      // The vendor of a pending order buys from its own parent what the order needs.
      const open = model.orders.filter(({ status, vendor: seller }) => status === 'pending' && parents[seller] !== null)
      if (open.length === 0) return Promise.resolve({ expected: null, code: null })
      const base = one(open)
      const buyer = base.vendor
      const order = { buyer, vendor: parents[buyer] ?? buyer, isSale: false, wanted: wantedAtRandom() }
      return create(buyer, { derivedOrderId: base.id }, order, base)
    },
    decision: async () => {
      if (model.orders.length === 0) return { expected: null, code: null }
      const order = one(model.orders.slice(-40))
      const to = one(['approved', 'approved', 'approved', 'canceled', 'revoked', 'revoked'] as const)
      const expected = model.decide(order, to)
      const who = one([order.vendor, ...above(order.vendor)])
      const lines = to === 'approved' && below(3) === 0 ? await otherPrices(order, expected === null) : undefined
      const body = { status: to, ...(lines && { items: lines }) }
      const answer = await people[who].raw(orders.changeStatus, { params: { id: order.id }, body })
      return { expected, code: (answer.body as { code?: string }).code ?? null }
    },
    license: async () => {
      const [name, sku, quantity] = [one(names), one(skus), 1 + below(6)]
      const expected = model.short(name, { [sku]: quantity }) ? 'LC519' : null
      if (expected === null) model.add(name, { [sku]: quantity }, -1)
      return { expected, code: await consume(name, sku, quantity) }
    },
  }

  for (let step = 0; step < steps; step++) {
    const action = one([
      'request',
      'derived',
      'sale',
      'sale',
      'decision',
      'decision',
      'decision',
      'decision',
      'license',
    ])
    const { expected, code } = await (
      actions[action] as () => Promise<{ expected: string | null; code: string | null }>
    )()
    expect(code, `step ${step}, ${action}`).toBe(expected)
    const outcome = `${action} ${code ?? 'done'}`
    counts[outcome] = (counts[outcome] ?? 0) + 1
    if (step % 20 === 0) expect(await discrepancies(world), `step ${step}, ${action}`).toEqual([])
  }
  expect(await discrepancies(world)).toEqual([])

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
  }
  for (const { id, vendor: seller, wanted, agreed, derivedFrom } of model.orders.slice(-80)) {
    const order = await people[seller].call(orders.read, { params: { id } })
    const cents = Object.entries(wanted).map(([sku, n]) => {
      const price = agreed[sku] ?? Math.round(Number(productOf(sku).price) * 10_000)
      return Math.floor((n * price + 50) / 100)
    })
    expect([order.derivedOrderId, order.orderTotal]).toEqual([
      derivedFrom?.id ?? null,
      cents.reduce((sum, line) => sum + line, 0) / 100,
    ])
  }
  expect(model.orders.filter(({ agreed }) => Object.keys(agreed).length > 0).length).toBeGreaterThan(5)
  // A run without any refusal, or without any success, would prove little.
  for (const outcome of [
    'sale done',
    'sale OC527',
    'derived done',
    'decision OC527',
    'decision OC522',
    'license done',
    'license LC519',
  ])
    expect(counts[outcome] ?? 0, outcome).toBeGreaterThan(5)
  expect(counts['decision OC528'] ?? 0).toBeGreaterThan(0)
})

test('the consistency check finds inconsistent data', async () => {
  const at = { accountId: vendor.accountId, productId: productOf('BOX').productId }
  await write(async (tx) => {
    await lockBalances(tx, [at])
    await holdStock(tx, at.accountId, [{ productId: at.productId, quantity: 1 }], 1)
  })
  expect(await discrepancies(world)).toHaveLength(1)
})
