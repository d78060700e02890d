// Importing order lines and deals, the lines beside COPY of the same rows into the same tables, with their indexes and triggers. With fsync.
// Needs a build: node --conditions=source --import tsx bench/imports.ts
// BENCH_SCALE: 1 is 300,000 orders and 50,000 deals before; BENCH_ORDERS: how many orders of three lines are imported; BENCH_DEALS: how
// many deals of two.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startDurable } from '../server/src/testing/durable.ts'
import { linesPerOrder, load, sizeAt } from './data.ts'
import { portal } from './product.ts'

const scale = Number(process.env.BENCH_SCALE ?? 0.05)
const orders = Number(process.env.BENCH_ORDERS ?? 8000)
const deals = Number(process.env.BENCH_DEALS ?? 8000)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const lines = orders * linesPerOrder

/** Processor seconds of a process and of all its children, including those that have ended. */
function spentBy(pid: number | 'self'): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  const below = readFileSync(`/proc/${pid}/task/${pid === 'self' ? process.pid : pid}/children`, 'utf8')
    .trim()
    .split(/\s+/)
  const running = below.filter(Boolean).map((child) => spentBy(Number(child)))
  return [...times.map((ticks) => Number(ticks) / 100), ...running].reduce((sum, each) => sum + each, 0)
}

const isBelow = (pid: number): boolean =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').includes(String(pid))

/** Copies the rows that the import wrote, with new ids, codes and references. */
const gather = [
  `create table copied_orders as
     select id_at(o.created_at) as new_id, 'CO-' || o.code as new_code, 'C' || o.ref_code as new_ref, o.*
     from orders o where o.origin = 'import' order by o.created_at`,
  `create table copied_items as
     select id_at(o.created_at) as new_id, o.new_id as new_order, i.* from copied_orders o
     join order_items i on i.tenant_id = o.tenant_id and i.order_id = o.order_id order by o.created_at, i.line`,
  `create table copied_history as
     select id_at(h.created_at) as new_id, o.new_id as new_order, h.* from copied_orders o
     join order_history h on h.tenant_id = o.tenant_id and h.order_id = o.order_id`,
]
const orderColumns =
  'order_id, code, relation_id, buyer_id, vendor_id, origin, status, invoiced, paid, ref_code, note, currency_id, total, created_at, approved_at, updated_at'
