import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import { load, pairs, type Size, sizeAt } from './data.ts'
import { fillFull } from './full/schema.ts'
import { serveFull, token } from './full/serve.ts'
import { readers } from './further-data.ts'
import { fillLimit, pendingSales } from './limit/schema.ts'
import { serveLimit } from './limit/serve.ts'
import { connections, run, type Target } from './load.ts'
import { openMeter } from './processor.ts'
import { portal, residentMegabytes, signIn, startProduct } from './product.ts'
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
    const database = await startThrowaway({ durable: true })
    closing.push(database.stop)
    const tenant = await portal(database.url, folder, [
      ...['tenant', 'create', '--code', 'bench', '--name', 'Bench', '--currency', 'EUR'],
      ...['--admin-email', admin.email, '--admin-password', admin.password],
    ])
    const { tenantId, userId } = tenant as Record<'tenantId' | 'userId', string>
    await inDatabase(database.adminUrl, `update users set time_zone = 'Europe/Rome' where user_id = '${userId}'`)
    const loaded = await load(database.adminUrl, tenantId, sizeAt(scale), say)
    const works = worksOn(loaded, sizeAt(scale)).filter(({ name }) => name.includes(only))
    const bareUrl = await createLimit(database.adminUrl, sizeAt(scale))
    const full = await startLimit('full', await createFull(database.adminUrl))
    closing.push(full.stop)
    const limit = await startLimit('limit', bareUrl)
    closing.push(limit.stop)
    const product = await startProduct(database.url, folder)
    closing.push(product.stop)
    const headers = await headersOfReaders(product.url)

    say(`Measuring ${works.length} kinds of work, ${rounds} × ${seconds} s each, product and limits in turn …\n`)
    const rows: Row[] = []
    let resident = 0
    for (const work of works) {
      const deal = dealer(work, rounds + 1)
      const dealLimit = limitDealer(work.limitSubjects, rounds + 1)
      const dealFull = limitDealer(work.limitSubjects, rounds + 1)
      const row: Row = { name: work.name, aim: work.aim, product: [], limit: [], full: [] }
      const toProduct = productTarget(product.url, headers[work.reader ?? 'root'], work)
      const toLimit = work.limit && limitTarget(limit.url, work.limit)
      const toFull = work.full && fullTarget(full.url, work.full)
      const measure = async (target: Target, time: number) => {
        const served = [limit, full].find(({ url }) => url === target.url)
        const meter = await openMeter({
          adminUrl: database.adminUrl,
          server: served ? served.pid : product.process.pid,
          isOf: (name) => (served ? name === served.database : !limits.includes(name)),
        })
        const measured = await run(target, time)
        const used = await meter.stop()
        await idle(database.adminUrl)
        return { ...measured, ...(used && { processor: used.server + used.database }) }
      }
      const { answered } = await measure(toProduct(deal()), warmUp)
      if (toLimit) await measure(toLimit(dealLimit()), warmUp)
      if (toFull) await measure(toFull(dealFull()), warmUp)
      // If no request was answered in the warm-up, measure longer.
      const time = answered > 0 ? seconds : 5 * seconds
      const logged = await askNumber(database.adminUrl, walPosition)
      for (let round = 0; round < rounds; round++) {
        row.product.push(await measure(toProduct(deal()), time))
        if (round === 0) row.logged = (await askNumber(database.adminUrl, walPosition)) - logged
        resident = Math.max(resident, residentMegabytes(product.process) ?? 0)
        if (toLimit) row.limit.push(await measure(toLimit(dealLimit()), time))
        if (toFull) row.full.push(await measure(toFull(dealFull()), time))
      }
      rows.push(row)
      // Fold the sales totals now: the product's own job does this within a minute, but the run approves thousands
      // of orders in seconds.
      if (work.subjects)
        await inDatabase(database.adminUrl, `set app.tenant = '${tenantId}'; select fold_sums(10000000)`)
    }
    say(table(rows.map(addUp)))
    say(`Start-up of the product: ${Math.round(product.startedInMilliseconds)} ms, its database running already.`)
    const perLicense = `select sum(pg_relation_size(i.indexrelid))::float8 / (select count(*) from licenses) as n
      from pg_index i where i.indrelid = 'licenses'::regclass`
    say(`Indexes of a license: ${Math.round(await askNumber(database.adminUrl, perLicense))} bytes.`)
    if (resident > 0) say(`Memory of the product under load: ${Math.round(resident)} MB resident at most.`)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** The headers of each reader's requests. All have one password. */
