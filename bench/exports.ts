// Exports of whole lists: seconds, first byte, memory, and how long other requests wait meanwhile. Needs a build:
// node --conditions=source --import tsx bench/exports.ts
// BENCH_SCALE: 1 is a million licenses. BENCH_ONLY: exports with that in their name. BENCH_DATABASE_URL and BENCH_DATA_DIR: a filled database with the tenant
// "bench" and the sign-in that this file would give it, instead of one of its own.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import { load, sizeAt } from './data.ts'
import { portal, processorMilliseconds, residentMegabytes, signIn, startProduct } from './product.ts'

const scale = Number(process.env.BENCH_SCALE ?? 0.1)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const admin = { email: 'admin@bench.example', password: 'Yard-Sticks-2026' }
const headers = { 'x-tenant-code': 'bench', 'x-label': 'bench', 'x-product': 'portal' }

const column = (path: string, kind = 'text') => ({ path, label: path, kind })
const ofLicenses = [
  ...[column('serialKey'), column('creationDate', 'instant'), column('activationDate', 'date')],
  ...[
    column('expirationDate', 'day'),
    column('product.sku'),
    column('ownerAccount.accountName'),
    column('seats', 'number'),
  ],
]
const ofOrders = [
  ...[
    column('orderCode'),
    column('buyer.accountName'),
    column('vendor.accountName'),
    column('creationDate', 'instant'),
  ],
  ...[column('status'), column('orderTotal', 'money'), column('currencyCode')],
]
const search = { includeChildren: true }
const byOwner = { ...search, sortBy: [{ field: 'ownerAccountName', direction: 'asc' }] }
const only = process.env.BENCH_ONLY ?? ''
const works = [
  { name: 'licenses, CSV', list: 'licenses.search', search, columns: ofLicenses, format: 'csv' },
  { name: 'licenses by owner, CSV', list: 'licenses.search', search: byOwner, columns: ofLicenses, format: 'csv' },
  { name: 'licenses, xlsx', list: 'licenses.search', search, columns: ofLicenses, format: 'xlsx' },
  { name: 'orders, CSV', list: 'orders.sellOut', search, columns: ofOrders, format: 'csv' },
].filter(({ name }) => name.includes(only))

interface Read {
  status: number
  firstByte: number
  seconds: number
  bytes: number
  lines: number
}

function download(url: string, token: string, work: (typeof works)[number]): Promise<Read> {
  const { name: _, ...body } = work
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/api/v1/exports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers, authorization: `Bearer ${token}` },
    })
    asking.on('error', reject).on('response', (answer) => {
      const read: Read = { status: answer.statusCode ?? 0, firstByte: 0, seconds: 0, bytes: 0, lines: 0 }
      answer.on('data', (piece: Buffer) => {
        read.firstByte ||= performance.now() - started
        read.bytes += piece.length
        for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) read.lines += 1
      })
      answer.on('error', reject).on('end', () => resolve({ ...read, seconds: (performance.now() - started) / 1000 }))
    })
    asking.end(JSON.stringify({ ...body, fileName: 'export' }))
  })
}

/** The processes of a cluster's connections: the children of the process that listens. */
function backendsOf(databaseUrl: string): number[] {
  const { port } = new URL(databaseUrl)
  const list = execFileSync('ps', ['-eo', 'pid,args']).toString()
  const parent = new RegExp(`^ *(\\d+) .*postgres.* ${port}( |$)`, 'm').exec(list)?.[1]
  if (parent === undefined) return []
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', parent]).toString()
  return children.trim().split(/\s+/).map(Number)
}

function spread(waits: number[]): string {
  const times = waits.toSorted((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(0)
  return `${at(0.5)}, ${at(0.99)}, ${at(1)}`
}

async function measure(databaseUrl: string, dataDir: string): Promise<string[]> {
  const product = await startProduct(databaseUrl, dataDir)
  const lines: string[] = []
  try {
    const token = await signIn(product.url, headers, admin.email, admin.password)
    const pid = product.process.pid as number
    const other = async () => {
      const started = performance.now()
      await fetch(`${product.url}/api/v1/users/me`, { headers: { ...headers, authorization: `Bearer ${token}` } })
      return performance.now() - started
    }
    for (let n = 0; n < 50; n++) await other()
    const alone: number[] = []
    for (let n = 0; n < 200; n++) {
      alone.push(await other())
      await sleep(20)
    }
    say(`Others without an export: ${spread(alone)} ms (p50, p99, worst), load ${loadavg()[0]?.toFixed(1)}`)
    for (const work of works) {
      await sleep(3000)
      const before = residentMegabytes(product.process) ?? 0
      let peak = before
      let isDone = false
      const waits: number[] = []
      const database = new Map<number, [number, number]>()
      const watching = (async () => {
        while (!isDone) {
          waits.push(await other())
          peak = Math.max(peak, residentMegabytes(product.process) ?? 0)
          await sleep(20)
        }
      })()
      const counting = (async () => {
        while (!isDone) {
          for (const backend of backendsOf(databaseUrl)) {
            const used = processorMilliseconds([backend])
            if (used !== undefined) database.set(backend, [database.get(backend)?.[0] ?? used, used])
          }
          await sleep(300)
        }
      })()
      const used = processorMilliseconds([pid]) ?? 0
      const read = await download(product.url, token, work)
      const node = (processorMilliseconds([pid]) ?? 0) - used
      isDone = true
      await Promise.all([watching, counting])
      const ofDatabase = [...database.values()].reduce((sum, [first, last]) => sum + last - first, 0)
      const cells = [
        ...[work.name, read.status, work.format === 'csv' ? read.lines - 1 : '', read.seconds.toFixed(1)],
        ...[(read.firstByte / 1000).toFixed(2), (read.bytes / 1e6).toFixed(1), (node / 1000).toFixed(1)],
        ...[(ofDatabase / 1000).toFixed(1), before.toFixed(0), (peak - before).toFixed(0)],
        ...[spread(waits), loadavg()[0]?.toFixed(1)],
      ]
      lines.push(`| ${cells.join(' | ')} |`)
    }
  } finally {
    await product.stop()
  }
  return lines
}

async function main(): Promise<void> {
  const { BENCH_DATABASE_URL: given, BENCH_DATA_DIR: folder } = process.env
  const closing: (() => unknown)[] = []
  try {
    let [url, dataDir] = [given, folder]
    if (url === undefined || dataDir === undefined) {
      const own = mkdtempSync(join(tmpdir(), 'trellis-bench-'))
      closing.push(() => rmSync(own, { recursive: true, force: true }))
      const database = await startThrowaway()
      closing.push(database.stop)
      const { tenantId } = (await portal(database.url, own, [
        ...['tenant', 'create', '--code', 'bench', '--name', 'Bench', '--currency', 'EUR'],
        ...['--admin-email', admin.email, '--admin-password', admin.password],
      ])) as { tenantId: string }
      await load(database.adminUrl, tenantId, { ...sizeAt(scale), pendingPerPair: 1 }, say)
      ;[url, dataDir] = [database.url, own]
    }
    const lines = await measure(url, dataDir)
    say(`| export | status | rows | s | first byte, s | MB | node, CPU s | database, CPU s | MB before | MB more | others p50, p99, worst ms | load |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n${lines.join('\n')}`)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

await main()
