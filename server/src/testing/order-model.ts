/* A small model of selling, against which random steps are compared: stock, orders, prices, files and attachments. */

export const parents = {
  vendor: null,
  nordico: 'vendor',
  sudvia: 'vendor',
  acme: 'nordico',
  bergen: 'nordico',
  calabro: 'sudvia',
  fjord: 'acme',
} as const
export type Name = keyof typeof parents
export const names = Object.keys(parents) as Name[]
export const parentOf = (name: Name): Name | null => parents[name]
export const above = (name: Name): Name[] => {
  const parent = parentOf(name)
  return parent ? [parent, ...above(parent)] : []
}
const isAtOrAbove = (who: Name, name: Name) => who === name || above(name).includes(who)

export type Status = 'pending' | 'approved' | 'canceled' | 'revoked'
type Wanted = Record<string, number>

export interface ModelFile {
  id: string
  owner: Name
  name: string
}

export interface ModelOrder {
  id: string
  buyer: Name
  vendor: Name
  isSale: boolean
  status: Status
  wanted: Wanted
  /** The order whose shortage this one buys, or of which it is a part. */
  derivedFrom: ModelOrder | null
  derivation: 'shortage' | 'rest' | 'return' | null
  /** By SKU in ten-thousandths: the price of the list and the price of the order, when it was created. */
  listed: Record<string, number>
  prices: Record<string, number>
  attached: ModelFile[]
}
export type NewOrder = Pick<ModelOrder, 'buyer' | 'vendor' | 'isSale' | 'wanted'>

/** Who acts: the administrator of an account, or its user with Orders `c-r` and Files `c-r`. */
export interface Actor {
  account: Name
  isBasic: boolean
}

const isLiving = (status: Status) => status === 'pending' || status === 'approved'

/** Prices by SKU in ten-thousandths. */
type Prices = Map<string, number>

export class Model {
  readonly stock = new Map<string, number>()
  readonly orders: ModelOrder[] = []
  readonly files: ModelFile[] = []
  /** The one price list that serves every account below the root, and what the root pays. */
  readonly list: Prices
  readonly msrp: Prices

  constructor(prices: readonly (readonly [sku: string, price: number])[]) {
    this.list = new Map(prices)
    this.msrp = new Map(prices)
  }

  quantity = (name: Name, sku: string) => this.stock.get(`${name} ${sku}`) ?? 0
  held = (name: Name, sku: string) =>
    this.orders
      .filter((order) => order.isSale && order.status === 'pending' && order.vendor === name)
      .reduce((sum, order) => sum + (order.wanted[sku] ?? 0), 0)
  available = (name: Name, sku: string) => this.quantity(name, sku) - this.held(name, sku)
  short = (name: Name, wanted: Wanted, own = false) =>
    name !== 'vendor' && Object.entries(wanted).some(([sku, n]) => this.available(name, sku) + (own ? n : 0) < n)
  add = (name: Name, wanted: Wanted, sign: number) => {
    for (const [sku, n] of Object.entries(wanted)) this.stock.set(`${name} ${sku}`, this.quantity(name, sku) + sign * n)
  }

  sellerFor(buyer: Name, seller: Name, wanted: Wanted): Name {
    const inReach = above(buyer).filter((name) => isAtOrAbove(seller, name))
    return inReach.find((name) => Object.keys(wanted).some((sku) => this.available(name, sku) > 0)) ?? seller
  }

  /** The prices that serve a buyer, for these SKUs. */
  pricesFor = (buyer: Name, wanted: Wanted): Record<string, number> =>
    Object.fromEntries(
      Object.keys(wanted).map((sku) => [sku, (buyer === 'vendor' ? this.msrp : this.list).get(sku) ?? 0]),
    )

  /** The code that refuses an order with these prices; null when it is created. */
  whyNotCreate({ buyer, vendor, isSale, wanted }: NewOrder, prices: Record<string, number>): string | null {
    const listed = this.pricesFor(buyer, wanted)
    const isOther = Object.keys(wanted).some((sku) => prices[sku] !== listed[sku])
    if (!isSale && vendor !== buyer && isOther) return 'OC529'
    return isSale && this.short(vendor, wanted) ? 'OC527' : null
  }

