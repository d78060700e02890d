import { changeOrderStatus } from '../modules/orders/index.ts'
import { dayLength } from './acting.ts'
import type { Keys } from './keys.ts'
import type { Member, Product } from './members.ts'
import { isWeekend, type Story } from './story.ts'
import type { Line, Order, Trade } from './trade.ts'

/** Business by month, January first: a quiet August, a busy end of each quarter. */
const season = [0.85, 0.95, 1.2, 0.95, 1, 1.15, 0.9, 0.55, 1.15, 1.05, 1.1, 1.3]

/** Probability that an account of each tier orders on a working day of an average month. */
const daily = { reseller: 0.032, user: 0.03 }

/** Plans every working day from the beginning to the end: who orders what, and how the order proceeds. */
export function planYear(story: Story, trade: Trade, keys: Keys, began: Date, end: Date): void {
  const { world, chance } = story
  const tier = (number: number) => world.members.filter((member) => member.tier === number)
  const [distributors, resellers, users] = [tier(1), tier(2), tier(3)]
  const days = Math.floor((end.getTime() - began.getTime()) / dayLength)
  let month = -1
  for (let day = 0; day <= days; day++) {
    const date = new Date(began.getTime() + day * dayLength)
    if (isWeekend(date)) continue
    const pace = (season[date.getUTCMonth()] ?? 1) * (0.7 + (0.6 * day) / days)
    const soon = () => new Date(date.getTime() + chance.between(7 * 60, 16 * 60) * 60_000)
    if (date.getUTCMonth() !== month) {
      month = date.getUTCMonth()
      if (month % 3 === 0) story.plan(soon(), world.vendor.admin, () => issueStock(story, trade))
      for (const one of distributors) story.plan(soon(), one.admin, () => restock(story, trade, one, pace))
    }
    for (const one of resellers) {
      if (chance.next() < daily.reseller * one.company.weight * pace) {
        story.plan(soon(), one.admin, () => buy(story, trade, keys, one, linesFor(story, one, 3, 8)))
      }
      if (chance.percent(1)) story.plan(soon(), one.admin, () => offerTrial(story, keys, one))
    }
    for (const one of users) {
      if (chance.next() >= daily.user * one.company.weight * pace) continue
      const reseller = one.parent as Member
      const lines = linesFor(story, one, 1, 5)
      if (chance.percent(45)) story.plan(soon(), reseller.admin, () => sell(story, trade, keys, reseller, one, lines))
      else story.plan(soon(), one.admin, () => buy(story, trade, keys, one, lines))
    }
  }
}

/** One to three products, weighted by demand; maintenance and connections only with the product that they extend. */
function linesFor({ world, chance }: Story, buyer: Member, low: number, high: number): Line[] {
  const wanted = world.products.filter((product) => product.demand > 0 && buyer.prices.has(product.productId))
  const base = wanted.filter((product) => product.extends === undefined)
  const lines = new Map<Product, number>()
  const count = chance.pick([1, 1, 2, 2, 3])
  while (lines.size < count) lines.set(byDemand(base, chance.next()), chance.between(low, high))
  for (const [product, quantity] of [...lines]) {
    const extension = wanted.find((other) => other.extends === product.sku && !other.upgrade)
    if (extension && chance.percent(60)) lines.set(extension, quantity)
  }
  return [...lines].map(([product, quantity]) => ({ product, quantity }))
}

function byDemand(products: Product[], chance: number): Product {
  let left = chance * products.reduce((sum, { demand }) => sum + demand, 0)
  return products.find(({ demand }) => {
    left -= demand
    return left < 0
  }) as Product
}

/** The vendor issues the stock of most products that it expects to sell in the quarter. */
async function issueStock(story: Story, trade: Trade): Promise<void> {
  const { world, chance } = story
  const issued = world.products.filter(({ demand }) => demand >= 0.5)
  const lines = issued.map((product) => ({ product, quantity: Math.round(product.demand * chance.between(70, 130)) }))
  const order = await trade.purchase(world.vendor, lines)
  if (order) story.plan(new Date(story.at.getTime() + 3_600_000), world.vendor.admin, () => trade.approve(order))
}

async function restock(story: Story, trade: Trade, distributor: Member, pace: number): Promise<void> {
  const { chance, world } = story
  const usual = world.products.filter(({ demand, productId }) => demand >= 0.5 && distributor.prices.has(productId))
  const lines = chance.some(usual, chance.between(4, 7)).map((product) => ({
    product,
    quantity: Math.max(
      5,
      Math.round((product.demand * distributor.company.weight * pace * chance.between(6, 13)) / 5) * 5,
    ),
  }))
  const order = await trade.purchase(distributor, lines)
  if (order) story.later(0, 2, world.vendor.admin, () => trade.approve(order))
}

/** A purchase that is approved within days; some are cancelled or revoked. */
async function buy(story: Story, trade: Trade, keys: Keys, buyer: Member, lines: Line[]): Promise<void> {
  const { chance } = story
  const order = await trade.purchase(buyer, lines)
  const vendor = buyer.parent
  if (!order || !vendor) return
  if (chance.percent(3)) {
    story.later(1, 4, vendor.admin, async () => {
      await changeOrderStatus(story.tx, vendor.admin, order.orderId, { source: 'api', status: 'canceled' })
    })
    return
  }
  story.later(0, 3, vendor.admin, () =>
    trade.approve(order, () => {
      if (buyer.tier === 2 && chance.percent(4)) story.later(0.2, 1, vendor.admin, () => trade.takeBack(order))
      else unpack(story, keys, order)
    }),
  )
}

async function sell(
  story: Story,
  trade: Trade,
  keys: Keys,
  vendor: Member,
  buyer: Member,
  lines: Line[],
): Promise<void> {
  const order = await trade.sell(vendor, buyer, lines)
  // Missing stock is bought first; the customer orders again later.
  if (!order) return buy(story, trade, keys, vendor, lines)
  if (story.chance.percent(4)) return story.later(0, 2, vendor.admin, () => trade.cancelSale(order))
  story.later(0, 1.5, vendor.admin, () => trade.approveSale(order, () => unpack(story, keys, order)))
}

/** End users create keys soon; resellers keep most stock for their customers. */
function unpack(story: Story, keys: Keys, order: Order): void {
  if (order.buyer.tier === 3 ? story.chance.percent(92) : order.buyer.tier === 2 && story.chance.percent(12)) {
    story.later(0, 5, order.buyer.admin, () => keys.makeFrom(order))
  }
}

async function offerTrial({ world, chance }: Story, keys: Keys, reseller: Member): Promise<void> {
  const customers = world.members.filter(({ parent }) => parent === reseller)
  const trials = world.products.filter(({ trial, productId }) => trial && reseller.prices.has(productId))
  if (customers.length > 0 && trials.length > 0)
    await keys.giveTrial(reseller, chance.pick(customers), chance.pick(trials))
}
