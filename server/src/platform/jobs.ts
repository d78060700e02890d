import { type JobHelpers, Logger, type Runner, run } from 'graphile-worker'
import pg from 'pg'
import type { Logger as Log } from 'pino'
import { Connection, codeOf, withoutConnection } from './database/connection.ts'
import { movedAway } from './database/directory.ts'
import { type JobMetrics, openMetrics } from './metrics.ts'
import { openRepeated } from './repeated.ts'
import type { Tenant } from './tenancy.ts'
import { beginRoot, currentSpan, during } from './tracing/tracing.ts'

/** `more`: the run stopped at its limit with work left. The next run starts after the other waiting jobs. */
export type Progress = 'done' | 'more'

export interface Job {
  name: string
  /** Five cron fields, in UTC, for a scheduled job. */
  cron?: string
  /** Runs it in one tenant whose clock was moved; absent for jobs that do not go by business time. */
  afterMove?(tenant: Tenant): Promise<unknown>
  /** The lane whose workers run it; `scheduled` for a job with a cron. */
  lane?: Exclude<Lane, 'scheduled'>
  /** Resolving to `more` asks for another run (see `Progress`). */
  run(payload: unknown): Promise<unknown>
}

/**
 * Lanes of jobs that never wait for one another, with the number that a process runs at once in each. Within a lane,
 * the job with the lowest priority number is next, then the oldest.
 */
export const lanes = {
  /** A user is waiting for the result. */
  prompt: 4,
  /** Runs by cron, and for seconds at most. */
  scheduled: 3,
  /** Many jobs of one kind that nobody waits for. */
  bulk: 2,
  /** May take minutes. One at a time, so that a tenant's jobs keep their order. */
  long: 1,
  /** Writes a file that a user waits for; may take minutes. Never waits for an import. */
  files: 2,
  /** Waits for receivers of other companies, some of which hang. */
  outward: 16,
}
export type Lane = keyof typeof lanes

export interface JobFailure {
  /** Code of the tenant; null when the failure concerns no single tenant. */
  tenant: string | null
  cause: unknown
}

/** Thrown by a job for all tenants when it failed for some. */
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
  /** Waits for running jobs. */
  stop(): Promise<void>
}

/** Adds a job to the queue of the primary in which its tenant lives now (decision 179). */
export type Forward = (tenantId: string, job: ForwardedJob) => Promise<void>

export interface ForwardedJob {
  task: string
  payload: object
  jobKey: string | null
  priority: number
  maxAttempts: number
}

const refuseToForward: Forward = async () => {
  throw new Error('There is one primary')
}

/** What runs beside the jobs of a lane. */
interface Means {
  log: Log
  metrics: JobMetrics
  forward: Forward
  /** Whether to say again that a lane does not hear of new jobs. */
  isDeafDue: () => boolean
  isStopping: () => boolean
}

/**
 * Runs jobs in this process until `stop()`. Each job runs at least once, so its effect must be idempotent. Needs a
 * direct connection as the owner of the queue's tables.
 */