  /** The code that refuses the decision; null when it is applied. */
  decide(order: ModelOrder, to: Status): string | null {
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
      const isUsed = this.orders.some(
        ({ derivedFrom, derivation, status }) => derivedFrom === order && derivation === 'shortage' && isLiving(status),
      )
      if (isUsed || this.short(order.buyer, order.wanted)) return 'OC528'
      this.add(order.buyer, order.wanted, -1)
      if (order.vendor !== order.buyer) this.add(order.vendor, order.wanted, 1)
    }
    order.status = to
    return null
  }

  /**
   * The same for some pieces: the others become the rest, or these a returned order (rules O21, O22). `part` is that order, without
   * its id; null where nothing was parted.
   */
  decidePart(
    order: ModelOrder,
    to: 'approved' | 'revoked',
    pieces: Wanted,
  ): { why: string | null; part: ModelOrder | null } {
    const refused = (why: string | null) => ({ why, part: null })
    if (order.status !== { approved: 'pending', revoked: 'approved' }[to]) return refused('OC522')
    const others = Object.fromEntries(
      Object.entries(order.wanted)
        .map(([sku, n]): [string, number] => [sku, n - (pieces[sku] ?? 0)])
        .filter(([, n]) => n > 0),
    )
    if (Object.keys(others).length === 0) return refused(this.decide(order, to))
    const [giver, taker] = to === 'approved' ? [order.vendor, order.buyer] : [order.buyer, order.vendor]
    if (this.short(giver, pieces, to === 'approved' && order.isSale))
      return refused(to === 'approved' ? 'OC527' : 'OC528')
    if (order.vendor !== order.buyer || to === 'revoked') this.add(giver, pieces, -1)
    if (order.vendor !== order.buyer || to === 'approved') this.add(taker, pieces, 1)
    const [stays, goes] = to === 'approved' ? [pieces, others] : [others, pieces]
    const part: ModelOrder = {
      ...order,
      id: '',
      status: to === 'approved' ? 'pending' : 'revoked',
      wanted: goes,
      derivedFrom: order,
      derivation: to === 'approved' ? 'rest' : 'return',
      prices: { ...order.prices },
      attached: [],
    }
    order.wanted = stays
    if (to === 'approved') order.status = 'approved'
    this.orders.push(part)
    return { why: null, part }
  }

  /** The code that refuses attaching to an order or changing its attachments (rules B8). */
  private whyNotAttach({ buyer, vendor, status }: ModelOrder, { account, isBasic }: Actor): string | null {
    if (!isAtOrAbove(account, buyer) && !isAtOrAbove(account, vendor)) return 'RQ404'
    return !isBasic || (account === buyer && status === 'pending') ? null : 'RQ403'
  }

  attach(order: ModelOrder, who: Actor, file: ModelFile): string | null {
    const why = this.whyNotAttach(order, who)
    if (why) return why
    if (file.owner !== who.account || !this.files.includes(file)) return 'RQ404'
    if (!order.attached.includes(file)) order.attached.push(file)
    return null
  }

  private whyNotChange(order: ModelOrder, who: Actor, file: ModelFile): string | null {
    const why = this.whyNotAttach(order, who)
    if (why) return why
    if (!order.attached.includes(file)) return 'RQ404'
    return isAtOrAbove(who.account, file.owner) ? null : 'RQ403'
  }

  rename(order: ModelOrder, who: Actor, file: ModelFile, name: string): string | null {
    const why = this.whyNotChange(order, who, file)
    if (why === null) file.name = name
    return why
  }

  detach(order: ModelOrder, who: Actor, file: ModelFile): string | null {
    const why = this.whyNotChange(order, who, file)
    if (why === null) order.attached.splice(order.attached.indexOf(file), 1)
    return why
  }

  /** Deletes a file; those who do not reach its account do not know it. */
  remove(who: Name, file: ModelFile): string | null {
    if (!isAtOrAbove(who, file.owner) || !this.files.includes(file)) return 'RQ404'
    if (this.orders.some(({ attached }) => attached.includes(file))) return 'RQ409'
    this.files.splice(this.files.indexOf(file), 1)
    return null
  }
}
