// Puts the orders that partners placed with you into a folder from which your ERP takes them, a file an order:
//   PORTAL=… TENANT=… KEY=… SELLER=<your account's code> npx tsx orders-to-erp.ts folder
// Goes on until it is stopped; with --once it ends when it has all. A file is written again when its order is revoked.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Order } from '@trellis/client'
import { portal } from './portal.ts'

const [folder = 'orders', ...options] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })

/** All of it or nothing, whatever happens meanwhile. */
function write(name: string, text: string) {
  writeFileSync(join(folder, `${name}.new`), text)
  renameSync(join(folder, `${name}.new`), join(folder, name))
}

function readPlace(): string {
  try {
    return readFileSync(join(folder, 'place'), 'utf8')
  } catch {
    return '0'
  }
}

const forErp = (order: Order) => ({
  number: order.orderCode,
  id: order.orderId,
  status: order.status,
  customer: order.buyer.accountCode,
  customerName: order.buyer.accountName,
  reference: order.orderRefCode,
  currency: order.currencyCode,
  total: order.orderTotal,
  lines: order.items?.map(({ productSku, qt, price }) => ({ sku: productSku, quantity: qt, price })),
})

const types = ['order.approved', 'order.revoked']
for await (const { items, next } of portal.events({ after: readPlace(), types, once: options.includes('--once') })) {
  for (const { data } of items) {
    const order = data as Order
    if (order.vendor.accountCode === process.env.SELLER)
      write(`${order.orderCode}.json`, JSON.stringify(forErp(order), null, 2))
  }
  // After the files: stopped in between, the same orders come again and are the same files.
  write('place', next)
}
