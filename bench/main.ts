import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import { type BareOptions, serveBare } from './bare.ts'
import { type Loaded, load, sizeAt } from './data.ts'
import { readers } from './further-data.ts'
import { run, type Target } from './load.ts'
import { portal, processorMilliseconds, residentMegabytes, signIn, startProduct } from './product.ts'
import { type Recording, record } from './recording.ts'
import { addUp, type Row, table } from './report.ts'
import { dealer, type Work, worksOn } from './works.ts'

const scale = Number(process.env.BENCH_SCALE ?? 1)
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const rounds = Number(process.env.BENCH_ROUNDS ?? 2)
/** Seconds of warm-up, until code is compiled and plans are cached. */
const warmUp = 1
/** Runs only the measurements whose name contains this text. */
const only = process.env.BENCH_ONLY ?? ''
const admin = { email: 'admin@bench.example', password: 'Yard-Sticks-2026' }
const brand = { 'x-tenant-code': 'bench', 'x-label': 'Trellis', 'x-product': 'bench' }

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    say(`Loading ${JSON.stringify(sizeAt(scale))} …`)
    const database = await startThrowaway()
    closing.push(database.stop)
    const tenant = await portal(database.url, folder, [
      ...['tenant', 'create', '--code', 'bench', '--name', 'Bench', '--currency', 'EUR'],
      ...['--admin-email', admin.email, '--admin-password', admin.password],
    ])
    const { tenantId, rootAccountId, userId } = tenant as Record<'tenantId' | 'rootAccountId' | 'userId', string>
    await inDatabase(database.adminUrl, `update users set time_zone = 'Europe/Rome' where user_id = '${userId}'`)
    const loaded = await load(database.adminUrl, tenantId, sizeAt(scale), say)
    const works = worksOn(loaded).filter(({ name }) => name.includes(only))

    const asking = { ...loaded.readers, root: { userId, accountId: rootAccountId } }
    const recordings = await recordAll(works, database.url, folder, asking)
    const bare = await startBare(
      { databaseUrl: database.adminUrl, tenantId },
      join(folder, 'recordings.json'),
      recordings,
    )
    closing.push(bare.stop)
    const product = await startProduct(database.url, folder)
    closing.push(product.stop)
    const headers = await headersOfReaders(product.url)

    say(`Measuring ${works.length} kinds of work, ${rounds} × ${seconds} s each, product and limit in turn …\n`)
    const rows: Row[] = []
    let resident = 0
    for (const [index, work] of works.entries()) {
      const deal = dealer(work, 2 * (rounds + 1))
      const targets = {
        product: productTarget(product.url, headers[work.reader ?? 'root'], work),
        bare: bareTarget(bare.url, index),
      }
      const row: Row = { name: work.name, aim: work.aim, product: [], bare: [] }
      const measure = async (target: Target, time: number) => {
        const server = target.url === product.url ? product.process.pid : bare.pid
        const before = await processorTime(database.adminUrl, server)
        const measured = await run(target, time)
        const after = await processorTime(database.adminUrl, server)
        await idle(database.adminUrl)
        return { ...measured, ...(before !== undefined && after !== undefined && { processor: after - before }) }
      }
      await measure(targets.product(deal()), warmUp)
      const { answered } = await measure(targets.bare(deal()), warmUp)
      // If no request was answered in the warm-up, measure longer.
      const time = answered > 0 ? seconds : 5 * seconds
      for (let round = 0; round < rounds; round++) {
        row.product.push(await measure(targets.product(deal()), time))
        resident = Math.max(resident, residentMegabytes(product.process) ?? 0)
        row.bare.push(await measure(targets.bare(deal()), time))
      }
      rows.push(row)
      // Fold the sales totals now: the product's own job does this within a minute, but the run approves thousands
      // of orders in seconds.
      if (work.subjects)
        await inDatabase(database.adminUrl, `set app.tenant = '${tenantId}'; select fold_sales(1000000)`)
    }
    say(table(rows.map(addUp)))
    say(`Start-up of the product: ${Math.round(product.startedInMilliseconds)} ms, its database running already.`)
    if (resident > 0) say(`Memory of the product under load: ${Math.round(resident)} MB resident at most.`)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type Asking = Loaded['readers'] & Record<'root', { userId: string; accountId: string }>