export async function startWorker(
  directUrl: string,
  jobs: Job[],
  log: Log,
  metrics: JobMetrics = openMetrics().jobs,
  forward: Forward = refuseToForward,
): Promise<Worker> {
  const names = Object.keys(lanes) as Lane[]
  const used = names.map((lane) => ({ lane, jobs: jobs.filter((job) => laneOf(job) === lane) }))
  const busy = used.filter((each) => each.jobs.length > 0)
  // Each lane has one listening connection; the others are used only while a job is taken or completed.
  const pool = new pg.Pool({
    Client: Connection,
    connectionString: directUrl,
    max: busy.length + 3,
    application_name: 'trellis jobs',
  })
  const isLostDue = openRepeated()
  const lost = (err: Error) => {
    if (!pool.ending)
      log[isLostDue() ? 'warn' : 'debug']({ err: withoutConnection(err) }, 'a connection of the job queue failed')
  }
  // Each connection tells it itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', lost))
  const isDeafDue = openRepeated()
  const runners: Runner[] = []
  let isStopping = false
  const stop = async () => {
    isStopping = true
    await Promise.all(runners.map((runner) => runner.stop()))
    await pool.end()
  }
  try {
    for (const { lane, jobs } of busy)
      runners.push(await runLane(pool, lane, jobs, { log, metrics, forward, isDeafDue, isStopping: () => isStopping }))
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/**
 * A worker that rests while `isHeld`: jobs under way are finished, and none begins. `onHold` is called with a listener that hears when
 * that may have changed.
 */
export async function workUnlessHeld(
  { isHeld, onHold }: { isHeld(): boolean; onHold(listener: () => void): void },
  start: () => Promise<Worker>,
  log: Log,
): Promise<Worker> {
  let running: Worker | undefined
  let isEnded = false
  const follow = async (): Promise<void> => {
    const isWanted = !isEnded && !isHeld()
    if (isWanted) running ??= await start()
    else {
      const last = running
      running = undefined
      await last?.stop()
    }
  }
  await follow()
  let line = Promise.resolve()
  const turn = (): Promise<void> => {
    line = line.then(follow).catch((err: unknown) => {
      log.error({ err }, 'the jobs could not be held or taken up')
      if (!isEnded) setTimeout(() => void turn(), 1_000).unref()
    })
    return line
  }
  onHold(() => void turn())
  return {
    stop() {
      isEnded = true
      return turn()
    },
  }
}

const laneOf = (job: Job): Lane => (job.cron === undefined ? (job.lane ?? 'prompt') : 'scheduled')

function runLane(pool: pg.Pool, lane: Lane, jobs: Job[], means: Means): Promise<Runner> {
  const { log, isDeafDue, isStopping } = means
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const
  return run({
    pgPool: pool,
    concurrency: lanes[lane],
    pollInterval: 2_000,
    noHandleSignals: true,
    taskList: Object.fromEntries(
      jobs.map((job) => [job.name, (payload: unknown, helpers: JobHelpers) => runJob(job, payload, helpers, means)]),
    ),
    crontab: jobs
      .flatMap((job) => (job.cron === undefined ? [] : [`${job.cron} ${job.name} ?jobKey=${job.name}`]))
      .join('\n'),
    logger: new Logger(() => (level, message) => {
      // The pool is small on purpose: a job that runs holds no connection of it.
      const isOfPool = message.startsWith('WARNING: having maxPoolSize')
      // Each lane says so at each try. Meanwhile jobs are found every two seconds.
      const isDeaf = message.includes('notify listener')
      // It was looking for a job when its connection was lost, and would have ended anyway.
      const isOfStop = isStopping() && message.startsWith('Worker exited with error')
      const isQuiet = isOfPool || isOfStop || message.includes('UNLISTEN') || (isDeaf && !isDeafDue())
      log[isQuiet ? 'debug' : isDeaf ? 'warn' : (levels[level as keyof typeof levels] ?? 'debug')](message)
    }),
  })
}

function runJob(job: Job, given: unknown, helpers: JobHelpers, means: Means): Promise<void> {
  const { trace, ...payload } = (given ?? {}) as { trace?: string; tenantId?: string }
  const span = beginRoot(`job ${job.name}`, {
    kind: 'consumer',
    attributes: { 'trellis.task': job.name, 'trellis.job.id': helpers.job.id, 'trellis.tenant.id': payload.tenantId },
    link: trace,
  })
  return during(span, () => runTask(job, payload, helpers, means))
}

async function runTask(job: Job, payload: object, helpers: JobHelpers, means: Means): Promise<void> {
  const { log, metrics } = means
  try {
    const progress = await job.run(payload)
    if (progress === 'more') await helpers.addJob(job.name, {}, { jobKey: job.name })
    else if (job.cron !== undefined) metrics.kept(job.name)
  } catch (error) {
    if (codeOf(error) === movedAway && (await isForwarded(job, payload, helpers, means))) return
    const failures = error instanceof TenantsFailed ? error.failures : [await failureOf(error, payload, helpers)]
    for (const { tenant, cause } of failures) {
      // It moved between the question which tenants have work and the work.
      if (job.cron !== undefined && codeOf(cause) === movedAway) continue
      log.error({ task: job.name, tenant, err: cause }, 'a job failed')
      metrics.failed(job.name, tenant ?? '')
      currentSpan()?.fail(cause)
    }
    // A scheduled job runs again at its next time and is not retried before: permanent failures would only take
    // capacity.
    if (job.cron === undefined) throw error
  }
}

/** The tenant of a job has moved to another primary since it was enqueued: it runs there. False when it names none. */
async function isForwarded(
  job: Job,
  payload: object,
  { job: queued }: JobHelpers,
  { forward }: Means,
): Promise<boolean> {
  const { tenantId } = payload as { tenantId?: unknown }
  if (typeof tenantId !== 'string') return false
  await forward(tenantId, {
    ...{ task: job.name, payload, jobKey: queued.key, priority: queued.priority, maxAttempts: queued.max_attempts },
  })
  return true
}

/** The payload may name a tenant. */
async function failureOf(cause: unknown, payload: unknown, helpers: JobHelpers): Promise<JobFailure> {
  const { tenantId } = (payload ?? {}) as { tenantId?: unknown }
  if (typeof tenantId !== 'string') return { tenant: null, cause }
  const known = await helpers
    .query<{ code: string }>('select code::text from public.tenants where tenant_id::text = $1', [tenantId])
    .catch(() => undefined)
  return { tenant: known?.rows[0]?.code ?? null, cause }
}
