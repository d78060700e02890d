import { changeOrderStatus, createOrder, updateOrder } from '../modules/orders/index.ts'
import { isBelow, type Member, type Product } from './members.ts'
import type { Story } from './story.ts'

export interface Line {
  product: Product
  quantity: number
}

export interface Order {
  orderId: string
  buyer: Member
  vendor: Member
  lines: Line[]
  /** The vendor made a purchase for it, so it cannot be revoked. */
  refilled?: boolean
  revoked?: boolean
}

export interface Trade {
  /** What the account has available to sell or use. */
  available(member: Member, product: Product): number
  /** Removes stock from the count, after keys were created from it. */
  use(member: Member, product: Product, quantity: number): void
  /** Leaves out what the account cannot buy; null when nothing remains. */
  purchase(buyer: Member, lines: Line[], derivedFrom?: string): Promise<Order | null>
  /** Approves the order, once the vendor has bought what it lacks. */
  approve(order: Order, then?: () => void): Promise<void>
  /** A sale by the account above, which holds the stock from then on. Only of available stock; null otherwise. */
  sell(vendor: Member, buyer: Member, lines: Line[]): Promise<Order | null>
  approveSale(order: Order, then?: () => void): Promise<void>
  cancelSale(order: Order): Promise<void>
  /** Revokes an order, unless its stock is used or it was refilled by another order. */
  takeBack(order: Order): Promise<void>
}

/** Creates orders through the modules. Counts stock alongside, so that no call is refused. */
export function openTrade(story: Story): Trade {
  const { world, chance } = story
  const stock = new Map<string, number>()
  const key = (member: Member, product: Product) => member.accountId + product.productId
  const add = (member: Member, product: Product, quantity: number) =>
    stock.set(key(member, product), (stock.get(key(member, product)) ?? 0) + quantity)
  const available = (member: Member, product: Product) =>
    member === world.vendor ? Number.POSITIVE_INFINITY : (stock.get(key(member, product)) ?? 0)

  const affordable = (buyer: Member, lines: Line[]) =>
    lines.filter(({ product }) => buyer.prices.has(product.productId))
  const itemsOf = (buyer: Member, lines: Line[], percent = 100) =>
    lines.map(({ product, quantity }) => ({
      productId: product.productId,
      quantity,
      price: Math.round(((buyer.prices.get(product.productId) ?? 0) * percent) / 100),
    }))

  const missingOf = ({ vendor, lines }: Order): Line[] =>
    lines
      .map(({ product, quantity }) => ({ product, quantity: quantity - available(vendor, product) }))
      .filter(({ quantity }) => quantity > 0)

  let invoices = 0
  const settleLater = (order: Order) =>
    story.later(5, 40, order.vendor.admin, async () => {
      if (order.revoked) return
      invoices += 1
      await updateOrder(story.tx, order.vendor.admin, order.orderId, {
        invoiced: true,
        paid: chance.percent(80),
        invoiceId: `${story.at.getUTCFullYear()}-${String(invoices).padStart(5, '0')}`,
        invoiceProvider: order.vendor.company.countryCode === 'IT' ? 'SdI' : 'Peppol',
      })
    })

  const trade: Trade = {
    available,
    use: (member, product, quantity) => {
      add(member, product, -quantity)
    },

    async purchase(buyer, wanted, derivedFrom) {
      const lines = affordable(buyer, wanted)
      const vendor = buyer.parent ?? buyer
      if (lines.length === 0) return null
      const { id } = await createOrder(story.tx, buyer.admin, {
        source: 'api',
        items: itemsOf(buyer, lines),
        ...(derivedFrom === undefined ? {} : { derivedOrderId: derivedFrom }),
      })
      return { orderId: id, buyer, vendor, lines }
    },

    async approve(order, then) {
      const { orderId, buyer, vendor, lines } = order
      const missing = vendor === buyer ? [] : missingOf(order)
      if (missing.length > 0) {
        const rounded = missing.map(({ product, quantity }) => ({ product, quantity: Math.ceil(quantity / 5) * 5 + 5 }))
        order.refilled = true
        const refill = await trade.purchase(vendor, rounded, orderId)
        const above = vendor.parent
        if (!refill || !above) return
        story.later(0, 1, above.admin, () =>
          trade.approve(refill, () => story.later(0, 1, vendor.admin, () => trade.approve(order, then))),
        )
        return
      }
      await changeOrderStatus(story.tx, vendor.admin, orderId, { source: 'api', status: 'approved' })
      for (const { product, quantity } of lines) {
        if (vendor !== buyer && vendor !== world.vendor) add(vendor, product, -quantity)
        if (buyer !== world.vendor) add(buyer, product, quantity)
      }
      if (vendor !== buyer) settleLater(order)
      then?.()
    },

    async sell(vendor, buyer, wanted) {
      const lines = affordable(buyer, wanted).filter(({ product, quantity }) => available(vendor, product) >= quantity)
      if (lines.length === 0 || !isBelow(buyer, vendor)) return null
      const percent = chance.percent(25) ? chance.pick([90, 92, 95]) : 100
      const { id } = await createOrder(story.tx, vendor.admin, {
        source: 'api',
        buyerAccountId: buyer.accountId,
        items: itemsOf(buyer, lines, percent),
      })
      for (const { product, quantity } of lines) add(vendor, product, -quantity)
      return { orderId: id, buyer, vendor, lines }
    },

    async approveSale(order, then) {
      const { orderId, vendor, buyer, lines } = order
      await changeOrderStatus(story.tx, vendor.admin, orderId, { source: 'api', status: 'approved' })
      for (const { product, quantity } of lines) add(buyer, product, quantity)
      settleLater(order)
      then?.()
    },

    async cancelSale({ orderId, vendor, lines }) {
      await changeOrderStatus(story.tx, vendor.admin, orderId, {
        source: 'api',
        status: 'canceled',
        sourceData: chance.pick(['Customer changed their mind', 'Ordered twice', 'Budget moved to next quarter']),
      })
      for (const { product, quantity } of lines) add(vendor, product, quantity)
    },

    async takeBack(order) {
      const { orderId, buyer, vendor, lines } = order
      const isWhole = lines.every(({ product, quantity }) => available(buyer, product) >= quantity)
      if (order.refilled || !isWhole) return
      order.revoked = true
      await changeOrderStatus(story.tx, vendor.admin, orderId, {
        source: 'api',
        status: 'revoked',
        sourceData: 'Delivered to the wrong account',
      })
      for (const { product, quantity } of lines) {
        add(buyer, product, -quantity)
        add(vendor, product, quantity)
      }
    },
  }
  return trade
}