async function headersOfReaders(url: string): Promise<Record<'root' | keyof typeof readers, Record<string, string>>> {
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

const limits = ['bare_limit', 'full_limit']
const [limitDatabase, fullDatabase] = limits as [string, string]

/** Creates the limit's database beside the product's, and returns its URL. */
async function createLimit(adminUrl: string, size: Size): Promise<string> {
  await inDatabase(adminUrl, `create database ${limitDatabase}`)
  const url = new URL(adminUrl)
  url.pathname = `/${limitDatabase}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`set timezone = 'UTC'; set work_mem = '256MB'; select setseed(0.42)`)
  const steps = fillLimit(size)
  for (const [name, statement] of [
    ...steps.slice(0, -1),
    ['pending sales', pendingSales(size, pairs)],
    ...steps.slice(-1),
  ]) {
    const started = performance.now()
    await client.query(statement as string)
    say(`  limit, ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  await client.end()
  return url.href
}

/** Makes the full limit's database of a copy of the bare one's, and returns the URL of a role that row-level security binds. */
async function createFull(adminUrl: string): Promise<string> {
  await inDatabase(adminUrl, `create database ${fullDatabase} template ${limitDatabase}`)
  const url = new URL(adminUrl)
  url.pathname = `/${fullDatabase}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`set timezone = 'UTC'; set work_mem = '256MB'; set maintenance_work_mem = '512MB'`)
  const password = randomUUID()
  for (const [name, statement] of fillFull(password)) {
    const started = performance.now()
    await client.query(statement)
    say(`  full limit, ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  await client.query('vacuum analyze')
  await client.end()
  return Object.assign(url, { username: 'full_limit', password }).href
}

async function startLimit(which: 'limit' | 'full', databaseUrl: string) {
  const child = fork(new URL(import.meta.url).pathname, [which, databaseUrl], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port))
    child.once('exit', (code) => reject(new Error(`The limit ended with ${code}`)))
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.disconnect()
    })
  const database = which === 'limit' ? limitDatabase : fullDatabase
  return { url: `http://127.0.0.1:${port}`, stop, pid: child.pid, database }
}

type Dealt = ReturnType<ReturnType<typeof dealer>>

/** Accepts compressed answers, as a browser does. */
const productTarget =
  (url: string, headers: Record<string, string>, { variants, subjects }: Work) =>
  (dealt: Dealt): Target => ({
    url,
    isOnce: subjects !== undefined,
    headers: { ...headers, 'accept-encoding': 'gzip, deflate, br, zstd' },
    requestsOf: (connection) =>
      (dealt[connection] ?? []).map(({ variant, subject }) => {
        const request = variants[variant] as Work['variants'][number]
        return subject ? { ...request, path: request.path.replace(/[^/]*$/, subject) } : request
      }),
  })

const limitTarget =
  (url: string, requests: NonNullable<Work['limit']>) =>
  (dealt: number[][] | null): Target => ({
    url,
    headers: {},
    isOnce: dealt !== null,
    requestsOf: (connection) =>
      dealt === null
        ? requests.map((_, n) => requests[(n + connection) % requests.length] as (typeof requests)[number])
        : (dealt[connection] ?? []).map((subject) => ({
            ...(requests[0] as (typeof requests)[number]),
            body: JSON.stringify({ values: [subject] }),
          })),
  })

/** Asks the full limit with a session, and creates with new keys. */
const fullTarget =
  (url: string, { requests, of }: NonNullable<Work['full']>) =>
  (dealt: number[][] | null): Target => ({
    url,
    headers: { authorization: `Bearer ${token()}`, 'accept-encoding': 'gzip, deflate, br, zstd' },
    isOnce: dealt !== null,
    requestsOf: (connection) =>
      dealt === null
        ? requests.map((_, n) => requests[(n + connection) % requests.length] as (typeof requests)[number])
        : (dealt[connection] ?? []).map((subject) => of(subject)),
  })

/** Gives each run and connection its own subjects of a limit, because each subject can be used only once. */
function limitDealer(subjects: number[] | undefined, runs: number): () => number[][] | null {
  if (subjects === undefined) return () => null
  const left = [...subjects]
  const share = Math.floor(left.length / (connections * runs))
  return () => Array.from({ length: connections }, () => left.splice(0, share))
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

const walPosition = `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as n`

async function askNumber(url: string, question: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(question).finally(() => client.end())
  return Number(rows[0].n)
}

async function inDatabase(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

if (process.argv[2] === 'limit') {
  await serveLimit(process.argv[3] as string)
} else if (process.argv[2] === 'full') {
  await serveFull(process.argv[3] as string)
} else {
  await main()
}
