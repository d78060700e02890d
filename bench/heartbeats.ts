// Heartbeats of devices, the product beside a bare limit, and what they leave in the table of seats. Needs a build:
// node --conditions=source --import tsx bench/heartbeats.ts
// BENCH_SCALE: 1 is a million licenses; BENCH_SECONDS of each measurement.
import { fork } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import { load, sizeAt } from './data.ts'
import { connections, type Measured, run, type Target } from './load.ts'
import { portal, processorMilliseconds, startProduct } from './product.ts'

const scale = Number(process.env.BENCH_SCALE ?? 0.1)
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const say = (line: string) => void process.stdout.write(`${line}\n`)
/** Seats of the warm-up of each server. */
const warming = 1000

/** One seat for each license, last seen yesterday. */
const seats = `
  insert into license_seats (license_seat_id, license_id, device_uuid, device_name, device_description, device_lang,
                             installed_product, installed_version, os_name, os_version, created_at, last_seen_at, last_lease)
    select uuidv7(), license_id, 'device', 'Workstation 12', null, 'en', 'Bench', '5.1', 'Windows', '11', now(), now() - interval '1 day', 0
    from licenses where activated_at is not null and expires_at > now();
  update licenses l set seats_occupied = 1 from license_seats s where s.license_id = l.license_id`

interface Trace {
  dead: number
  updated: number
  hot: number
  megabytes: number
}

/** The limit: one statement of its own on the same tables, and a signature; no tenancy, throttle, validation or log. */
async function serveBare(databaseUrl: string, tenantId: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: availableParallelism() + 2, options: '-c jit=off' })
  const { privateKey } = generateKeyPairSync('ed25519')
  const head = Buffer.from('{"alg":"EdDSA","kid":"bench","typ":"trellis-lease+jwt"}').toString('base64url')
  const beat = {
    name: 'beat',
    text: `
      with found as (
        select l.serial_key, l.seats, l.expires_at, p.sku, p.name, s.license_seat_id, s.last_seen_at
        from licenses l
        join products p on p.tenant_id = l.tenant_id and p.product_id = l.product_id
        join license_seats s on s.tenant_id = l.tenant_id and s.license_id = l.license_id and s.device_uuid = $3 and s.revoked_at is null
        where l.tenant_id = $1 and l.serial_key = $2 and l.expires_at > now() and l.exported_at is null and not s.suspended),
      noted as (
        update license_seats s set last_seen_at = now(), last_lease = floor(extract(epoch from now()) * 1000)
        from found f where s.tenant_id = $1 and s.license_seat_id = f.license_seat_id
          and date_trunc('minute', f.last_seen_at) < date_trunc('minute', now()))
      select * from found`,
  }
  const app = Fastify()
  app.post('/api/v1/devices/heartbeat', async (request, reply) => {
    const { serialKey, deviceUuid } = request.body as Record<string, string>
    const { rows } = await pool.query({ ...beat, values: [tenantId, serialKey, deviceUuid] })
    if (rows[0] === undefined) return reply.code(404).send({})
    const text = `${head}.${Buffer.from(JSON.stringify({ ...rows[0], deviceUuid, issuedAt: new Date() })).toString('base64url')}`
    return { lease: `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}` }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ port: (app.server.address() as { port: number }).port })
  process.on('disconnect', () => process.exit(0))
}

async function startBare(databaseUrl: string, tenantId: string) {
  const child = fork(new URL(import.meta.url).pathname, ['bare', databaseUrl, tenantId], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port))
    child.once('exit', (code) => reject(new Error(`The bare server ended with ${code}`)))
  })
  return { url: `http://127.0.0.1:${port}`, pid: child.pid as number, stop: () => child.disconnect() }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const database = await startThrowaway()
    closing.push(database.stop)
    const admin = { email: 'admin@bench.example', password: 'Yard-Sticks-2026' }
    const { tenantId } = (await portal(database.url, folder, [
      ...['tenant', 'create', '--code', 'bench', '--name', 'Bench', '--currency', 'EUR'],
      ...['--admin-email', admin.email, '--admin-password', admin.password],
    ])) as { tenantId: string }
    say(`Loading ${sizeAt(scale).licenses} licenses …`)
    await load(database.adminUrl, tenantId, { ...sizeAt(scale), orders: 1000, pendingPerPair: 1 }, say)
    const client = new pg.Client({ connectionString: database.adminUrl })
    await client.connect()
    closing.push(() => client.end())
    await client.query(`set app.tenant = '${tenantId}'`)
    await client.query(seats)
    await client.query('vacuum (analyze) license_seats, licenses')
    const { rows } = await client.query<{ key: string }>(
      `select serial_key as key from licenses where seats_occupied = 1 order by random()`,
    )
    const left = rows.map(({ key }) => key)
    say(`${left.length} seats, one device each.`)

    const product = await startProduct(database.url, folder)
    closing.push(product.stop)
    const bare = await startBare(database.adminUrl, tenantId)
    closing.push(bare.stop)
    await untilHashed(client)

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
        const pids = async () => [pid, ...(await backends(client))]
        const used = processorMilliseconds(await pids()) ?? 0
        const measured = await run(targetOf(url, keys), seconds)
        const processor = (processorMilliseconds(await pids()) ?? 0) - used
        lines.push(lineOf(`${name}, ${kind}`, measured, processor, before, await traceOf(client)))
      }
    }
    say(`\n| heartbeats | /s | p50 ms | p99 ms | CPU ms | refused | updates | of them HOT | dead before | dead after | MB before | MB after |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n${lines.join('\n')}`)
    const sizes = await client.query(
      `select c.relname as name, c.reltuples::bigint as rows, pg_relation_size(c.oid) as bytes from pg_class c
       where c.relname ~ '^(license_seats|licenses|serial_keys|license_scopes)' and c.relkind in ('r', 'i') order by 1`,
    )
    for (const { name, rows: count, bytes } of sizes.rows)
      say(`${name}: ${count} rows, ${(Number(bytes) / Math.max(1, Number(count))).toFixed(0)} bytes each`)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** Each connection has its own devices. */
const targetOf = (url: string, keys: string[]): Target => ({
  url,
  headers: {},
  requestsOf: (connection) =>
    keys
      .filter((_, place) => place % connections === connection)
      .map((serialKey) => ({
        method: 'POST',
        path: '/api/v1/devices/heartbeat',
        body: JSON.stringify({ serialKey, deviceUuid: 'device' }),
      })),
})

/** The server hashes loaded keys after its start, which must not be measured. */
async function untilHashed(client: pg.Client): Promise<void> {
  const plain = 'select exists (select from serial_keys where key_hash is null) as is'
  while ((await client.query(plain)).rows[0].is) await new Promise((resolve) => setTimeout(resolve, 500))
  await client.query('vacuum (analyze) serial_keys')
}

const backends = async (client: pg.Client) =>
  (
    await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
  ).rows.map(({ pid }) => pid)

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

if (process.argv[2] === 'bare') await serveBare(process.argv[3] as string, process.argv[4] as string)
else await main()
