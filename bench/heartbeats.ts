// First activations and heartbeats of devices, compared with a bare limit, and the dead rows that they leave in the table of seats.
// With fsync. Needs a build:
// node --conditions=source --import tsx bench/heartbeats.ts
// BENCH_SCALE: 1 is a million licenses; BENCH_SECONDS of each measurement. BENCH_DATABASE_URL, BENCH_ADMIN_URL and
// BENCH_DATA_DIR: a filled database with the tenant "bench", instead of one of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startDurable } from '../server/src/testing/durable.ts'
import { registerKeys } from '../server/src/testing/registering.ts'
import { load, sizeAt } from './data.ts'
import { startBareDevices } from './devices-bare.ts'
import { connections, type Measured, run, type Target } from './load.ts'
import { openMeter } from './processor.ts'
import { portal, secretKey, startProduct } from './product.ts'

const scale = Number(process.env.BENCH_SCALE ?? 0.1)
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const say = (line: string) => void process.stdout.write(`${line}\n`)
/** Seats of the warm-up of each server. */
const warming = 1000

/** One seat for each license, last seen yesterday. */
const seats = `
  insert into license_seats (license_seat_id, license_id, device_uuid, device_name, device_description, device_lang,
                             installed_product, installed_version, os_name, os_version, created_at, last_seen_at, last_lease)
    select id_at(clock_timestamp()), license_id, 'device', 'Workstation 12', null, 'en', 'Bench', '5.1', 'Windows', '11', now(), now() - interval '1 day', 0
    from licenses l where activated_at is not null and expires_at > now()
      and not exists (select from license_seats s where s.tenant_id = l.tenant_id and s.license_id = l.license_id);
  update license_seats set last_seen_at = now() - interval '1 day' where last_seen_at > now() - interval '1 hour';
  update licenses l set seats_occupied = 1 from license_seats s where s.license_id = l.license_id`

const fresh = `select serial_key as key from licenses where activated_at is null and seats_occupied = 0 order by random() limit 40000`

interface Trace {
  dead: number
  updated: number
  hot: number
  megabytes: number
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const { BENCH_DATABASE_URL: url, BENCH_ADMIN_URL: adminUrl, BENCH_DATA_DIR: dataDir } = process.env
    const given = url && adminUrl && dataDir ? { url, adminUrl, dataDir } : undefined
    const database = given ?? (await fill(folder, closing))
    const client = new pg.Client({ connectionString: database.adminUrl })
    await client.connect()
    closing.push(() => client.end())
    const tenants = await client.query<{ id: string }>(`select tenant_id as id from tenants where code = 'bench'`)
    const tenantId = tenants.rows[0]?.id ?? ''
    await client.query(`set app.tenant = '${tenantId}'`)
    await client.query(seats)
    await client.query('vacuum (analyze) license_seats, licenses')
    const { rows } = await client.query<{ key: string }>(
      `select serial_key as key from licenses where seats_occupied = 1 order by random()`,
    )
    const left = rows.map(({ key }) => key)
    say(`${left.length} seats, one device each.`)

    const product = await startProduct(database.url, database.dataDir)
    closing.push(product.stop)
    const bare = await startBareDevices(database.adminUrl, tenantId)
    closing.push(bare.stop)
    await registerKeys(database.url, tenantId, secretKey)
    await client.query('vacuum (analyze) serial_keys')
    const unused = (await client.query<{ key: string }>(fresh)).rows.map(({ key }) => key)

