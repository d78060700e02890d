import { orders } from '@trellis/contract/orders'
import { stock } from '@trellis/contract/stock'
import { expect, test } from 'vitest'
import { network, type Person, type World } from '../../testing/network.ts'

const world = await network()
const { vendor, nordico, acme } = world

test('smoke', async () => {
  const line = (sku: string, quantity: number) => ({
    productId: world.products[sku]!.productId,
    quantity,
    price: Number(world.products[sku]!.price),
  })
  const { id, orderCode } = await vendor.call(orders.create, { body: { items: [line('EDGE-1Y', 10)] } })
  console.log(orderCode)
  console.log(
    JSON.stringify(await vendor.call(orders.changeStatus, { params: { id }, body: { status: 'approved' } }), null, 1),
  )
  console.log(await vendor.stockOf('EDGE-1Y'))
  const so = await vendor.call(orders.create, {
    body: { buyerAccountId: nordico.accountId, items: [line('EDGE-1Y', 4)] },
  })
  await vendor.call(orders.changeStatus, { params: { id: so.id }, body: { status: 'approved' } })
  console.log(await vendor.stockOf('EDGE-1Y'), await nordico.stockOf('EDGE-1Y'))
  console.log(JSON.stringify(await nordico.call(orders.sellIn, { body: {} })))
  console.log(JSON.stringify(await nordico.call(stock.available, { query: { buyerAccountId: acme.accountId } })))
  console.log(JSON.stringify(await nordico.call(stock.movements, { params: { accountId: nordico.accountId } })))
})
