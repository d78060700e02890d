// The desk with approval rules: thousands of orders wait in the network, and each rule is asked of them. Needs a build:
// node --conditions=source --import tsx bench/approvals.ts
// BENCH_ROUNDS: requests of each kind, 20 by default.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import { load, sizeAt } from './data.ts'
import { readers } from './further-data.ts'
import { portal, signIn, startProduct } from './product.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 20)
const admin = { email: 'admin@bench.example', password: 'Yard-Sticks-2026' }
const brand = { 'x-tenant-code': 'bench', 'x-label': 'Trellis', 'x-product': 'bench' }
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Rules of the root, one after the other. */
const rules = [
  ['none', ''],
  [
    'above an amount that one order in a hundred has',
    `amount_above = (select percentile_cont(0.99) within group (order by total) from orders where status = 'pending')`,
  ],
  ['below 70 % of the list price', 'below_list_share = 70'],
] as const

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
    const size = {
      ...sizeAt(1),
      orders: 100_000,
      licenses: 1_000,
      deals: 5_000,
      certificates: 100,
      pendingPerPair: 600,
    }
    await load(database.adminUrl, tenantId, size, say)
    const client = new pg.Client(database.adminUrl)
    await client.connect()
    closing.push(() => client.end())
    await client.query(`set app.tenant = '${tenantId}'`)
    await client.query('vacuum (analyze)')
    const { rows } = await client.query(`select count(*) as waiting from orders where status = 'pending'`)
    say(`  waiting: ${Number(rows[0]?.waiting).toLocaleString('en')}`)
    const product = await startProduct(database.url, folder)
    closing.push(product.stop)
    const headersOf = async (email: string) => ({
      ...brand,
      authorization: `Bearer ${await signIn(product.url, brand, email, admin.password)}`,
    })
    const who = [
      ['the vendor', await headersOf(admin.email)],
      ['a distributor', await headersOf(readers.distributor)],
    ] as const
    say('| rule | who asks for the desk | median | 95 of 100 within |\n|---|---|---:|---:|')
    for (const [rule, condition] of rules) {
      if (condition !== '') {
        await client.query('delete from approval_rules')
        await client.query(`
          insert into approval_rules (rule_id, account_id, name, applies_to, ${condition.startsWith('amount') ? 'amount_above, currency_id' : 'below_list_share'}, needs)
          select id_at(clock_timestamp()), a.account_id, 'Bench', 'order', ${condition.replace(/^\w+ = /, '')}${condition.startsWith('amount') ? ', (select currency_id from tenants where tenant_id = a.tenant_id)' : ''}, 'second_person'
          from accounts a where a.parent_id is null`)
      }
      for (const [name, headers] of who) {
        const times: number[] = []
        for (let n = -3; n < rounds; n++) {
          const started = performance.now()
          const response = await fetch(`${product.url}/api/v1/today`, { headers })
          if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
          await response.json()
          if (n >= 0) times.push(performance.now() - started)
        }
        times.sort((a, b) => a - b)
        say(
          `| ${rule} | ${name} | ${times[rounds >> 1]?.toFixed(1)} ms | ${times[Math.floor(rounds * 0.95)]?.toFixed(1)} ms |`,
        )
      }
    }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

await main()