    const targets = [
      { name: 'product', url: product.url, pid: product.process.pid as number },
      { name: 'limit', url: bare.url, pid: bare.pid },
    ]
    const share = Math.floor(left.length / targets.length) - warming
    const lines: string[] = []
    for (const { name, url, pid } of targets) {
      // Warm-up, with keys that are not measured.
      await run(targetOf(url, left.splice(0, warming)), 2)
      const own = left.splice(0, share)
      for (const kind of ['each device once', 'again within the minute'] as const) {
        const keys = kind === 'each device once' ? own : own.slice(0, 200)
        if (keys !== own) await run(targetOf(url, keys), 1)
        const before = await traceOf(client)
        const meter = await openMeter({ adminUrl: database.adminUrl, server: pid })
        const measured = await run(targetOf(url, keys), seconds)
        const processor = totalOf(await meter.stop())
        lines.push(lineOf(`${name}, ${kind}`, measured, processor, before, await traceOf(client)))
      }
    }
    // Alternates between both, so that other load on the machine affects both alike.
    const each = Math.floor(unused.length / 8)
    for (let round = 0; round < 3; round++) {
      for (const { name, url, pid } of targets) {
        if (round === 0) await run(targetOf(url, unused.splice(0, each), 'activate'), 1)
        const keys = unused.splice(0, each)
        const before = await traceOf(client)
        const meter = await openMeter({ adminUrl: database.adminUrl, server: pid })
        const measured = await run(targetOf(url, keys, 'activate'), Math.min(seconds, 3))
        const processor = totalOf(await meter.stop())
        lines.push(lineOf(`${name}, first activation`, measured, processor, before, await traceOf(client)))
      }
    }
    say(`\nLoad of the machine: ${loadavg()[0]?.toFixed(1)}`)
    say(`\n| devices | /s | p50 ms | p99 ms | CPU ms | refused | updates | of them HOT | dead before | dead after | MB before | MB after |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n${lines.join('\n')}`)
    const sizes = await client.query(
      `select c.relname as name, c.reltuples::bigint as rows, pg_relation_size(c.oid) as bytes from pg_class c
       where c.relname ~ '^(license_seats|licenses|serial_keys|scopes|tallies)' and c.relkind in ('r', 'i') order by 1`,
    )
    for (const { name, rows: count, bytes } of sizes.rows)
      say(`${name}: ${count} rows, ${(Number(bytes) / Math.max(1, Number(count))).toFixed(0)} bytes each`)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

const details = {
  deviceName: 'bench',
  osName: 'Linux',
  osVersion: '6.1',
  installedProduct: 'Bench',
  installedVersion: '1.0',
}

async function fill(dataDir: string, closing: (() => unknown)[]) {
  const database = await startDurable(dataDir)
  closing.push(() => database.stop())
  const { tenantId } = (await portal(database.url, dataDir, [
    ...['tenant', 'create', '--code', 'bench', '--name', 'Bench', '--currency', 'EUR'],
    ...['--admin-email', 'admin@bench.example', '--admin-password', 'Yard-Sticks-2026'],
  ])) as { tenantId: string }
  say(`Loading ${sizeAt(scale).licenses} licenses …`)
  await load(database.adminUrl, tenantId, { ...sizeAt(scale), orders: 1000, pendingPerPair: 1 }, say)
  return { url: database.url, adminUrl: database.adminUrl, dataDir }
}

/** Each connection has its own devices. */
const targetOf = (url: string, keys: string[], call = 'heartbeat'): Target => ({
  url,
  headers: {},
  isOnce: call === 'activate',
  requestsOf: (connection) =>
    keys
      .filter((_, place) => place % connections === connection)
      .map((serialKey) => ({
        method: 'POST',
        path: `/api/v1/devices/${call}`,
        body: JSON.stringify({ serialKey, deviceUuid: 'device', ...(call === 'activate' && details) }),
      })),
})

const totalOf = (used: { server: number; database: number } | undefined) =>
  used === undefined ? Number.NaN : used.server + used.database

/** Statistics reach the views when a backend has been idle for a second. */
async function traceOf(client: pg.Client): Promise<Trace> {
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query(
    `select n_dead_tup::int as dead, n_tup_upd::int as updated, n_tup_hot_upd::int as hot,
            pg_total_relation_size('license_seats')::float8 / 1048576 as megabytes
     from pg_stat_user_tables where relname = 'license_seats'`,
  )
  return rows[0] as Trace
}

function lineOf(name: string, measured: Measured, processor: number, before: Trace, after: Trace): string {
  const times = measured.times.toSorted((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
  const cells = [
    name,
    (measured.answered / measured.seconds).toFixed(0),
    at(0.5),
    at(0.99),
    (processor / measured.answered).toFixed(2),
    measured.refused,
    after.updated - before.updated,
    after.hot - before.hot,
    before.dead,
    after.dead,
    before.megabytes.toFixed(1),
    after.megabytes.toFixed(1),
  ]
  return `| ${cells.join(' | ')} |`
}

await main()
