// Sells license keys to a partner, as a shop does after a payment: an order, its approval, the keys. Prints the keys.
//   PORTAL=… TENANT=… KEY=… npx tsx sell-keys.ts <shop's order number> <buyer's account code> <SKU> <seats>
// Run again with the same number it makes nothing new and prints the same keys.
import { call } from './portal.ts'

const [number = '', buyerCode = '', sku = '', seats = '1'] = process.argv.slice(2)

const { body: found } = await call<{ items: { accountId: string; accountCode: string }[] }>(
  'POST',
  '/accounts/search',
  {
    body: { includeChildren: true, filterBy: [{ field: 'accountCode', values: [buyerCode] }] },
  },
)
// The filter finds parts too.
const buyer = found.items.find(({ accountCode }) => accountCode === buyerCode)
if (!buyer) throw new Error(`There is no account ${buyerCode}`)

const { body: offered } = await call<{ productId: string; sku: string; price: number }[]>(
  'GET',
  `/orders/stock/available?buyerAccountId=${buyer.accountId}`,
)
const product = offered.find((one) => one.sku === sku)
if (!product) throw new Error(`${buyerCode} cannot be sold ${sku}`)
const { productId, price } = product

const { body: order } = await call<{ id: string }>('POST', '/orders', {
  once: `order ${number}`,
  body: {
    buyerAccountId: buyer.accountId,
    orderRefCode: number,
    items: [{ productId, quantity: Number(seats), price }],
  },
})
const { body: now } = await call<{ status: string }>('GET', `/orders/${order.id}`)
if (now.status === 'pending') await call('PUT', `/orders/${order.id}`, { body: { status: 'approved', source: 'shop' } })

const { body: made } = await call<{ serialKeys: string[] }>('POST', '/licenses', {
  once: `keys ${number}`,
  body: { parentAccountId: buyer.accountId, derivedOrderId: order.id, items: [{ productId, qt: Number(seats) }] },
})
console.log(made.serialKeys.join('\n'))
