import pg from 'pg'
import type { World } from './network.ts'

interface Left {
  key: string | null
  payload: unknown
}

/** The queued jobs of one task, oldest first. */
export async function queued(world: World, task: string): Promise<Left[]> {
  const client = new pg.Client(world.adminUrl)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select j.key, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1 order by j.id`,
      [task],
    )
    return rows as Left[]
  } finally {
    await client.end()
  }
}

/** Runs a scheduled job until it has nothing left to do. */
export async function runJob(world: World, name: string): Promise<void> {
  const job = world.app.jobs.find((each) => each.name === name)
  if (!job) throw new Error(`There is no job ${name}`)
  while ((await job.run({})) === 'more');
}

/** Runs the queued jobs of a task, as the worker would. */
export async function runQueued(world: World, task: string): Promise<void> {
  const job = world.app.jobs.find(({ name }) => name === task)
  if (!job) throw new Error(`There is no job ${task}`)
  const client = new pg.Client(world.adminUrl)
  await client.connect()
  let left: Left[]
  try {
    const { rows } = await client.query(
      `with taken as (
         delete from graphile_worker._private_jobs
         where task_id = (select id from graphile_worker._private_tasks where identifier = $1) returning id, key, payload
       )
       select key, payload from taken order by id`,
      [task],
    )
    left = rows as Left[]
  } finally {
    await client.end()
  }
  for (const { payload } of left) await job.run(payload)
}