/** The headers of each reader's requests. All have one password. */
async function headersOfReaders(url: string): Promise<Record<keyof Asking, Record<string, string>>> {
  const headersOf = async (email: string) => ({
    ...brand,
    authorization: `Bearer ${await signIn(url, brand, email, admin.password)}`,
  })
  return {
    root: await headersOf(admin.email),
    distributor: await headersOf(readers.distributor),
    reseller: await headersOf(readers.reseller),
  }
}

/** Sends each kind of request to the product once and records its SQL statements. */
async function recordAll(works: Work[], databaseUrl: string, folder: string, asking: Asking) {
  const tapFile = join(folder, 'tap.jsonl')
  writeFileSync(tapFile, '')
  const tapped = await startProduct(databaseUrl, folder, { preload: './tap.mjs', env: { BENCH_TAP: tapFile } })
  try {
    const headersOf = await headersOfReaders(tapped.url)
    for (const headers of Object.values(headersOf)) await fetch(`${tapped.url}/api/v1/users/me`, { headers })
    const recordings: Record<string, Recording> = {}
    for (const [index, work] of works.entries()) {
      const reader = work.reader ?? 'root'
      const headers = { ...headersOf[reader], 'content-type': 'application/json' }
      for (const [variant, { method, path, body }] of work.variants.entries()) {
        const subject = work.subjects ? (path.split('/').at(-1) ?? null) : null
        recordings[`${index}-${variant}`] = await record(tapFile, asking[reader], subject, async () => {
          const response = await fetch(tapped.url + path, { method, headers, ...(body !== undefined && { body }) })
          const answer = await response.text()
          if (!response.ok) throw new Error(`${work.name} was refused: ${answer}`)
        })
      }
    }
    return recordings
  } finally {
    await tapped.stop()
  }
}

async function startBare(options: BareOptions, file: string, recordings: Record<string, Recording>) {
  writeFileSync(file, JSON.stringify(recordings))
  const child = fork(new URL(import.meta.url).pathname, ['bare', JSON.stringify(options), file], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port))
    child.once('exit', (code) => reject(new Error(`The plain server ended with ${code}`)))
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.disconnect()
    })
  return { url: `http://127.0.0.1:${port}`, stop, pid: child.pid }
}

type Dealt = ReturnType<ReturnType<typeof dealer>>

const productTarget =
  (url: string, headers: Record<string, string>, { variants }: Work) =>
  (dealt: Dealt): Target => ({
    url,
    headers,
    requestsOf: (connection) =>
      (dealt[connection] ?? []).map(({ variant, subject }) => {
        const request = variants[variant] as Work['variants'][number]
        return subject ? { ...request, path: request.path.replace(/[^/]*$/, subject) } : request
      }),
  })

const bareTarget =
  (url: string, index: number) =>
  (dealt: Dealt): Target => ({
    url,
    headers: {},
    requestsOf: (connection) =>
      (dealt[connection] ?? []).map(({ variant, subject }) => ({
        method: 'POST',
        path: `/${index}-${variant}${subject ? `/${subject}` : ''}`,
        body: '{}',
      })),
  })

/** CPU milliseconds of a server and of all database backends that serve clients. */
async function processorTime(url: string, server: number | undefined): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  await client.end()
  return server === undefined ? undefined : processorMilliseconds([server, ...rows.map(({ pid }) => pid)])
}

/** Waits until the database has finished the work of the last run, so that the next run is not slowed down. */
async function idle(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const busy = `select count(*)::int as busy from pg_stat_activity
    where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`
  for (let tries = 0; tries < 300 && (await client.query(busy)).rows[0].busy > 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 100))
  await client.end()
}

async function inDatabase(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

if (process.argv[2] === 'bare') {
  await serveBare(JSON.parse(process.argv[3] as string) as BareOptions, process.argv[4] as string)
} else {
  await main()
}
