// How long a process takes to start, and its memory at rest and under load: the built product with production settings.
// node --conditions=source --import tsx bench/process.ts
// BENCH_SCALE: 1 is 300,000 orders; memory of the server hardly depends on it. BENCH_SECONDS: how long to load it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import { load, sizeAt } from './data.ts'
import { type Request, run } from './load.ts'
import { type Product, portal, processorMilliseconds, residentMegabytes, signIn, startProduct } from './product.ts'
import { worksOn } from './works.ts'

const scale = Number(process.env.BENCH_SCALE ?? 0.02)
const seconds = Number(process.env.BENCH_SECONDS ?? 60)
const starts = Number(process.env.BENCH_STARTS ?? 5)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const admin = { email: 'admin@bench.example', password: 'Yard-Sticks-2026' }
const brand = { 'x-tenant-code': 'bench', 'x-label': 'bench', 'x-product': 'portal' }

const processorOf = (product: Product) => processorMilliseconds([product.process.pid as number]) ?? Number.NaN

/** The most that was ever resident, which the system itself remembers. */
const peakOf = ({ process: { pid } }: Product) =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function start(databaseUrl: string, folder: string): Promise<Product> {
  const product = await startProduct(databaseUrl, folder)
  const processor = processorOf(product)
  await sleep(5_000)
  say(
    `| ${Math.round(product.startedInMilliseconds)} | ${processor} | ${residentMegabytes(product.process)?.toFixed(0)} | ${loadavg()[0]?.toFixed(1)} |`,
  )
  return product
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const database = await startThrowaway({ durable: true })
    closing.push(database.stop)
    const { tenantId } = (await portal(database.url, folder, [
      ...['tenant', 'create', '--code', 'bench', '--name', 'Bench', '--currency', 'EUR'],
      ...['--admin-email', admin.email, '--admin-password', admin.password],
    ])) as { tenantId: string }
    const size = { ...sizeAt(scale), pendingPerPair: 1 }
    const loaded = await load(database.adminUrl, tenantId, size, () => undefined)

    say('| start until ready, ms | processor, ms | at rest, MB | load |\n|---:|---:|---:|---:|')
    for (let n = 1; n < starts; n++) await (await start(database.url, folder)).stop()
    const product = await start(database.url, folder)
    closing.push(product.stop)

    const authorization = `Bearer ${await signIn(product.url, brand, admin.email, admin.password)}`
    const works = worksOn(loaded, size).filter(({ subjects, reader }) => subjects === undefined && reader === undefined)
    const requests = works.flatMap(({ name, variants }) => (name.startsWith('approve') ? [] : variants.slice(0, 4)))
    const headers = { ...brand, authorization, 'accept-encoding': 'gzip, deflate, br, zstd' }
    const used = processorOf(product)
    const measured = await run(
      {
        url: product.url,
        headers,
        requestsOf: (connection): Request[] => [...requests.slice(connection), ...requests.slice(0, connection)],
      },
      seconds,
    )
    const each = (processorOf(product) - used) / measured.answered
    say(
      `\n${measured.answered} answers, ${measured.refused} refused, ${each.toFixed(2)} ms of processor time each (server alone).`,
    )
    say(`Resident at most: ${peakOf(product).toFixed(0)} MB. Load: ${loadavg()[0]?.toFixed(1)}.`)
    await sleep(20_000)
    say(`Resident 20 s later: ${residentMegabytes(product.process)?.toFixed(0)} MB.`)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

await main()
