// What an account will be short of, in a network with a million lines of approved orders and their stock movements. Needs a build:
// node --conditions=source --import tsx bench/foresight.ts
// BENCH_LINES: a million by default; BENCH_ROUNDS: requests of each kind, 40 by default. Ends with 1 where the median of
// the foresight is later than the limit.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Foresight } from '@trellis/contract/foresight'
import pg from 'pg'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import { linesPerOrder, load, sizeAt } from './data.ts'
import { readers } from './further-data.ts'
import { portal, signIn, startProduct } from './product.ts'

const lines = Number(process.env.BENCH_LINES ?? 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 40)
/** Milliseconds of an answer. */
const limit = 50
const admin = { email: 'admin@bench.example', password: 'Yard-Sticks-2026' }
const brand = { 'x-tenant-code': 'bench', 'x-label': 'Trellis', 'x-product': 'bench' }
const say = (line: string) => void process.stdout.write(`${line}\n`)
const orders = Math.ceil((lines / linesPerOrder / 0.9) * 1.02)

/** The movements of the orders, a second year before them, and stocks of which some are short. */
const ledger = `
  insert into stock_movements (movement_id, account_id, product_id, quantity, reason, order_id, created_at)
    select id_at(o.approved_at), m.account_id, i.product_id, m.sign * i.qt, m.reason, o.order_id, o.approved_at
    from orders o join order_items i using (tenant_id, order_id)
    cross join lateral (values (o.vendor_id, -1, 'sale'), (o.buyer_id, 1, 'purchase')) m (account_id, sign, reason)
    where o.status = 'approved';
  insert into stock_movements (movement_id, account_id, product_id, quantity, reason, order_id, created_at)
    select id_at(m.created_at - interval '1 year'), m.account_id, m.product_id, m.quantity, m.reason, m.order_id, m.created_at - interval '1 year'
    from stock_movements m where m.reason = 'sale';
  update stock_balances b set quantity = 20 + (abs(hashtext(b.account_id::text || b.product_id::text)) % 5000)`

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const database = await startThrowaway()
    closing.push(database.stop)
    const { tenantId } = (await portal(database.url, folder, [
      ...['tenant', 'create', '--code', 'bench', '--name', 'Bench', '--currency', 'EUR'],
      ...['--admin-email', admin.email, '--admin-password', admin.password],
    ])) as Record<'tenantId', string>
    const size = { ...sizeAt(1), orders, licenses: 300_000, deals: 50_000, certificates: 100, pendingPerPair: 20 }
    const { distributorId } = await load(database.adminUrl, tenantId, size, say)
    const client = new pg.Client(database.adminUrl)
    await client.connect()
    closing.push(() => client.end())
    await client.query(`set app.tenant = '${tenantId}'; set session_replication_role = replica`)
    await client.query(ledger)
    await client.query('vacuum (analyze)')
    const { rows: sizes } = await client.query<{ moved: string; busiest: string }>(`
      select count(*) as moved, (
        select m.account_id from stock_movements m where m.reason = 'sale' and m.created_at > now() - interval '65 weeks'
        and m.account_id in (select account_id from accounts where parent_id is not null)
        group by 1 order by count(*) desc limit 1) as busiest
      from stock_movements`)
    say(`  movements: ${Number(sizes[0]?.moved).toLocaleString('en')}`)
    const product = await startProduct(database.url, folder)
    closing.push(product.stop)
    const headersOf = async (email: string) => ({
      ...brand,
      authorization: `Bearer ${await signIn(product.url, brand, email, admin.password)}`,
    })
    const root = await headersOf(admin.email)
    const distributor = await headersOf(readers.distributor)
    const reseller = await headersOf(readers.reseller)
    const ask = async <T>(headers: Record<string, string>, path: string) => {
      const started = performance.now()
      const response = await fetch(`${product.url}/api/v1${path}`, { headers })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      const answer = (await response.json()) as T
      return { answer, milliseconds: performance.now() - started }
    }
    say('| who asks | products short | median | 95 of 100 within | limit |\n|---|---:|---:|---:|---:|')
    for (const [name, headers, path] of [
      ['the vendor, of itself', root, '/stocks/foresight'],
      ['the vendor, of a distributor', root, `/stocks/foresight?accountId=${distributorId}`],
      ['the vendor, of who sells most', root, `/stocks/foresight?accountId=${sizes[0]?.busiest}`],
      ['a distributor', distributor, '/stocks/foresight'],
      ['a reseller', reseller, '/stocks/foresight'],
      ['a reseller, 180 days', reseller, '/stocks/foresight?days=180'],
      ['the desk of a distributor', distributor, '/today'],
      ['the desk of a reseller', reseller, '/today'],
    ] as const) {
      for (let n = 0; n < 5; n++) await ask(headers, path)
      const times: number[] = []
      let count: number | undefined
      for (let n = 0; n < rounds; n++) {
        const { answer, milliseconds } = await ask<Foresight>(headers, path)
        times.push(milliseconds)
        count = answer.count
      }
      times.sort((a, b) => a - b)
      const [median = 0, slow = 0] = [times[rounds >> 1], times[Math.floor(rounds * 0.95)]]
      say(
        `| ${name} | ${path.includes('foresight') ? count : ''} | ${median.toFixed(1)} ms | ${slow.toFixed(1)} ms | ${limit} ms |`,
      )
      if (path.includes('foresight') && median > limit) process.exitCode = 1
    }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

await main()
