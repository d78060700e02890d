import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import type { Logger as Log } from 'pino'

export interface Job {
  name: string
  /** Five cron fields, UTC, for a job that comes round by itself. */
  cron?: string
  run(payload: unknown): Promise<void>
}

/**
 * Runs jobs in this process until `stop()`, which waits for those at work. Each runs at least once: its effect needs a
 * key of its own. It needs a direct connection, as the owner of the queue's tables.
 */
export async function startWorker(directUrl: string, jobs: Job[], log: Log): Promise<Runner> {
  const taskList: TaskList = Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(payload)]))
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const
  return run({
    connectionString: directUrl,
    maxPoolSize: 3,
    concurrency: 2,
    pollInterval: 2_000,
    noHandleSignals: true,
    taskList,
    parsedCronItems: undefined,
    crontab: jobs
      .flatMap((job) => (job.cron === undefined ? [] : [`${job.cron} ${job.name} ?jobKey=${job.name}`]))
      .join('\n'),
    logger: new Logger(() => (level, message) => log[levels[level as keyof typeof levels] ?? 'debug'](message)),
  })
}
