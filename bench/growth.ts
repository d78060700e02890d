// Growth: every list with each of its sorts and filters, single records, dashboards and what needs somebody, one request at
// a time, in a database and in one with ten times the business (or the accounts, or the products). Needs a build:
// node --conditions=source --import tsx bench/growth.ts
// BENCH_SCALE: of the smaller business, 0.01 by default; BENCH_GROW=accounts, products: ten times those instead; deep, one-sided: as much
// in a tree of that shape; BENCH_LARGE=1: the larger database alone, the slowest call first;
// BENCH_ONLY: calls whose name contains one of these texts, with | between; BENCH_MS: milliseconds for each call and database, 60 by default.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '@trellis/contract/accounts'
import { catalogue } from '@trellis/contract/catalogue'
import { certificates } from '@trellis/contract/certificates'
import { deals } from '@trellis/contract/deals'
import type { Endpoint } from '@trellis/contract/endpoint'
import { environments } from '@trellis/contract/environments'
import { files } from '@trellis/contract/files'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { productTypes } from '@trellis/contract/product-types'
import { renewals } from '@trellis/contract/renewals'
import { reports } from '@trellis/contract/reports'
import { stock } from '@trellis/contract/stock'
import { users } from '@trellis/contract/users'
import pg from 'pg'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import { variantsOf } from '../server/src/testing/list-variants.ts'
import { type Loaded, load, type Size, sizeAt } from './data.ts'
import { readers } from './further-data.ts'
import { portal, signIn, startProduct } from './product.ts'

const scale = Number(process.env.BENCH_SCALE ?? 0.01)
const growths = {
  business: 'ten times the business',
  accounts: 'ten times the accounts',
  products: 'ten times the products',
  deep: 'in a deep tree',
  'one-sided': 'in a one-sided tree',
}
const grows = (process.env.BENCH_GROW ?? 'business') as keyof typeof growths
if (!(grows in growths)) throw new Error(`BENCH_GROW is one of ${Object.keys(growths).join(', ')}.`)
const only = (process.env.BENCH_ONLY ?? '').split('|')
const budget = Number(process.env.BENCH_MS ?? 60)
const isLargeAlone = process.env.BENCH_LARGE === '1'
/** The target, and what no call should exceed. */
const bounds = [1.2, 3]
const mostMilliseconds = 50
const admin = { email: 'admin@bench.example', password: 'Yard-Sticks-2026' }
const brand = { 'x-tenant-code': 'bench', 'x-label': 'Trellis', 'x-product': 'bench' }
const say = (line: string) => void process.stdout.write(`${line}\n`)

const accountsTimes = (factor: number) => ({
  distributors: 19 * factor,
  resellers: 180 * factor,
  buyers: 1800 * factor,
})
/** The smaller and the larger database: ten times the business or the accounts, or the same in another tree. */
const sizes: [Size, Size] = [
  { ...sizeAt(scale), ...accountsTimes(1), pendingPerPair: 20 },
  {
    ...sizeAt(grows === 'business' ? scale * 10 : scale),
    ...accountsTimes(grows === 'accounts' ? 10 : 1),
    ...(grows === 'products' && { products: 1000 }),
    pendingPerPair: grows === 'business' ? 200 : 20,
    ...((grows === 'deep' || grows === 'one-sided') && { shape: grows }),
  },
]

