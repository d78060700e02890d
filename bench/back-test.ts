// How many shortages of past years the foresight would have told two weeks before, and how often it would have been wrong (decision 165):
// node --conditions=source --import tsx bench/back-test.ts [--orders orders.csv] [--demo]
// --orders: a file of orders in the format of docs/import.md; each vendor in it is a partner. --demo: the year of the demo, for which a
// build is needed. Ends with 1 where the histories that are made miss the measure.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import {
  backTest,
  type Judged,
  madeHistory,
  type Past,
  runStock,
  type Season,
  type Stocking,
  seasons,
  together,
} from '../server/src/testing/foresight.ts'
import { startProduct } from './product.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const dayLength = 86_400_000
/** From so many days on a history says something. */
const settled = 100
const year = 456

const fillings: [string, Stocking][] = [
  ['each month, for 32 days', { every: 30, cover: 32, delivery: 3 }],
  ['each month, for 60 days', { every: 30, cover: 60, delivery: 3 }],
  ['each quarter, for 100 days', { every: 91, cover: 100, delivery: 3 }],
]

function line(name: string, { shortages, told, usual, usualTold, alarms, wrong, partnerMonths }: Judged): void {
  const share = (part: number, of: number) => (of === 0 ? '–' : `${Math.round((100 * part) / of)} %`)
  say(
    `| ${name} | ${shortages} | ${share(told, shortages)} | ${usual} | ${share(usualTold, usual)} | ${alarms} | ${(wrong / partnerMonths).toFixed(2)} |`,
  )
}
const head = (what: string) =>
  say(
    `\n| ${what} | shortages | told 14 days before | of products with usual sales | told | alarms | wrong ones, a partner and month |\n|---|---:|---:|---:|---:|---:|---:|`,
  )

function made(): void {
  const days = 4 * 365
  const later: Judged[] = []
  for (const [when, from, to] of [
    ['in the first year', settled, year],
    ['with a year to compare with', year, days],
  ] as const) {
    head(`known seasons, ${when}`)
    const all: Judged[] = []
    for (const [filled, stocking] of fillings)
      for (const season of Object.keys(seasons) as Season[]) {
        const judged = [1, 2, 5].flatMap((orders) =>
          [1, 2].map((seed) => backTest(madeHistory({ seed, season, days, products: 8, orders, stocking }), from, to)),
        )
        line(`${season}; filled ${filled}`, together(judged))
        all.push(...judged)
      }
    line('**all**', together(all))
    later.push(together(all))
  }
  const { shortages, told, wrong, partnerMonths } = together(later)
  if (told / shortages < 0.8 || wrong / partnerMonths > 1) process.exitCode = 1
}

/** The orders of a file as demand for the stocks of their vendors, which are filled like those that are made. */
function ofFile(path: string): void {
  const [header = '', ...rows] = readFileSync(path, 'utf8').trim().split(/\r?\n/)
  const names = header.split(',')
  const cell = (row: string, name: string) => row.split(',')[names.indexOf(name)] ?? ''
  const days = rows.map((row) => Date.parse(cell(row, 'creationDate')) / dayLength)
  const first = Math.min(...days)
  const length = Math.max(...days) - first + 1
  head('orders of a file')
  for (const [what, partnerOf] of [
    ['each vendor a partner', (row: string) => cell(row, 'vendorAccountCode')],
    ['all of them one partner', () => ''],
  ] as const)
    for (const [filled, stocking] of fillings) {
      const demand = new Map<string, Map<string, { pieces: number; isHabit: boolean }[][]>>()
      for (const [at, row] of rows.entries()) {
        const products = demand.get(partnerOf(row)) ?? new Map()
        demand.set(partnerOf(row), products)
        const product = products.get(cell(row, 'sku')) ?? Array.from({ length }, () => [])
        products.set(cell(row, 'sku'), product)
        product[(days[at] ?? 0) - first].push({ pieces: Number(cell(row, 'quantity')), isHabit: true })
      }
      const judged = [...demand.values()].map((products) => {
        const past: Past = [...products.values()].map((one) => ({
          ...runStock(
            one,
            one
              .slice(0, stocking.cover)
              .flat()
              .reduce((sum, { pieces }) => sum + pieces, 0),
            stocking,
          ),
          keys: [],
          deals: [],
        }))
        return backTest(past, settled, length)
      })
      line(`${what}; filled ${filled}`, together(judged))
    }
}

