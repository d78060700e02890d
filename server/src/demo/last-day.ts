import type { Member, Product } from './members.ts'
import type { Story } from './story.ts'
import type { Line, Trade } from './trade.ts'

/**
 * The prepared last day: Studio Ferrante has keys to create, Ponte Nuovo has stock to sell but lacks one ordered
 * product and has bought in euro, Lakeshore in dollars, and some orders are pending.
 */
export function planLastDay(story: Story, trade: Trade, end: Date): void {
  const { world } = story
  const member = (code: string) => world.members.find(({ company }) => company.code === code) as Member
  const product = (sku: string) => world.products.find((one) => one.sku === sku) as Product
  const line = (sku: string, quantity: number): Line => ({ product: product(sku), quantity })
  const before = (minutes: number) => new Date(end.getTime() - minutes * 60_000)
  const [ponteNuovo, ferrante, lakeshore] = [member('PONTENUOVO'), member('FERRANTE'), member('LAKESHORE')]

  /** Buys up to this quantity of each product. */
  const fillUp = async (buyer: Member, wanted: Line[]) => {
    const lines = wanted
      .map(({ product, quantity }) => ({ product, quantity: quantity - trade.available(buyer, product) }))
      .filter(({ quantity }) => quantity > 0)
    const order = lines.length > 0 ? await trade.purchase(buyer, lines) : null
    const vendor = buyer.parent as Member
    if (order) story.plan(new Date(story.at.getTime() + 20 * 60_000), vendor.admin, () => trade.approve(order))
  }
  /** Buys in any case. */
  const buy = (buyer: Member, minutes: number, lines: Line[]) =>
    story.plan(before(minutes), buyer.admin, async () => {
      const order = await trade.purchase(buyer, lines)
      if (order) story.plan(before(minutes - 10), world.vendor.admin, () => trade.approve(order))
    })
  const request = (buyer: Member, minutes: number, lines: Line[]) =>
    story.plan(before(minutes), buyer.admin, async () => {
      await trade.purchase(buyer, lines)
    })

  story.plan(before(300), ponteNuovo.admin, () =>
    fillUp(ponteNuovo, [
      line('ATLAS-PRO-1Y', 30),
      line('ATLAS-STD-1Y', 25),
      line('VELA-1Y', 30),
      line('NORMA-1Y', 40),
      line('ATLAS-PRO-PERP', 8),
      line('ATLAS-PRO-MNT', 8),
      line('ATLAS-ENT-1Y', 2),
    ]),
  )
  story.plan(before(240), ponteNuovo.admin, async () => {
    const surplus = trade.available(ponteNuovo, product('ATLAS-ENT-1Y')) - 2
    const sale =
      surplus > 0 ? await trade.sell(ponteNuovo, member('OFFICINADIG'), [line('ATLAS-ENT-1Y', surplus)]) : null
    if (sale) story.plan(before(230), ponteNuovo.admin, () => trade.approveSale(sale))
  })
  story.plan(before(220), ferrante.admin, () =>
    fillUp(ferrante, [line('ATLAS-PRO-1Y', 8), line('VELA-1Y', 5), line('NORMA-1Y', 6)]),
  )
  // Both currencies of this week, beside each other on the vendor's dashboard. What was filled up may have been nothing.
  buy(ponteNuovo, 210, [line('NORMA-1Y', 10)])
  buy(lakeshore, 200, [line('ATLAS-PRO-1Y', 10), line('VELA-1Y', 5)])
  request(ferrante, 150, [line('ATLAS-ENT-1Y', 5), line('ATLAS-PRO-1Y', 3)])
  request(member('TECNODIS'), 110, [line('NORMA-1Y', 4), line('VELA-1Y', 2)])
  request(member('CANTIERI'), 75, [line('ATLAS-PRO-1Y', 2)])
  request(member('RAUTENBERG'), 60, [line('ATLAS-PRO-3Y', 6)])
  story.plan(before(45), ponteNuovo.admin, async () => {
    await trade.sell(ponteNuovo, member('LINEAVIVA'), [line('VELA-1Y', 3), line('NORMA-1Y', 5)])
  })
}
