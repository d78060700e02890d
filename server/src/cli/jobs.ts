import type pg from 'pg'
import { Connection } from '../platform/database/connection.ts'
import { type Call, type Command, CommandError, maybeText, primaryOption } from './command.ts'

/** More than an operator reads; `--json` gives them all the same. */
const shown = 200

interface QueuedJob {
  id: string
  task: string
  /** Code of the tenant whose work it is; null for work of all. */
  tenant: string | null
  state: 'running' | 'ready' | 'later' | 'failed' | 'given up'
  tries: number
  mostTries: number
  runAt: Date
  error: string | null
}

const jobs = `
  select j.id::text, j.task_identifier as task, t.code::text as tenant,
         case when j.locked_at is not null then 'running'
              when j.attempts >= j.max_attempts then 'given up'
              when j.last_error is not null then 'failed'
              when j.run_at > now() then 'later'
              else 'ready' end as state,
         j.attempts as tries, j.max_attempts as "mostTries", j.run_at as "runAt", j.last_error as error
  from graphile_worker.jobs j
  left join graphile_worker._private_jobs p on p.id = j.id
  left join tenants t on t.tenant_id::text = p.payload ->> 'tenantId'`

const taskOption = { type: 'string', help: 'T only jobs of this task, such as mail:send' } as const

export const jobsList: Command = {
  name: 'jobs list',
  positionals: [],
  summary: 'The jobs that wait, run, or have failed, with the reason',
  options: {
    task: taskOption,
    primary: primaryOption,
    failed: { type: 'boolean', help: 'only those whose last try failed' },
  },
  async run(call) {
    const { given, out } = call
    const items = await onQueue(call, (client) => list(client, maybeText(given, 'task'), given.failed === true))
    const width = Math.max(0, ...items.map(({ task }) => task.length))
    for (const { id, task, tenant, state, tries, mostTries, runAt, error } of items.slice(0, shown)) {
      const tried = tries === 0 ? '' : `, tried ${tries} of ${mostTries}`
      out.say(
        `${id.padStart(8)}  ${task.padEnd(width)}  ${state.padEnd(8)}  ${runAt.toISOString().slice(0, 19)}Z  ${tenant ?? '-'}${tried}`,
      )
      if (error !== null) out.say(`            ${error.split('\n')[0]}`)
    }
    if (items.length > shown) out.say(`… and ${items.length - shown} more`)
    if (items.length === 0) out.say('There is none.')
    sayOfOthers(call)
    out.answer({ items })
    return true
  },
}

export const jobsRetry: Command = {
  name: 'jobs retry',
  positionals: [],
  summary: 'Runs failed jobs again at once, also those that were given up',
  options: {
    task: taskOption,
    primary: primaryOption,
    id: {
      type: 'string',
      help: 'N number of a job (several times for several; without it, all that failed)',
      several: true,
    },
  },
  async run(call) {
    const { given, out } = call
    const wanted = Array.isArray(given.id) ? given.id : null
    if (wanted?.some((id) => !/^\d{1,18}$/.test(id)))
      throw new CommandError('--id is the number of a job in `portal jobs list`.')
    const retried = await onQueue(call, async (client) => {
      const failed = (await list(client, maybeText(given, 'task'), true)).map(({ id }) => id)
      const ids = wanted === null ? failed : wanted.filter((id) => failed.includes(id))
      const missing = wanted?.filter((id) => !failed.includes(id)) ?? []
      if (missing.length > 0)
        throw new CommandError(`No failed job has the number ${missing.join(', ')}: see \`portal jobs list --failed\`.`)
      const { rows } = await client.query<{ id: string }>(
        'select id::text from graphile_worker.reschedule_jobs($1::bigint[], run_at := now(), attempts := 0)',
        [ids],
      )
      return rows.map(({ id }) => id)
    })
    out.say(
      retried.length === 0
        ? 'No job has failed.'
        : `${retried.length} ${retried.length === 1 ? 'job runs' : 'jobs run'} again as soon as a process is free.`,
    )
    sayOfOthers(call)
    out.answer({ retried })
    return true
  },
}

/** Each primary has a queue of its own. */
function sayOfOthers({ given, config, out }: Call): void {
  if (given.primary !== undefined) return
  for (const { name } of config().databasePrimaries)
    out.say(`The jobs of the primary ${name} are none of these: --primary ${name}.`)
}

async function list(client: pg.Client, task: string | undefined, failed: boolean): Promise<QueuedJob[]> {
  const { rows } = await client.query<QueuedJob>(
    `select * from (${jobs}) all_jobs
     where ($1::text is null or task = $1) and (not $2 or (error is not null and state <> 'running'))
     order by state in ('given up', 'failed') desc, "runAt", id::bigint`,
    [task ?? null, failed],
  )
  return rows
}

async function onQueue<T>(call: Call, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { url } = await call.migrated()
  const client = new Connection({ connectionString: url, application_name: 'trellis jobs list' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
