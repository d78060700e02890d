// What the first calls after a pause cost, and the first ones of a new process: the main bench measures warm connections only.
// Needs a build:
// node --conditions=source --import tsx bench/pause.ts
// BENCH_SCALE: 1 is 300,000 orders; what a cold connection costs hardly depends on it. BENCH_PAUSE: seconds of silence before
// each measurement; BENCH_ONLY: a pattern of the names of what is measured.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import { load, sizeAt } from './data.ts'
import type { Request } from './load.ts'
import { openMeter } from './processor.ts'
import { portal, signIn, startProduct } from './product.ts'
import { worksOn } from './works.ts'

const scale = Number(process.env.BENCH_SCALE ?? 0.02)
const pause = Number(process.env.BENCH_PAUSE ?? 600)
const only = new RegExp(process.env.BENCH_ONLY ?? '')
const say = (line: string) => void process.stdout.write(`${line}\n`)
const admin = { email: 'admin@bench.example', password: 'Yard-Sticks-2026' }
const brand = { 'x-tenant-code': 'bench', 'x-label': 'bench', 'x-product': 'portal' }

/** What is opened after a pause: a list, another one, a dashboard, and the calls of a screen at once. */
const opened = ['orders, root', 'licenses, root', 'dashboard of 12 months, root', 'what needs me, root']
/** Calls before the pause, after which every statement has the plan that it keeps. */
const before = 20

interface Times {
  server: number
  database: number
  clock: number
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
    const product = await startProduct(database.url, folder)
    closing.push(product.stop)

    let headers: Record<string, string> = {}
    const renew = async () => {
      const authorization = `Bearer ${await signIn(product.url, brand, admin.email, admin.password)}`
      headers = { ...brand, authorization, 'content-type': 'application/json', 'accept-encoding': 'gzip' }
    }
    const call = async ({ method, path, body }: Request) => {
      const response = await fetch(`${product.url}${path}`, {
        method,
        headers,
        signal: AbortSignal.timeout(20_000),
        ...(body && { body }),
      })
      if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
    }
    const requests = worksOn(loaded, size)
      .filter(({ name }) => opened.includes(name))
      .map(({ name, variants: [request] }) => ({ name, calls: [request as Request] }))
    const kinds = [...requests, { name: 'all of them at once', calls: requests.flatMap(({ calls }) => calls) }].filter(
      ({ name }) => only.test(name),
    )
    /** Processor time of server and database, and time by the clock, of some calls at once. */
    const measure = async (calls: Request[]): Promise<Times> => {
      const meter = await openMeter({ adminUrl: database.adminUrl, server: product.process.pid })
      const started = performance.now()
      await Promise.all(calls.map(call))
      const clock = performance.now() - started
      const used = await meter.stop()
      return { server: used?.server ?? Number.NaN, database: used?.database ?? Number.NaN, clock }
    }
    const line = (what: string, times: Times[]) => {
      const each = (of: (time: Times) => number, digits: number) =>
        times.map((time) => of(time).toFixed(digits)).join(' · ')
      say(`| ${what} | ${each((t) => t.server, 1)} | ${each((t) => t.database, 1)} | ${each((t) => t.clock, 0)} |`)
    }
    const inTurn = async (calls: Request[], times: number) => {
      const measured: Times[] = []
      for (let time = 0; time < times; time++) measured.push(await measure(calls))
      return measured
    }

    say('| calls | server, CPU ms of the first, second … | database, CPU ms | ms by the clock |\n|---|---:|---:|---:|')
    await renew()
    for (const { name, calls } of kinds) line(`${name}, in a new process`, await inTurn(calls, 7))
    for (const { name, calls } of kinds) {
      // Its token is valid for fifteen minutes.
      await renew()
      for (let time = 0; time < before; time++) await Promise.all(calls.map(call))
      await sleep(pause * 1000)
      line(`${name}, after ${pause} s`, await inTurn(calls, 7))
    }
    say(`\nLoad of the machine: ${loadavg()[0]?.toFixed(1)}`)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

await main()