const itemColumns = 'order_item_id, order_id, line, product_id, qt, price, amount, currency_id, list_price'
const copies = (file: (name: string) => string) => [
  {
    out: `copy (select new_id, new_code, new_id, buyer_id, vendor_id, origin, status, invoiced, paid, new_ref, note, currency_id, total,
            created_at, approved_at, updated_at from copied_orders) to '${file('orders')}'`,
    in: `copy orders (${orderColumns}) from '${file('orders')}'`,
  },
  {
    out: `copy (select new_id, new_order, line, product_id, qt, price, amount, currency_id, list_price from copied_items) to '${file('items')}'`,
    in: `copy order_items (${itemColumns}) from '${file('items')}'`,
  },
  {
    out: `copy (select new_order, new_id, status, source, created_at from copied_history) to '${file('history')}'`,
    in: `copy order_history (order_id, history_id, status, source, created_at) from '${file('history')}'`,
  },
]

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'))
  const database = await startDurable(folder)
  const client = new pg.Client({ connectionString: database.adminUrl })
  try {
    const { tenantId } = (await portal(database.url, folder, [
      ...['tenant', 'create', '--code', 'bench', '--name', 'Bench', '--currency', 'EUR'],
      ...['--admin-email', 'admin@bench.example', '--admin-password', 'Yard-Sticks-2026'],
    ])) as { tenantId: string }
    await load(database.adminUrl, tenantId, { ...sizeAt(scale), licenses: 1000, pendingPerPair: 1 }, say)
    await client.connect()
    await client.query(`set app.tenant = '${tenantId}'; set app.import = 'on'`)
    const folderWith = (name: string, text: string) => {
      const csv = join(folder, `csv of ${name}`)
      mkdirSync(csv)
      writeFileSync(join(csv, name), text)
      return csv
    }
    const ordersFile = folderWith('orders.csv', await orderLines(client))
    const dealsFile = folderWith('deals.csv', await dealLines(client))

    const postmaster = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    const measured = async (what: string, records: number, work: () => Promise<unknown>) => {
      // The database's own process may be a child of this one.
      const ofDatabase = () => spentBy(postmaster)
      const all = () => spentBy('self') + (isBelow(postmaster) ? 0 : ofDatabase())
      const before = { database: ofDatabase(), all: all() }
      const started = performance.now()
      await work()
      const seconds = (performance.now() - started) / 1000
      const used = { database: ofDatabase() - before.database, all: all() - before.all }
      const rate = (of: number) => Math.round(records / of).toLocaleString('en')
      say(
        `| ${what} | ${records} | ${seconds.toFixed(1)} | ${rate(seconds)} | ${(used.all - used.database).toFixed(2)} | ${used.database.toFixed(2)} | ${rate(used.all)} | ${loadavg()[0]?.toFixed(1)} |`,
      )
      return used.all
    }
    say(
      '| work | records | s | records/s | node, CPU s | database, CPU s | records per CPU second | load |\n|---|---:|---:|---:|---:|---:|---:|---:|',
    )
    const importing = (file: string) => () => portal(database.url, folder, ['import', '--tenant', 'bench', file])
    await measured('portal import, deals', deals, importing(dealsFile))
    const imported = await measured('portal import, order lines', lines, importing(ordersFile))
    for (const statement of gather) await client.query(statement)
    const statements = copies((name) => join(folder, `${name}.copy`))
    await promisify(execFile)('chmod', ['a+rwx', folder])
    for (const each of statements) await client.query(each.out)
    const copied = await measured('COPY of the order lines into the same tables', lines, async () => {
      await client.query('begin')
      for (const each of statements) await client.query(each.in)
      await client.query('commit')
    })
    say(`ratio of processor time ${(copied / imported).toFixed(2)}`)
  } finally {
    await client.end()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Approved orders of last year by every buyer, in the form that the import reads. */
async function orderLines(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ buyer: string; vendor: string }>(`
    select b.code as buyer, v.code as vendor from accounts b
    join accounts v on v.tenant_id = b.tenant_id and v.account_id = b.parent_id
    join account_groups g on g.tenant_id = b.tenant_id and g.group_id = b.group_id where g.name = 'BUYER' order by b.code`)
  const text = [
    'orderRefCode,line,buyerAccountCode,vendorAccountCode,status,creationDate,approvalDate,sku,quantity,price,currencyCode',
  ]
  for (let order = 0; order < orders; order++) {
    const { buyer, vendor } = rows[(order * 7919) % rows.length] as { buyer: string; vendor: string }
    const day = new Date(Date.now() - (1 + (order % 360)) * 86_400_000).toISOString().slice(0, 10)
    for (let line = 1; line <= linesPerOrder; line++) {
      const sku = `SKU-${String((order * 3 + line * 31) % 100).padStart(3, '0')}`
      text.push(
        `R-${order},${line},${buyer},${vendor},approved,${day},${day},${sku},${1 + (order % 9)},${10 + line}.50,EUR`,
      )
    }
  }
  return `${text.join('\n')}\n`
}

/** Deals of two products of every reseller, with a person, an address and a site, in the form that the import reads. */
async function dealLines(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ vendor: string }>(`
    select a.code as vendor from accounts a
    join account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id where g.name like 'RESELLER%' order by a.code`)
  const text = [
    'code,line,vendorAccountCode,company,firstName,lastName,email,webSite,city,countryCode,creationDate,status,protectionStatus,sku,quantity,price',
  ]
  for (let deal = 0; deal < deals; deal++) {
    const { vendor } = rows[(deal * 7919) % rows.length] as { vendor: string }
    const day = new Date(Date.now() - (1 + (deal % 360)) * 86_400_000).toISOString().slice(0, 10)
    for (let line = 1; line <= 2; line++) {
      const sku = `SKU-${String((deal * 3 + line * 31) % 100).padStart(3, '0')}`
      text.push(
        `OLD-${deal},${line},${vendor},Company ${deal} Ltd,Ann,Smith,ann@company-${deal}.example,https://company-${deal}.example,London,GB,${day},Negotiation,Pending,${sku},${1 + (deal % 9)},${10 + line}.50`,
      )
    }
  }
  return `${text.join('\n')}\n`
}

await main()