/** The stocks of the demo, as they were on each day of its year. */
const ofDemo = `
  with days as (select d, row_number() over (order by d) - 1 as n
    from generate_series((select min(created_at)::date from stock_movements), now()::date, interval '1 day') d),
  settled as (select o.*, coalesce((select min(h.created_at) from order_history h
      where h.order_id = o.order_id and h.status <> 'pending'), 'infinity') as settled_at from orders o),
  lines as (select o.order_id, o.buyer_id, o.vendor_id, o.origin, o.status, o.created_at, o.settled_at, o.derived_order_id, o.deal_id, i.product_id, i.qt
    from settled o join order_items i using (tenant_id, order_id) where o.tenant_id = $1 and o.buyer_id <> o.vendor_id),
  stocks as (select b.account_id, b.product_id from stock_balances b join accounts a using (tenant_id, account_id)
    where b.tenant_id = $1 and a.parent_id is not null),
  care as (select a.account_id as account_id, c.account_id as owner_id from accounts a join accounts c
      on c.tenant_id = a.tenant_id and (c.account_id = a.account_id or c.parent_id = a.account_id) where a.tenant_id = $1)
  select s.account_id as "accountId", s.product_id as "productId", (select count(*)::int from days) as length,
    (select json_agg(json_build_array(floor(extract(epoch from m.created_at - (select min(d) from days)) / 86400)::int, m.quantity,
        m.reason, (select o.deal_id is not null from orders o where o.order_id = m.order_id),
        exists (select from licenses l where l.license_id = m.license_id and l.created_at <> m.created_at)))
     from stock_movements m where m.account_id = s.account_id and m.product_id = s.product_id) as moved,
    (select json_agg(json_build_object('in', l.buyer_id = s.account_id, 'hold', l.origin = 'sell-out', 'qt', l.qt, 'approved', l.status = 'approved',
        'refill', l.derived_order_id is not null,
        'from', floor(extract(epoch from l.created_at - (select min(d) from days)) / 86400)::int,
        'to', case when l.settled_at = 'infinity' then 99999 else floor(extract(epoch from l.settled_at - (select min(d) from days)) / 86400)::int end))
     from lines l where s.account_id in (l.buyer_id, l.vendor_id) and l.product_id = s.product_id) as orders,
    (select json_agg(json_build_object('due', floor(extract(epoch from k.due - (select min(d) from days)) / 86400)::int, 'pieces', k.seats,
        'renewed', floor(extract(epoch from k.renewed_at - (select min(d) from days)) / 86400)::int))
     from (
       select l.owner_id, l.product_id, l.expires_at as due, l.seats, null::timestamptz as renewed_at from licenses l where l.expires_at is not null
       union all select r.owner_id, l.product_id, r.due_at, l.seats, r.renewed_at from license_renewals r join licenses l using (tenant_id, license_id)) k
     join care c on c.account_id = s.account_id and c.owner_id = k.owner_id where k.product_id = s.product_id) as keys,
    (select json_agg(json_build_object('opened', floor(extract(epoch from d.created_at - (select min(d) from days)) / 86400)::int, 'pieces', i.qt,
        'closes', floor(extract(epoch from coalesce(d.estimated_close_at, d.expires_at) - (select min(d) from days)) / 86400)::int,
        'closed', floor(extract(epoch from least(d.expires_at, coalesce((select min(h.created_at) from deal_history h
           where h.deal_id = d.deal_id and h.status in ('Won', 'Lost')), d.expires_at)) - (select min(d) from days)) / 86400)::int,
        'chances', (select json_agg(json_build_array(floor(extract(epoch from h.created_at - (select min(d) from days)) / 86400)::int, h.chance) order by h.history_id)
           from deal_history h where h.deal_id = d.deal_id)))
     from deals d join deal_items i using (tenant_id, deal_id) join care c on c.account_id = s.account_id and c.owner_id = d.vendor_id
     where i.product_id = s.product_id) as deals
  from stocks s`

