// What several primaries take off one another: the same tenants in one, two and three of them, called by all at once; the processor
// time of each primary, calls a second, and the time to find a tenant among ten thousand. Needs a build:
// node --conditions=source --import tsx bench/primaries.ts
// BENCH_TENANTS, BENCH_SECONDS, BENCH_KNOWN and BENCH_PRIMARIES (1,2,3).
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import { load, type Size, sizeAt } from './data.ts'
import type { Request } from './load.ts'
import { openMeter } from './processor.ts'
import { portal, signIn, startProduct } from './product.ts'
import { worksOn } from './works.ts'

const tenants = Number(process.env.BENCH_TENANTS ?? 60)
const seconds = Number(process.env.BENCH_SECONDS ?? 20)
const known = Number(process.env.BENCH_KNOWN ?? 10_000)
const counts = (process.env.BENCH_PRIMARIES ?? '1,2,3').split(',').map(Number)
const names = ['main', 'north', 'south'].slice(0, Math.max(...counts))
/** Each a small vendor: 60 accounts, 600 orders, 500 keys. */
const size: Size = { ...sizeAt(0.002), orders: 600, licenses: 500, deals: 50, certificates: 50, pendingPerPair: 1 }
const password = 'Yard-Sticks-2026'
const say = (line: string) => void process.stdout.write(`${line}\n`)

interface Tenant {
  code: string
  lists: Request[]
  create: Request[]
}

async function main(): Promise<void> {
  const closing: (() => unknown)[] = []
  try {
    say(
      '| primaries | calls/s | refused | p99 ms | processor ms a call: server | each primary | the busiest, of one | found among many, ms |',
    )
    say('|---:|---:|---:|---:|---:|---|---:|---:|')
    let alone: number | undefined
    for (const count of counts) {
      const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'))
      closing.push(() => rmSync(folder, { recursive: true, force: true }))
      const clusters = []
      for (let place = 0; place < count; place++) clusters.push(await startThrowaway({ durable: true }))
      closing.push(...clusters.map(({ stop }) => stop))
      const [first] = clusters
      if (first === undefined) throw new Error('There is no primary')
      const env = {
        DEFAULT_TENANT: 'bench-0',
        ...(count > 1 && {
          DATABASE_PRIMARIES: clusters
            .slice(1)
            .map(({ url }, place) => `${names[place + 1]}=${url}`)
            .join(' '),
        }),
      }
      const all: Tenant[] = []
      for (let place = 0; place < tenants; place++) {
        const code = `bench-${place}`
        const at = place % count
        const { tenantId = '' } = await portal(
          first.url,
          folder,
          [
            ...['tenant', 'create', '--code', code, '--name', `Bench ${place}`, '--currency', 'EUR'],
            ...['--admin-email', `admin@${code}.example`, '--admin-password', password, '--on', names[at] ?? 'main'],
          ],
          env,
        )
        const works = worksOn(await load(clusters[at]?.adminUrl ?? '', tenantId, size, () => undefined), size)
        const of = (name: string) => works.find((work) => work.name === name)?.variants.slice(0, 3) ?? []
        all.push({
          code,
          lists: [...of('orders, root'), ...of('licenses, root'), ...of('orders, a distributor')],
          create: of('create an order of 3 lines'),
        })
      }
      const product = await startProduct(first.url, folder, { env })
      // Before its databases, also when a measurement fails.
      closing.push(() => product.process.exitCode === null && product.stop())
      const meters = await Promise.all(
        clusters.map(({ adminUrl }) => openMeter({ adminUrl, server: product.process.pid })),
      )
      const headers = new Map<string, Record<string, string>>()
      for (const { code } of all) {
        const brand = { 'x-tenant-code': code, 'x-label': 'Trellis', 'x-product': 'bench' }
        const token = await signIn(product.url, brand, `admin@${code}.example`, password)
        headers.set(code, { ...brand, authorization: `Bearer ${token}` })
      }
      await call(product.url, all, headers, 3)
      for (const meter of meters) await meter.stop()
      const measuring = await Promise.all(
        clusters.map(({ adminUrl }) => openMeter({ adminUrl, server: product.process.pid })),
      )
      const { answered, refused, p99 } = await call(product.url, all, headers, seconds)
      const used = await Promise.all(measuring.map((meter) => meter.stop()))
      const perCall = used.map((each) => (each?.database ?? 0) / answered)
      const busiest = Math.max(...perCall)
      alone ??= busiest
      const found = await findAmongMany(
        product.url,
        clusters.map(({ adminUrl }) => adminUrl),
      )
      say(
        `| ${count} | ${(answered / seconds).toFixed(0)} | ${refused} | ${p99.toFixed(0)} | ${((used[0]?.server ?? 0) / answered).toFixed(2)} | ${perCall.map((each) => each.toFixed(2)).join(', ')} | ${(busiest / alone).toFixed(2)} | ${found.toFixed(1)} |`,
      )
      await product.stop()
      for (const { stop } of clusters) await stop()
    }
  } catch (error) {
    say((error as Error).stack ?? String(error))
    process.exitCode = 1
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** Twelve connections, each of which calls for its tenants in turn: nine lists and one new order. */
async function call(url: string, all: Tenant[], headers: Map<string, Record<string, string>>, duration: number) {
  const connections = Math.min(12, all.length)
  let connection = 0
  const times: number[] = []
  const instance = autocannon({
    url,
    connections,
    duration,
    setupClient(client) {
      const place = connection++
      const mine = all.filter((_, n) => n % connections === place)
      client.setRequests(
        mine.flatMap(({ code, lists, create }) =>
          [...Array.from({ length: 9 }, (_, n) => lists[n % lists.length]), create[0]].map((request) => ({
            method: request?.method ?? 'GET',
            path: request?.path ?? '/',
            ...(request?.body !== undefined && { body: request.body }),
            headers: { 'content-type': 'application/json', ...headers.get(code) },
            setupRequest: (sent: { headers: Record<string, string> }) => ({
              ...sent,
              headers: { ...sent.headers, 'idempotency-key': randomUUID() },
            }),
          })),
        ),
      )
    },
  })
  instance.on('response', (_client, _status, _bytes, milliseconds) => void times.push(milliseconds))
  const result = await instance
  times.sort((one, other) => one - other)
  return {
    answered: result['2xx'],
    refused: result.non2xx + result.errors,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
  }
}

/** The median time in which a tenant that this process has never met is found by its code, in milliseconds. */
async function findAmongMany(url: string, adminUrls: string[]): Promise<number> {
  for (const [place, adminUrl] of adminUrls.entries()) {
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    await client.query(
      `insert into tenants (tenant_id, code, name, currency_id)
       select gen_random_uuid(), 'many-' || n, 'Many ' || n, 978 from generate_series(1, $1) n where n % $2 = $3`,
      [known, adminUrls.length, place],
    )
    await client.query('analyze tenants')
    await client.end()
  }
  const times: number[] = []
  for (let n = 1; n <= 300; n++) {
    const begun = performance.now()
    const answer = await fetch(`${url}/api/v1/tenants/current`, { headers: { 'x-tenant-code': `many-${n}` } })
    await answer.text()
    if (!answer.ok) throw new Error(`many-${n} was not found: ${answer.status}`)
    times.push(performance.now() - begun)
  }
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}

await main()
