import pino from 'pino'
import { afterAll, afterEach, expect, test } from 'vitest'
import { network } from '../testing/network.ts'
import { raw } from '../testing/selling.ts'
import { sql } from './database/sql.ts'
import { type Job, startWorker, type Worker } from './jobs.ts'
import { queueJobs } from './queue.ts'

const world = await network()
const { db, databaseUrl } = world

let letGo = () => {}
const blocked = new Promise<void>((resolve) => {
  letGo = resolve
})
const ran: string[] = []
const jobs: Job[] = [
  { name: 'test:long', lane: 'long', run: () => blocked },
  { name: 'test:bulk', lane: 'bulk', run: () => blocked },
  { name: 'test:prompt', run: async () => void ran.push('prompt') },
  { name: 'test:round', cron: '0 0 1 1 *', run: async () => void ran.push('round') },
]
const keeping = queueJobs(db, jobs)
const leave = (task: string) => db.shared.run(sql`select enqueue(${task}, '{}'::jsonb)`)
const run = (name: string) => keeping.find((job) => job.name === name)?.run({})
const lockedAt = (ago: string) =>
  raw(
    world,
    `update graphile_worker._private_jobs set attempts = 1, locked_by = 'dead', locked_at = now() - $1::interval`,
    [ago],
  )

let worker: Worker | undefined
const start = async () => {
  worker = await startWorker(databaseUrl, jobs, pino({ level: 'silent' }))
}
afterEach(() => {
  ran.length = 0
})
afterAll(async () => {
  letGo()
  await worker?.stop()
})

test('a job of a dead process is taken up after minutes instead of hours, a running one is left alone', async () => {
  await leave('test:prompt')
  await lockedAt('1 minute')
  await run('platform:release')
  expect(await raw(world, 'select locked_by from graphile_worker.jobs')).toEqual([{ locked_by: 'dead' }])
  await lockedAt('4 minutes')
  await run('platform:release')
  expect(await raw(world, 'select locked_by from graphile_worker.jobs')).toEqual([{ locked_by: null }])
})

test('a long job keeps its lock by renewing it', async () => {
  await raw(world, 'delete from graphile_worker._private_jobs')
  await leave('test:long')
  await lockedAt('1 hour')
  await run('platform:release')
  expect(await raw(world, 'select locked_by from graphile_worker.jobs')).toEqual([{ locked_by: 'dead' }])
})

test('jobs that were given up are deleted after a week, and those that may still run are not', async () => {
  await raw(world, 'delete from graphile_worker._private_jobs')
  for (let n = 0; n < 3; n++) await leave('test:prompt')
  await raw(
    world,
    `update graphile_worker._private_jobs set attempts = case when id % 3 = 0 then 1 else max_attempts end,
       updated_at = now() - case when id % 3 = 1 then interval '8 days' else interval '6 days' end`,
  )
  await run('platform:forget-jobs')
  expect(await raw(world, 'select id from graphile_worker.jobs where id % 3 = 1')).toEqual([])
  expect(await raw(world, 'select id from graphile_worker.jobs')).toHaveLength(2)
})

test('neither prompt nor scheduled jobs wait for long or bulk jobs', async () => {
  await raw(world, 'delete from graphile_worker._private_jobs')
  for (let n = 0; n < 20; n++) {
    await leave('test:long')
    await leave('test:bulk')
  }
  await start()
  await expect.poll(() => raw(world, `select from graphile_worker.jobs where locked_at is not null`)).toHaveLength(3)
  await leave('test:round')
  await leave('test:prompt')
  await expect.poll(() => [...ran].sort()).toEqual(['prompt', 'round'])
})
