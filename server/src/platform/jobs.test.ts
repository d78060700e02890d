import pg from 'pg'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { runOnce } from '../testing/cluster.ts'
import { testDatabase } from '../testing/database.ts'
import { openDeafLine } from '../testing/deaf.ts'
import { openDatabase } from './database/database.ts'
import { sql } from './database/sql.ts'
import { newId } from './ids.ts'
import { startWorker } from './jobs.ts'
import { openMetrics } from './metrics.ts'

const database = await testDatabase()
const db = await openDatabase(database.url)
const ran: unknown[] = []
let failures = 1
const jobs = [
  { name: 'test:note', run: async (payload: unknown) => void ran.push(payload) },
  {
    name: 'test:stumble',
    async run() {
      if (failures-- > 0) throw new Error('the first time')
      ran.push('stumbled on')
    },
  },
  {
    name: 'test:moved',
    async run() {
      throw Object.assign(new Error('the tenant lives in another primary'), { code: 'TR001' })
    },
  },
]
const forwarded: unknown[] = []
const worker = await startWorker(
  database.url,
  jobs,
  pino({ level: 'silent' }),
  openMetrics().jobs,
  async (tenantId, job) => {
    forwarded.push([tenantId, job])
  },
)
afterAll(async () => {
  await worker.stop()
  await db.close()
  await database.drop()
})

const context = { tenantId: newId(), userId: null, reach: null, clock: null, requestId: null }
const leave = (task: string, payload: unknown) => sql`select enqueue(${task}, ${JSON.stringify(payload)}::jsonb)`

test('a job enqueued in a transaction runs after the commit', async () => {
  await db.write(context, (tx) => tx.run(leave('test:note', { kept: true })))
  await expect.poll(() => ran).toContainEqual({ kept: true })
})

test('a job enqueued in a transaction that is rolled back never runs', async () => {
  const failing = db.write(context, async (tx) => {
    await tx.run(leave('test:note', { lost: true }))
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await db.write(context, (tx) => tx.run(leave('test:note', { after: true })))
  await expect.poll(() => ran).toContainEqual({ after: true })
  expect(ran).not.toContainEqual({ lost: true })
})

test('a job that failed is retried', { tags: ['long'] }, async () => {
  await db.write(context, (tx) => tx.run(leave('test:stumble', {})))
  await expect.poll(() => ran).toContain('stumbled on')
})

test('a job of a tenant that has moved is enqueued where it lives now, and is done here', async () => {
  const { tenantId } = context
  const enqueued = sql`select enqueue('test:moved', ${JSON.stringify({ tenantId, mailId: 'one' })}::jsonb, 'the-key', null, 7, 3)`
  await db.write(context, (tx) => tx.run(enqueued))
  await expect
    .poll(() => forwarded)
    .toEqual([
      [
        tenantId,
        { task: 'test:moved', payload: { tenantId, mailId: 'one' }, jobKey: 'the-key', priority: 3, maxAttempts: 7 },
      ],
    ])
  const left = sql`select waiting, failing from queue_figures() where task = 'test:moved'`
  await expect.poll(() => db.shared.rows(left)).toEqual([{ waiting: 0, failing: 0 }])
})

test('when the process stops, a database that stops before it has read that its connections end is no failure of them', async () => {
  const line = await openDeafLine(database.url)
  const failures: unknown[] = []
  const log = pino({ level: 'warn' }, { write: (text) => void failures.push(text) })
  const served = await openDatabase(line.url, { onError: (error) => failures.push(error) })
  await served.shared.rows(sql`select 1`)
  const another = await startWorker(line.url, jobs, log, openMetrics().jobs)
  line.deafen()
  await another.stop()
  await served.close()
  expect(line.open()).toBeGreaterThan(1)
  const ports = `'{${line.ports()}}'::int[]`
  await runOnce(
    database.adminUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where client_port = any(${ports})`,
  )
  await expect.poll(line.open).toBe(0)
  line.close()
  expect(failures).toEqual([])
})

test('the job queue that loses all its connections says so once, not once for each, and without its statements', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const alone = await testDatabase()
  const lanes = [...jobs, { name: 'test:bulk', lane: 'bulk' as const, run: async () => undefined }]
  const worker = await startWorker(alone.url, lanes, log, openMetrics().jobs)
  const told = (what: string) => lines.filter((line) => line.includes(what)).length
  const client = new pg.Client(alone.adminUrl)
  await client.connect()
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'trellis jobs'`,
  )
  await client.end()
  expect(rowCount).toBeGreaterThan(1)
  await expect.poll(() => told('Error with notify listener')).toBe(1)
  await worker.stop()
  await alone.drop()
  expect(told('a connection of the job queue failed')).toBe(1)
  expect(lines).toHaveLength(2)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(4000)
})