/** What the other benchmarks do not read: files and environments grow with the business, price lists with the accounts. */
const further = ({ orders }: Size) => `
  create temp table parties as
    select row_number() over (order by created_at, account_id) as n, account_id from accounts;
  insert into price_lists (price_list_id, account_id, name, currency_id)
    select id_at(clock_timestamp()), account_id, 'List of ' || n, 978 from parties where n % 10 = 0;
  insert into files (file_id, account_id, category, name, type, size, hash, session_id, uploaded_by,
                     uploaded_by_account, created_at)
    select id_at(clock_timestamp()), p.account_id, 'document', 'Document ' || f.n, 'application/pdf', 1000 + f.n % 977, sha256(f.n::text::bytea), id_at(clock_timestamp()),
           (select user_id from users order by created_at limit 1), p.account_id, now() - interval '365 days' * (1 - f.n::float8 / ${orders})
    from generate_series(1, ${Math.round(orders / 10)}) f (n) join parties p on p.n = 1 + f.n % (select count(*) from parties);
  insert into environments (environment_id, account_id, customer_name, customer_environment_id, created_at)
    select id_at(clock_timestamp()), p.account_id, 'Customer ' || e.n, 'E-' || e.n, now() - interval '365 days' * (1 - e.n::float8 / ${orders})
    from generate_series(1, ${Math.round(orders / 10)}) e (n) join parties p on p.n = 1 + e.n % (select count(*) from parties);
  drop table parties;
  vacuum (analyze)`

interface Call {
  name: string
  method: string
  path: string
  body?: object
  reader?: keyof typeof readers
}

interface Served {
  loaded: Loaded
  /** Milliseconds of the processor for one request, and its answer. */
  send(call: Call): Promise<{ milliseconds: number; text: string }>
}

/** The lists that grow with anything; the audit log has a benchmark of its own. */
const lists: Record<string, Endpoint> = {
  orders: orders.sellOut,
  'orders bought': orders.sellIn,
  licenses: licenses.search,
  renewals: renewals.search,
  'license report': reports.search,
  deals: deals.search,
  'issued certificates': userCertificates.search,
  certificates: certificates.search,
  accounts: accounts.search,
  users: users.search,
  products: catalogue.search,
  'product types': productTypes.search,
  'price lists': priceLists.search,
  stock: stock.search,
  files: files.search,
  environments: environments.search,
}

/** Every call, with what the smaller database has to ask for. */
async function callsOf({ loaded, send }: Served): Promise<Call[]> {
  const { distributorId, resellerIds, buyers, productIds } = loaded
  const resellerId = resellerIds[0] as string
  const buyerId = buyers[0]?.accountId as string
  const scopes = {
    root: {},
    'a distributor': { parentAccountId: distributorId },
    'a reseller': { parentAccountId: resellerId },
  }
  const calls: Call[] = []
  const firsts: Record<string, Record<string, unknown>> = {}
  for (const [list, endpoint] of Object.entries(lists)) {
    const call = (name: string, search: object): Call => ({
      name,
      method: 'POST',
      path: endpoint.path,
      body: { limit: 20, page: 1, includeChildren: true, ...search },
    })
    const { items } = JSON.parse((await send(call(list, { limit: 100 }))).text) as { items: Record<string, unknown>[] }
    firsts[list] = items[0] ?? {}
    const values = {
      ...(list === 'orders' && { buyerAccountId: [buyerId], vendorAccountId: [resellerId] }),
      ...(list === 'deals' && { productId: productIds }),
      ...(list === 'renewals' && { ownerAccountId: [buyerId], productId: productIds }),
    }
    for (const [scope, of] of Object.entries(scopes)) {
      for (const { name, search } of variantsOf(endpoint, items, values))
        calls.push(call(`${list}, ${scope}, ${name}`, { ...of, ...search }))
      calls.push(call(`${list}, ${scope}, page 20`, { ...of, page: 20 }))
    }
  }
  const get = (name: string, path: string, reader?: keyof typeof readers): Call => ({
    name,
    method: 'GET',
    path,
    ...(reader && { reader }),
  })
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '/')
  for (const of of ['orders', 'licenses', 'deals']) {
    for (const [scope, whose] of Object.entries({ ...scopes, 'a buyer': { parentAccountId: buyerId } })) {
      for (const days of [7, 30, 365])
        calls.push({
          name: `dashboard of ${of}, ${scope}, ${days} days`,
          method: 'POST',
          path: `/${of}/dashboard`,
          body: { includeChildren: true, ...whose, currentFrom: day(days - 1), currentTo: day(0) },
        })
    }
  }
  const key = String(firsts.licenses?.serialKey)
  calls.push(
    get('an order', `/orders/${firsts.orders?.orderId}`),
    get('a license', `/licenses/${key}`),
    get('history of a license', `/licenses/${key}/history`),
    get('a deal', `/deals/${firsts.deals?.dealId}`),
    get('queue of deals', '/deals/queue'),
    { name: 'forecast of deals', method: 'POST', path: '/deals/forecast', body: { includeChildren: true } },
    get('an account', `/accounts/${resellerId}`),
    get('tree of accounts', '/accounts/tree'),
    get('tree of a distributor', `/accounts/tree?parentAccountId=${distributorId}`),
    {
      name: 'map of accounts',
      method: 'POST',
      path: '/accounts/map',
      body: { currentFrom: day(365), currentTo: day(0) },
    },
    get('a price list', `/pricelists/${firsts['price lists']?.priceListId}`),
    get('a product', `/pricelists/products/fetch/${productIds[0]}`),
    get('stock of an account', `/orders/stock/${distributorId}`),
    get('movements of stock', `/orders/stock/${distributorId}/movements`),
    get('what can be sold', `/orders/stock/available?buyerAccountId=${buyerId}`),
    get('who moves', `/accounts/${resellerId}/move-preview?parentAccountId=${distributorId}`),
    get('oneself', '/users/me'),
    get('what needs me, root', '/today'),
    get('what needs me, a distributor', '/today', 'distributor'),
    get('what needs me, a reseller', '/today', 'reseller'),
  )
  return calls.filter(({ name }) => only.some((part) => name.includes(part)))
}

