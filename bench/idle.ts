// What tenants cost that do nothing: processor time and transactions of an idle server in some minutes, first with one tenant and
// then with thousands of empty ones beside it. Needs a build:
// node --conditions=source --import tsx bench/idle.ts
// BENCH_TENANTS and BENCH_MINUTES.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import { openMeter } from './processor.ts'
import { portal, startProduct } from './product.ts'

const tenants = Number(process.env.BENCH_TENANTS ?? 10_000)
const minutes = Number(process.env.BENCH_MINUTES ?? 3)
const say = (line: string) => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const database = await startThrowaway({ durable: true })
    closing.push(database.stop)
    await portal(database.url, folder, [
      ...['tenant', 'create', '--code', 'bench', '--name', 'Bench', '--currency', 'EUR'],
      ...['--admin-email', 'admin@bench.example', '--admin-password', 'Yard-Sticks-2026'],
    ])
    const client = new pg.Client({ connectionString: database.adminUrl })
    await client.connect()
    closing.push(() => client.end())
    const commits = async () => {
      await client.query('select pg_stat_clear_snapshot()')
      const { rows } = await client.query(
        'select xact_commit::float8 as n from pg_stat_database where datname = current_database()',
      )
      return Number(rows[0]?.n)
    }
    const product = await startProduct(database.url, folder)
    closing.push(product.stop)
    say(
      '| tenants | commits a minute | server, ms a minute | database, ms a minute | processors |\n|---:|---:|---:|---:|---:|',
    )
    for (const many of [1, 1 + tenants]) {
      if (many > 1) {
        await client.query(
          `insert into tenants (tenant_id, code, name, currency_id)
           select gen_random_uuid(), 'idle-' || n, 'Idle ' || n, 978 from generate_series(1, ${tenants}) n`,
        )
        await client.query('analyze tenants')
      }
      // The jobs of this minute, and the plans of their statements.
      await sleep(130_000)
      const before = await commits()
      const meter = await openMeter({ adminUrl: database.adminUrl, server: product.process.pid })
      await sleep(minutes * 60_000)
      const used = await meter.stop()
      const after = await commits()
      const [server, inDatabase] = [used?.server ?? Number.NaN, used?.database ?? Number.NaN].map(
        (each) => each / minutes,
      )
      say(
        `| ${many} | ${Math.round((after - before) / minutes)} | ${server?.toFixed(0)} | ${inDatabase?.toFixed(0)} | ${(((server ?? 0) + (inDatabase ?? 0)) / 60_000).toFixed(4)} |`,
      )
    }
    const questions = await client.query<{ job: string }>(
      `select identifier as job from graphile_worker._private_known_crontabs`,
    )
    for (const { job } of questions.rows) {
      const { rows } = await client.query<{ ms: number }>(
        `with begun as materialized (select clock_timestamp() as at),
              asked as materialized (select count(*) as found from begun, lateral tenants_with_work($1 || left(at::text, 0), true))
         select extract(epoch from clock_timestamp() - at) * 1000 as ms from begun, asked`,
        [job],
      )
      say(`${job}: ${Number(rows[0]?.ms).toFixed(0)} ms`)
    }
    say(`\nLoad of the machine: ${loadavg()[0]?.toFixed(1)}`)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

await main()
