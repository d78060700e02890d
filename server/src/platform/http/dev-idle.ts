import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Connection } from '../database/connection.ts'
import type { Notifications } from '../database/notifications.ts'

export interface DevIdleMeans {
  /** URL of the owner, who may read the queue of jobs. */
  directUrl: string
  notifications: Pick<Notifications, 'subscribe'>
  /** Whether all notifications that were heard have been passed on to their readers. */
  isQuiet(): boolean
}

const channel = 'trellis_idle'
const pauseMilliseconds = 10

/**
 * Serves `GET /dev/idle`, which answers once nothing is under way: no other request, no job that is due or running, and no
 * change that has not been told. Tests ask it instead of waiting for time. Call it before the notifications are started;
 * must never be mounted in production.
 */
export function mountDevIdle(http: FastifyInstance, { directUrl, notifications, isQuiet }: DevIdleMeans): void {
  const underWay = new Set<FastifyRequest>()
  let begun = 0
  http.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/dev/')) return
    begun += 1
    underWay.add(request)
  })
  // A stream of events never ends, so a request counts until its answer begins.
  http.addHook('onSend', async (request) => void underWay.delete(request))
  http.addHook('onResponse', async (request) => void underWay.delete(request))
  http.addHook('onRequestAbort', async (request) => void underWay.delete(request))

  const awaited = new Map<string, () => void>()
  const goOn = () => {
    for (const resolve of awaited.values()) resolve()
    awaited.clear()
  }
  notifications.subscribe(channel, {
    heard(payload) {
      awaited.get(payload)?.()
      awaited.delete(payload)
    },
    lost: goOn,
  })

  http.get('/dev/idle', async (_request, reply) => {
    const client = new Connection({ connectionString: directUrl, application_name: 'trellis idle' })
    await client.connect()
    try {
      for (;;) {
        const before = begun
        if (!(await hasJobs(client))) {
          // Notifications arrive in the order of the commits: with this one, all earlier ones have been heard.
          const token = randomUUID()
          const heard = new Promise<void>((resolve) => awaited.set(token, resolve))
          await client.query('select pg_notify($1, $2)', [channel, token])
          await heard
          if (isQuiet() && underWay.size === 0 && begun === before) break
        }
        await sleep(pauseMilliseconds)
      }
    } finally {
      await client.end()
    }
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

/** Whether a job is running or due. One that failed waits for its next try, and does not count before. */
async function hasJobs(client: Connection): Promise<boolean> {
  const { rows } = await client.query<{ some: boolean }>(`
    select exists (
      select from graphile_worker.jobs
      where locked_at is not null or (run_at <= now() and attempts < max_attempts)) as some`)
  return rows[0]?.some ?? false
}
