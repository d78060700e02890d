import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { startWorker } from '../../platform/jobs.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { network } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'
import { jobInPieces } from './index.ts'

const world = await network()
const { db, databaseUrl } = world
await raw(world, 'create table work (tenant text, number int)')
await raw(world, 'grant select, delete on work to public')

const codeOf = async (tx: Tx) =>
  (await tx.row<{ code: string }>(sql`select code::text from tenants where tenant_id = (select current_tenant())`))
    ?.code ?? ''
const fill = (tenant: string, many: number) =>
  raw(world, 'insert into work select $1, n from generate_series(1, $2::int) n', [tenant, many])
const left = async (tenant: string) =>
  (await raw<{ left: number }>(world, 'select count(*)::int as left from work where tenant = $1', [tenant]))[0]?.left

/** Deletes the tenant's `size` oldest rows of work. Returns their number. */
async function toil(tx: Tx, size: number): Promise<number> {
  return tx.run(sql`
    delete from work where tenant = ${await codeOf(tx)} and number in (
      select number from work where tenant = ${await codeOf(tx)} order by number limit ${size})`)
}

/** Fails as a statement that takes too long does. */
const timeOut = sql`
  do $$ begin raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled'; end $$`

const lines: string[] = []
const logger = pino({ level: 'error', base: null }, { write: (line: string) => void lines.push(line) })
const metrics = openMetrics()
const opened: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

test('tenants take turns, batch by batch, and a tenant that fails does not block the others', async () => {
  const turns: string[] = []
  const job = jobInPieces(db, {
    name: 'test:turns',
    cron: '* * * * *',
    size: 10,
    async piece(tx, size) {
      const code = await codeOf(tx)
      turns.push(code)
      if (code === 'canary') await tx.run(sql`select 1 / (length(${code}) - 6)`)
      return toil(tx, size)
    },
  })
  await fill('verdant', 25)
  await fill('canary', 25)
  await expect(job.run({})).rejects.toThrow('canary: division by zero')
  expect(turns.filter((code) => code === 'canary')).toHaveLength(1)
  expect([await left('verdant'), await left('canary')]).toEqual([0, 25])
})

test('a run stops at its time limit with work left, and the next run begins with the tenant whose turn it was', async () => {
  await raw(world, 'delete from work')
  await fill('verdant', 20)
  await fill('canary', 20)
  const turns: string[] = []
  const job = jobInPieces(db, {
    name: 'test:bound',
    cron: '* * * * *',
    size: 10,
    limits: { run: 0 },
    async piece(tx, size) {
      turns.push(await codeOf(tx))
      return toil(tx, size)
    },
  })
  for (let run = 1; run <= 4; run++) expect(await job.run({})).toBe('more')
  expect(turns.slice(0, 2).sort()).toEqual(['canary', 'verdant'])
  expect(turns.slice(2)).toEqual(turns.slice(0, 2))
  expect([await left('verdant'), await left('canary')]).toEqual([0, 0])
})

test('a batch that times out is halved until it fits, and grows again later', async () => {
  await raw(world, 'delete from work')
  await fill('verdant', 64)
  const sizes: number[] = []
  let slow = true
  const job = jobInPieces(db, {
    name: 'test:sizes',
    cron: '* * * * *',
    size: 32,
    limits: { statement: 60_000 },
    async piece(tx, size) {
      if ((await codeOf(tx)) === 'canary') return 0
      sizes.push(size)
      if (slow && size > 4) await tx.run(timeOut)
      if (size <= 4) slow = false
      return toil(tx, size)
    },
  })
  await job.run({})
  expect(sizes.slice(0, 4)).toEqual([32, 16, 8, 4])
  expect(sizes.slice(4, 7)).toEqual([8, 16, 32])
  expect(await left('verdant')).toBe(0)
})

test('work that does not fit in the smallest batch either is a failure', async () => {
  await fill('verdant', 8)
  const job = jobInPieces(db, {
    name: 'test:hopeless',
    cron: '* * * * *',
    size: 8,
    async piece(tx, size) {
      await tx.run(timeOut)
      return toil(tx, size)
    },
  })
  await expect(job.run({})).rejects.toThrow('verdant: canceling statement due to statement timeout')
  expect(await left('verdant')).toBe(8)
})

test('the log and the metrics name the task, the tenant and the cause', async () => {
  const ran: string[] = []
  const job = jobInPieces(db, {
    name: 'test:failing',
    cron: '0 0 1 1 *',
    size: 1,
    async piece(tx) {
      const code = await codeOf(tx)
      if (code === 'canary') await tx.run(sql`select 1 / (length(${code}) - 6)`)
      ran.push(code)
      return 0
    },
  })
  const own = {
    name: 'test:own',
    async run() {
      throw new Error('no such thing')
    },
  }
  const worker = await startWorker(databaseUrl, [job, own], logger, metrics.jobs)
  opened.push(() => worker.stop())
  const enqueue = (task: string) =>
    db.shared.run(sql`select enqueue(${task}, ${JSON.stringify({ tenantId: world.tenantId })}::jsonb)`)
  await enqueue('test:failing')
  await enqueue('test:own')
  const told = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a job failed')
  await expect.poll(() => told().length).toBeGreaterThanOrEqual(2)
  expect(told()).toContainEqual(
    expect.objectContaining({
      level: 50,
      task: 'test:failing',
      tenant: 'canary',
      err: expect.objectContaining({ message: 'division by zero' }),
    }),
  )
  expect(told()).toContainEqual(
    expect.objectContaining({
      task: 'test:own',
      tenant: 'verdant',
      err: expect.objectContaining({ message: 'no such thing' }),
    }),
  )
  expect(ran).toContain('verdant')
  const text = await metrics.registry.metrics()
  expect(text).toContain('trellis_job_failures_total{task="test:failing",tenant="canary"} 1')
  // A scheduled job is not retried between its scheduled times.
  const retried = await raw(world, `select j.id from graphile_worker.jobs j where j.task_identifier = 'test:failing'`)
  expect(retried).toEqual([])
})
