import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Database } from '../database/database.ts'
import type { Metrics } from '../metrics.ts'
import { Refusal } from '../refusal.ts'
import { statusOf } from './gone.ts'
import { whyUnavailable } from './server.ts'

/** Prometheus' text format, for loopback or with the metrics token. */
export function mountMetrics(
  app: FastifyInstance,
  db: Database,
  { registry, refresh }: Metrics & { refresh(): Promise<void> },
  token: string | undefined,
): void {
  const duration = new Histogram({
    name: 'trellis_http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'trellis_http_errors_total',
    help: 'Answers with status 500 and above',
    registers: [registry],
  })
  const unavailable = new Counter({
    name: 'trellis_http_unavailable_total',
    help: 'Answers with status 503, by what could not be had',
    labelNames: ['reason'],
    registers: [registry],
  })
  new Gauge({
    name: 'trellis_database_connections',
    help: 'Connections of each pool, by state, and calls that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [place, { name, db: one, isOpen }] of db.primaries.entries()) {
        if (!isOpen) continue
        const pools = {
          requests: one.pool,
          background: one.background.pool,
          ...(one.replica && { replica: one.replica.pool }),
        }
        for (const [kind, { driver, waiting }] of Object.entries(pools)) {
          const pool = place === 0 ? kind : `${kind} ${name}`
          this.set({ pool, state: 'total' }, driver.totalCount)
          this.set({ pool, state: 'idle' }, driver.idleCount)
          this.set({ pool, state: 'waiting' }, waiting)
        }
      }
    },
  })
  if (db.replica)
    new Gauge({
      name: 'trellis_replica_age_seconds',
      help: 'Age of what the replica shows; above one second, the primary answers',
      registers: [registry],
      collect() {
        this.set((db.replica?.age ?? 0) / 1000)
      },
    })
  app.addHook('onResponse', (request, reply, done) => {
    count(request, reply)
    done()
  })
  function count(request: FastifyRequest, reply: FastifyReply): void {
    // How long a stream was open is not a time to answer.
    if (request.routeOptions.config.streams && reply.statusCode === 200) return
    const route = request.routeOptions.url ?? 'none'
    const status = statusOf(request, reply)
    duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
    const reason = status === 503 ? (whyUnavailable(request) ?? 'other') : undefined
    // Whoever began the maintenance needs no alert.
    if (status >= 500 && reason !== 'maintenance') refusals.inc()
    if (reason !== undefined) unavailable.inc({ reason })
  }
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw new Refusal('RQ404')
    await refresh()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/**
 * Without a token only a program on this machine may read. A proxy on it also connects from loopback for anybody, but
 * it adds forwarding headers.
 */
function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) {
    const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip'].some((name) => headers[name] !== undefined)
    return !forwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '')
  }
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
