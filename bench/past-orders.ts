// Past orders under a list: a year whose approved orders have a million lines, asked for whole. Needs a build:
// node --conditions=source --import tsx bench/past-orders.ts
// BENCH_LINES: a million by default; BENCH_ROUNDS: requests, 5 by default. Ends with 1 where the answer is later than the limit, or is
// not the sum of the lines, to the cent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PastOrders } from '@trellis/contract/past-orders'
import pg from 'pg'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import { linesPerOrder, load, sizeAt } from './data.ts'
import { portal, signIn, startProduct } from './product.ts'

const lines = Number(process.env.BENCH_LINES ?? 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
/** Seconds of one answer. */
const limit = 5
const admin = { email: 'admin@bench.example', password: 'Yard-Sticks-2026' }
const brand = { 'x-tenant-code': 'bench', 'x-label': 'Trellis', 'x-product': 'bench' }
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Nine of ten orders are approved; some more, so that there are lines enough. */
const orders = Math.ceil((lines / linesPerOrder / 0.9) * 1.02)

/** What must come out, from the lines alone: each at its new price, rounded as a line is. */
const expected = `
  select count(*)::int as lines, sum(i.amount)::text as paid, sum(round(i.qt * p.custom_price, 2))::text as would_pay
  from orders o join order_items i using (tenant_id, order_id)
  join price_list_items p on p.tenant_id = i.tenant_id and p.product_id = i.product_id and p.price_list_id = $1
  where o.status = 'approved' and o.buyer_id <> o.vendor_id`

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
    const size = { ...sizeAt(1), orders, licenses: 1_000, deals: 100, certificates: 100, pendingPerPair: 20 }
    await load(database.adminUrl, tenantId, size, say)
    const client = new pg.Client(database.adminUrl)
    await client.connect()
    closing.push(() => client.end())
    const first = async <T>(query: string, values: unknown[] = []) => (await client.query(query, values)).rows[0] as T
    const { id: own } = await first<{ id: string }>('select price_list_id as id from price_lists')
    await client.query(`set app.tenant = '${tenantId}'`)
    const { id: next } = await first<{ id: string }>(`
      with list as (
        insert into price_lists (price_list_id, account_id, name, currency_id)
        select id_at(clock_timestamp()), account_id, 'Next year', currency_id from price_lists returning price_list_id
      ), prices as (
        insert into price_list_items (price_list_id, product_id, custom_price)
        select l.price_list_id, i.product_id, i.custom_price * 1.0335 from list l, price_list_items i
      ) select price_list_id as id from list`)
    await client.query('vacuum (analyze)')
    const product = await startProduct(database.url, folder)
    closing.push(product.stop)
    const token = await signIn(product.url, brand, admin.email, admin.password)
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    const ask = async (id: string) => {
      const started = performance.now()
      const response = await fetch(`${product.url}/api/v1/pricelists/${id}/pastOrders?from=${day(370)}&to=${day(-1)}`, {
        headers: { ...brand, authorization: `Bearer ${token}` },
      })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      return { answer: (await response.json()) as PastOrders, seconds: (performance.now() - started) / 1000 }
    }

    say(
      '| list | lines | accounts | slowest of the requests | limit | difference to the lines |\n|---|---:|---:|---:|---:|---:|',
    )
    for (const [name, id] of [
      ['the list that was paid', own],
      ['next year’s list', next],
    ] as const) {
      const sums = await first<{ lines: number; paid: string; would_pay: string }>(expected, [id])
      const answers = []
      for (let round = 0; round < rounds; round++) answers.push(await ask(id))
      const slowest = Math.max(...answers.map(({ seconds }) => seconds))
      const off = Math.max(
        ...answers.flatMap(({ answer }) => [
          Math.abs(answer.paid - Number(sums.paid)),
          Math.abs(answer.wouldPay - Number(sums.would_pay)),
        ]),
      )
      const { accountCount } = answers[0]?.answer ?? { accountCount: 0 }
      say(
        `| ${name} | ${sums.lines.toLocaleString('en')} | ${accountCount.toLocaleString('en')} | ${slowest.toFixed(2)} s | ${limit} s | ${off.toFixed(2)} |`,
      )
      if (slowest > limit || off !== 0 || sums.lines < lines) process.exitCode = 1
    }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

await main()