interface DemoStock {
  accountId: string
  length: number
  moved: [day: number, pieces: number, reason: string, isOfDeal: boolean | null, isRenewal: boolean][] | null
  orders:
    | { in: boolean; hold: boolean; qt: number; approved: boolean; refill: boolean; from: number; to: number }[]
    | null
  keys: Past[number]['keys'] | null
  deals: Past[number]['deals'] | null
}

function demoStock({ length, moved, orders, keys, deals }: DemoStock): Past[number] {
  const each = (of: (day: number) => number) => Array.from({ length }, (_, day) => of(day))
  const pending = (day: number, which: (order: NonNullable<typeof orders>[number]) => boolean) =>
    (orders ?? []).filter((o) => which(o) && o.from < day && o.to >= day).reduce((sum, { qt }) => sum + qt, 0)
  const isOut = (reason: string, pieces: number) => pieces < 0 && (reason === 'sale' || reason === 'license')
  const left = each(() => 0)
  const wanted = each(() => 0)
  const stock = each(() => 0)
  for (const [day, pieces, reason, isOfDeal, isRenewal] of moved ?? []) {
    for (let n = day + 1; n < length; n++) stock[n] = (stock[n] ?? 0) + pieces
    if (isOut(reason, pieces) && !isOfDeal && !isRenewal) left[day] = (left[day] ?? 0) - pieces
    if (reason === 'license' && pieces < 0) wanted[day] = (wanted[day] ?? 0) - pieces
  }
  for (const o of orders ?? []) if (!o.in && o.approved) wanted[o.from] = (wanted[o.from] ?? 0) + o.qt
  return {
    ...{ left, wanted },
    available: each((day) => (stock[day] ?? 0) - pending(day, (o) => !o.in && o.hold)),
    incoming: each((day) => pending(day, (o) => o.in)),
    waiting: each((day) => pending(day, (o) => !o.in && !o.hold)),
    short: [...new Set((orders ?? []).filter((o) => o.in && o.refill).map(({ from }) => from))],
    ...{ keys: keys ?? [], deals: deals ?? [] },
  }
}

async function demo(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const database = await startThrowaway()
    closing.push(database.stop)
    const product = await startProduct(database.url, folder, { env: { DEMO: '1', NODE_ENV: 'development' } })
    closing.push(product.stop)
    const client = new pg.Client(database.adminUrl)
    await client.connect()
    closing.push(() => client.end())
    const { rows: tenants } = await client.query(`select tenant_id as id from tenants where code = 'demo'`)
    const { rows } = await client.query<DemoStock>(ofDemo, [tenants[0].id])
    head('the demo')
    const { rows: levels } = await client.query<{ id: string; name: string }>(
      `select account_id as id, case when g.level <= 30 then 'its distributors' when g.level <= 40 then 'its resellers' else 'its buyers' end as name
       from accounts join account_groups g using (tenant_id, group_id) where tenant_id = $1`,
      [tenants[0].id],
    )
    for (const name of ['its distributors', 'its resellers', 'its buyers']) {
      const judged = levels
        .filter((one) => one.name === name)
        .map(({ id }) => rows.filter(({ accountId }) => accountId === id))
        .filter((stocks) => stocks.length > 0)
        .map((stocks) => backTest(stocks.map(demoStock), settled, stocks[0]?.length ?? 0))
      if (judged.length > 0) line(name, together(judged))
    }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

const given = process.argv.slice(2)
made()
const file = given[given.indexOf('--orders') + 1]
if (given.includes('--orders') && file) ofFile(file)
if (given.includes('--demo')) await demo()
