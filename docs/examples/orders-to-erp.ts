// Puts the orders that partners placed with you into a folder from which your ERP takes them, a file an order:
//   PORTAL=… TENANT=… KEY=… SELLER=<your account's code> npx tsx orders-to-erp.ts folder
// Goes on until it is stopped; with --once it ends when it has all. A file is written again when its order is revoked.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { call } from './portal.ts'

interface Order {
  orderId: string
  orderCode: string
  status: string
  vendor: { accountCode: string }
  buyer: { accountCode: string; accountName: string }
  orderRefCode: string | null
  currencyCode: string
  orderTotal: number
  items: { productSku: string; qt: number; price: number }[]
}

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
  lines: order.items.map(({ productSku, qt, price }) => ({ sku: productSku, quantity: qt, price })),
})

for (;;) {
  const place = readPlace()
  const { body } = await call<{ items: { data: Order }[]; next: string }>(
    'GET',
    `/events?types=order.approved,order.revoked&after=${place}`,
  )
  for (const { data } of body.items)
    if (data.vendor.accountCode === process.env.SELLER)
      write(`${data.orderCode}.json`, JSON.stringify(forErp(data), null, 2))
  // After the files: stopped in between, the same orders come again and are the same files.
  write('place', body.next)
  if (body.next !== place) continue
  if (options.includes('--once')) break
  await wait(5000)
}
