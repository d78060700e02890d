// Sells license keys to a partner, as a shop does after a payment: an order, its approval, the keys. Prints the keys.
//   PORTAL=… TENANT=… KEY=… npx tsx sell-keys.ts <shop's order number> <buyer's account code> <SKU> <seats>
// Run again with the same number it makes nothing new and prints the same keys.
import { portal } from './portal.ts'

const [number = '', buyerCode = '', sku = '', seats = '1'] = process.argv.slice(2)

const found = await portal.call('POST /accounts/search', {
  body: { includeChildren: true, filterBy: [{ field: 'accountCode', values: [buyerCode] }] },
})
// The filter finds parts too.
const buyer = found.items.find(({ accountCode }) => accountCode === buyerCode)
if (!buyer) throw new Error(`There is no account ${buyerCode}`)

const offered = await portal.call('GET /orders/stock/available', { query: { buyerAccountId: buyer.accountId } })
const product = offered.find((one) => one.sku === sku)
if (!product) throw new Error(`${buyerCode} cannot be sold ${sku}`)
const { productId, price } = product

const order = await portal.call('POST /orders', {
  idempotencyKey: `order ${number}`,
  body: {
    buyerAccountId: buyer.accountId,
    orderRefCode: number,
    items: [{ productId, quantity: Number(seats), price }],
  },
})
const { status } = await portal.call('GET /orders/{id}', { params: { id: order.id } })
if (status === 'pending')
  await portal.call('PUT /orders/{id}', { params: { id: order.id }, body: { status: 'approved', source: 'shop' } })

const made = await portal.call('POST /licenses', {
  idempotencyKey: `keys ${number}`,
  body: {
    parentAccountId: buyer.accountId,
    derivedOrderId: order.id,
    Items: [{ ProductId: productId, Qt: Number(seats) }],
  },
})
console.log(made.serialKeys.join('\n'))
