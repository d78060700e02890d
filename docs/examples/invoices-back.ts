// Tells the portal which orders your ERP has invoiced and which are paid, from a file with a line `order,invoice,paid` each:
//   PORTAL=… TENANT=… KEY=… npx tsx invoices-back.ts folder invoices.csv
// `folder` is that of orders-to-erp.ts. What the portal knows already is left alone, so the whole file may be sent each time.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRefusal } from '@trellis/client'
import { portal } from './portal.ts'

const [folder = 'orders', file = 'invoices.csv'] = process.argv.slice(2)

async function tell(number: string, invoiceId: string, paid: boolean): Promise<void> {
  const { id } = JSON.parse(readFileSync(join(folder, `${number}.json`), 'utf8')) as { id: string }
  const { body: order, etag } = await portal.send('GET /orders/{id}', { params: { id } })
  if (order.invoiced && order.invoiceId === invoiceId && order.paid === paid) return
  try {
    const body = { invoiced: true, invoiceId, paid }
    await portal.call('PUT /orders/{id}/update', { params: { id }, body, ifMatch: etag ?? undefined })
    console.log(`${number}: invoice ${invoiceId}${paid ? ', paid' : ''}`)
  } catch (error) {
    // Somebody changed the order between reading and writing: look again.
    if (isRefusal(error, 'RQ412')) return tell(number, invoiceId, paid)
    if (!isRefusal(error)) throw error
    // A revoked order, for example: a person decides.
    console.error(`${number}: ${error.code} ${error.message}`)
    process.exitCode = 1
  }
}

const [, ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/)
for (const line of lines) {
  const [number = '', invoice = '', paid = ''] = line.split(',')
  await tell(number, invoice, paid === 'yes')
}