/** An answer that is none. The other calls are measured nevertheless. */
class Refused extends Error {}

async function main(): Promise<void> {
  const closing: (() => unknown)[] = []
  try {
    const served: Served[] = []
    for (const size of isLargeAlone ? sizes.slice(1) : sizes) served.push(await serve(size, closing))
    const calls = await Promise.all(served.map(callsOf))
    const named = calls[0] as Call[]
    say(`Measuring ${named.length} calls, ${budget} ms each and database, in turn …\n`)
    const rows: Row[] = []
    for (const [at, call] of named.entries()) {
      try {
        const asked = served.map(
          (of, n): Asked => [of, calls[n]?.find(({ name }) => name === call.name) ?? (calls[n]?.[at] as Call)],
        )
        rows.push({ name: call.name, times: await timesOf(asked) })
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        say(`FAILED ${error.message}`)
      }
    }
    report(rows)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type Asked = readonly [Served, Call]

/** The least that a request took in each database. */
async function timesOf(asked: Asked[]): Promise<number[]> {
  const times = asked.map(() => Number.POSITIVE_INFINITY)
  // Five executions on a connection, until PostgreSQL keeps its plan; then in turn.
  for (const [served, call] of asked) for (let n = 0; n < 6; n++) await served.send(call)
  const ends = performance.now() + asked.length * budget
  for (let n = 0; n < 4 || (performance.now() < ends && n < 60); n++)
    for (const [at, [served, call]] of asked.entries())
      times[at] = Math.min(times[at] as number, (await served.send(call)).milliseconds)
  return times
}

interface Row {
  name: string
  /** Of the smaller database, unless the larger is alone, and of the larger. */
  times: number[]
}

const largest = ({ times }: Row) => times.at(-1) as number
const ratioOf = (row: Row) => largest(row) / (row.times[0] as number)

function report(rows: Row[]): void {
  const worth = isLargeAlone ? largest : ratioOf
  rows.sort((one, other) => worth(other) - worth(one))
  const counts = [
    ...(isLargeAlone
      ? []
      : bounds.map((bound) => `${rows.filter((row) => ratioOf(row) > bound).length} above ${bound}`)),
    `${rows.filter((row) => largest(row) > mostMilliseconds).length} above ${mostMilliseconds} ms`,
  ]
  say(`${rows.length} calls, ${growths[grows]}: ${counts.join(', ')}.\n`)
  const isShown = (row: Row) =>
    only[0] !== '' || (isLargeAlone ? largest(row) > mostMilliseconds / 5 : ratioOf(row) > (bounds[0] as number))
  const columns = isLargeAlone ? ['CPU ms'] : ['ratio', 'before, CPU ms', 'afterwards, CPU ms']
  say(`| call | ${columns.join(' | ')} |\n|---|${columns.map(() => '---:').join('|')}|`)
  for (const row of rows.filter(isShown))
    say(`| ${[row.name, ...(isLargeAlone ? [] : [ratioOf(row)]), ...row.times].map(shownAs).join(' | ')} |`)
}

const shownAs = (cell: string | number) => (typeof cell === 'number' ? cell.toFixed(2) : cell)

async function serve(size: Size, closing: (() => unknown)[]): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const database = await startThrowaway()
  closing.push(database.stop)
  const tenant = await portal(database.url, folder, [
    ...['tenant', 'create', '--code', 'bench', '--name', 'Bench', '--currency', 'EUR'],
    ...['--admin-email', admin.email, '--admin-password', admin.password],
  ])
  say(`Loading ${JSON.stringify(size)} …`)
  const started = performance.now()
  const { tenantId } = tenant as Record<'tenantId', string>
  const loaded = await load(database.adminUrl, tenantId, size, () => {})
  const client = new pg.Client(database.adminUrl)
  await client.connect()
  closing.push(() => client.end())
  await client.query(`set app.tenant = '${tenantId}'`)
  for (const statement of further(size).split(';')) await client.query(statement)
  say(`  ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const product = await startProduct(database.url, folder)
  closing.push(product.stop)
  const tokens = new Map<string | undefined, { text: string; at: number }>()
  /** A token is valid for fifteen minutes, and the whole takes longer on a busy machine. */
  async function tokenOf(reader: Call['reader']): Promise<string> {
    const known = tokens.get(reader)
    if (known !== undefined && performance.now() - known.at < 10 * 60_000) return known.text
    const text = await signIn(product.url, brand, reader ? readers[reader] : admin.email, admin.password)
    tokens.set(reader, { text, at: performance.now() })
    return text
  }
  let backends: number[] = []
  let sent = 0
  return {
    loaded,
    async send({ name, method, path, body, reader }) {
      const token = await tokenOf(reader)
      if (sent++ % 20 === 0) backends = await backendsOf(client)
      const processes = [...threadsOf(product.process.pid as number), ...backends.map((pid) => `/proc/${pid}`)]
      const before = timeOf(processes)
      const at = performance.now()
      const answer = await fetch(`${product.url}/api/v1${path}`, {
        method,
        headers: {
          ...brand,
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const elapsed = performance.now() - at
      if (!answer.ok) throw new Refused(`${name}: ${answer.status} ${text.slice(0, 300)}`)
      const after = timeOf(processes)
      return { milliseconds: before === undefined || after === undefined ? elapsed : after - before, text }
    },
  }
}

const backendsOf = async (client: pg.Client): Promise<number[]> =>
  (
    await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
  ).rows.map(({ pid }) => pid)

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}`)
  } catch {
    return []
  }
}

/**
 * Milliseconds that these processes have been on a processor, to the nanosecond: one request takes less than a tick of the
 * usual counters. Undefined where the system does not report it; requests are then timed by the clock.
 */
function timeOf(processes: string[]): number | undefined {
  let sum = 0
  for (const process of processes) {
    try {
      sum += Number(readFileSync(`${process}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum === 0 ? undefined : sum
}

await main()
