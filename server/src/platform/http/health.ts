import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Metrics } from '../metrics.ts'
import { Refusal } from '../refusal.ts'

/** Is the process alive; can it serve: database reachable and migrated. */
export function mountHealth(app: FastifyInstance, db: Database): void {
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    try {
      const row = await db.shared.row<{ migration: string }>(sql`select max(name) as migration from schema_migrations`)
      return { status: 'ok', migration: row?.migration ?? null }
    } catch {
      return reply.code(503).send({ status: 'database not available' })
    }
  })
}

/** Prometheus' text format, for loopback or the bearer of the metrics token. */
export function mountMetrics(
  app: FastifyInstance,
  db: Database,
  { registry }: Metrics,
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
  new Gauge({
    name: 'trellis_database_connections',
    help: 'Connections of the pool, by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, db.pool.totalCount)
      this.set({ state: 'idle' }, db.pool.idleCount)
      this.set({ state: 'waiting' }, db.pool.waitingCount)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (reply.statusCode >= 500) refusals.inc()
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request.headers.authorization, request.ip, token)) throw new Refusal('RQ404')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function mayRead(authorization: string | undefined, ip: string, token: string | undefined): boolean {
  if (token === undefined) return ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1'
  const given = Buffer.from(authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
