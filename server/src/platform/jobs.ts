import { type JobHelpers, Logger, type Runner, run } from 'graphile-worker'
import pg from 'pg'
import type { Logger as Log } from 'pino'
import { Connection } from './database/connection.ts'
import { type JobMetrics, openMetrics } from './metrics.ts'

/** `more`: the run ended at its bound with work left. The next one begins once the other jobs have had their turn. */
export type Progress = 'done' | 'more'

export interface Job {
  name: string
  /** Five cron fields, UTC, for a job that comes round by itself. */
  cron?: string
  /** Whose workers run it; those of `scheduled` where it has a cron. */
  lane?: Exclude<Lane, 'scheduled'>
  /** Resolving to `more` asks for another run (see `Progress`). */
  run(payload: unknown): Promise<unknown>
}

/**
 * Kinds of jobs that never wait for one another, and how many of each a process runs at once. Within a lane the job with
 * the lowest number of priority is next, then the oldest.
 */
export const lanes = {
  /** Somebody is waiting for it right now. */
  prompt: 4,
  /** Comes round by the clock, and has a bound of seconds. */
  scheduled: 3,
  /** Many of a kind that nobody waits for. */
  bulk: 2,
  /** May take minutes. One after the other, so that what a tenant leaves keeps its order. */
  long: 1,
}
export type Lane = keyof typeof lanes

export interface JobFailure {
  /** Code of the tenant that it concerns; null where it concerns none in particular. */
  tenant: string | null
  cause: unknown
}

/** A job of every tenant that failed for some of them. */
export class TenantsFailed extends AggregateError {
  readonly failures: JobFailure[]

  constructor(failures: JobFailure[]) {
    super(
      failures.map(({ cause }) => cause),
      failures.map(({ tenant, cause }) => `${tenant}: ${cause instanceof Error ? cause.message : cause}`).join('; '),
    )
    this.failures = failures
  }
}

export interface Worker {
  /** Waits for the jobs at work. */
  stop(): Promise<void>
}

/**
 * Runs jobs in this process until `stop()`. Each runs at least once: its effect needs a key of its own. It needs a direct
 * connection, as the owner of the queue's tables.
 */
export async function startWorker(
  directUrl: string,
  jobs: Job[],
  log: Log,
  metrics: JobMetrics = openMetrics().jobs,
): Promise<Worker> {
  const names = Object.keys(lanes) as Lane[]
  const used = names.map((lane) => ({ lane, jobs: jobs.filter((job) => laneOf(job) === lane) }))
  const busy = used.filter((each) => each.jobs.length > 0)
  // One connection a lane listens; the others are borrowed for the moment in which a job is taken or given back.
  const pool = new pg.Pool({
    Client: Connection,
    connectionString: directUrl,
    max: busy.length + 3,
    application_name: 'trellis jobs',
  })
  const lost = (err: Error) => log.warn({ err }, 'a connection of the job queue failed')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  const runners: Runner[] = []
  const stop = async () => {
    await Promise.all(runners.map((runner) => runner.stop()))
    await pool.end()
  }
  try {
    for (const { lane, jobs } of busy) runners.push(await runLane(pool, lane, jobs, log, metrics))
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

const laneOf = (job: Job): Lane => (job.cron === undefined ? (job.lane ?? 'prompt') : 'scheduled')

function runLane(pool: pg.Pool, lane: Lane, jobs: Job[], log: Log, metrics: JobMetrics): Promise<Runner> {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const
  return run({
    pgPool: pool,
    concurrency: lanes[lane],
    pollInterval: 2_000,
    noHandleSignals: true,
    taskList: Object.fromEntries(
      jobs.map((job) => [
        job.name,
        (payload: unknown, helpers: JobHelpers) => runJob(job, payload, helpers, log, metrics),
      ]),
    ),
    crontab: jobs
      .flatMap((job) => (job.cron === undefined ? [] : [`${job.cron} ${job.name} ?jobKey=${job.name}`]))
      .join('\n'),
    logger: new Logger(() => (level, message) => log[levels[level as keyof typeof levels] ?? 'debug'](message)),
  })
}

async function runJob(job: Job, payload: unknown, helpers: JobHelpers, log: Log, metrics: JobMetrics): Promise<void> {
  try {
    const progress = await job.run(payload)
    if (progress === 'more') await helpers.addJob(job.name, {}, { jobKey: job.name })
    else if (job.cron !== undefined) metrics.kept(job.name)
  } catch (error) {
    const failures = error instanceof TenantsFailed ? error.failures : [await failureOf(error, payload, helpers)]
    for (const { tenant, cause } of failures) {
      log.error({ task: job.name, tenant, err: cause }, 'a job failed')
      metrics.failed(job.name, tenant ?? '')
    }
    // A scheduled job is tried again when it comes round, and not in between: what keeps failing would only be in the way.
    if (job.cron === undefined) throw error
  }
}

/** By its payload a job may be one tenant's. */
async function failureOf(cause: unknown, payload: unknown, helpers: JobHelpers): Promise<JobFailure> {
  const { tenantId } = (payload ?? {}) as { tenantId?: unknown }
  if (typeof tenantId !== 'string') return { tenant: null, cause }
  const known = await helpers
    .query<{ code: string }>('select code::text from public.tenants where tenant_id::text = $1', [tenantId])
    .catch(() => undefined)
  return { tenant: known?.rows[0]?.code ?? null, cause }
}
