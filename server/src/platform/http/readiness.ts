import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { codeOf } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** How long the database's state is cached, so that frequent probes cost nothing; failures are cached for less long. */
const freshMilliseconds = { ok: 5_000, other: 1_000 }
/** Without an answer within this time, the database counts as unavailable. */
const patience = 3_000

interface State {
  status: 'ok' | 'database not available' | 'database cannot write'
  migration: string | null
}

export interface Readiness {
  /**
   * From now on readiness reports `stopping`, and each answer closes its connection. The process keeps serving for this
   * long, so that proxies can switch to other processes.
   */
  drain(milliseconds: number): Promise<void>
}

/**
 * Mounts what probes ask. Ready is a process that listens and has not begun to stop, whatever its database does: a balancer that took all
 * processes out because of their one database would answer in their place, without screens, reads and `Retry-After` (decision 174). In a
 * maintenance of the installation it is ready and says so (rules G48). The database is asked apart: available, migrated and able to write.
 */
export function mountHealth(
  app: FastifyInstance,
  db: Database,
  maintenance: { shown(tenantId: null): unknown },
): Readiness {
  const stateOf = remembered(() => within(patience, look(db)))
  let isStopping = false

  app.addHook('onRequest', (_request, reply, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
  app.get('/health/live', async () => ({ status: 'ok' }))
  const refuse = (reply: FastifyReply, status: string) => reply.code(503).header('retry-after', '1').send({ status })
  app.get('/health/ready', async (_request, reply) => {
    if (isStopping) return refuse(reply, 'stopping')
    const shown = maintenance.shown(null)
    return shown === null ? { status: 'ok' } : { status: 'maintenance', maintenance: shown }
  })
  app.get('/health/database', async (_request, reply) => {
    const { status, migration } = await stateOf()
    return status === 'ok' ? { status, migration } : refuse(reply, status)
  })

  return {
    async drain(milliseconds) {
      isStopping = true
      await sleep(milliseconds, undefined, { ref: false })
    },
  }
}

async function look(db: Database): Promise<State> {
  const { shared } = db.background
  const row = await shared.row<{ migration: string }>(sql`select max(name) as migration from schema_migrations`)
  const migration = row?.migration ?? null
  try {
    await shared.run(sql`select probe_writes()`)
  } catch (error) {
    if (codeOf(error) !== '55P03') return { status: 'database cannot write', migration }
  }
  return { status: 'ok', migration }
}

const unavailable: State = { status: 'database not available', migration: null }

async function within(milliseconds: number, state: Promise<State>): Promise<State> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<State>((resolve) => {
    timer = setTimeout(resolve, milliseconds, unavailable)
  })
  return Promise.race([state.catch(() => unavailable), late]).finally(() => clearTimeout(timer))
}

function remembered(ask: () => Promise<State>): () => Promise<State> {
  let known: { state: Promise<State>; until: number } | undefined
  return () => {
    if (known && known.until > performance.now()) return known.state
    const entry = { state: ask(), until: Number.POSITIVE_INFINITY }
    known = entry
    void entry.state.then(({ status }) => {
      entry.until = performance.now() + (status === 'ok' ? freshMilliseconds.ok : freshMilliseconds.other)
    })
    return entry.state
  }
}
