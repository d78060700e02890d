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

/** Of several primaries the first that is not well, and the state of each by its name. */
interface States extends State {
  primaries?: Record<string, State['status']>
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
  const stateOf = remembered(() => lookAtAll(db))
  let isStopping = false

  app.addHook('onRequest', (_request, reply, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
  app.get('/health/live', async () => ({ status: 'ok' }))
  const refuse = (reply: FastifyReply, state: { status: string; primaries?: States['primaries'] }) =>
    reply.code(503).header('retry-after', '1').send(state)
  app.get('/health/ready', async (_request, reply) => {
    if (isStopping) return refuse(reply, { status: 'stopping' })
    const shown = maintenance.shown(null)
    return shown === null ? { status: 'ok' } : { status: 'maintenance', maintenance: shown }
  })
  app.get('/health/database', async (_request, reply) => {
    const { status, migration, primaries } = await stateOf()
    return status === 'ok' ? { status, migration, primaries } : refuse(reply, { status, primaries })
  })

  return {
    async drain(milliseconds) {
      isStopping = true
      await sleep(milliseconds, undefined, { ref: false })
    },
  }
}

async function lookAtAll({ primaries }: Database): Promise<States> {
  const states = await Promise.all(primaries.map(({ db }) => within(patience, look(db))))
  const worst = states.find(({ status }) => status !== 'ok') ?? states[0] ?? unavailable
  if (primaries.length === 1) return worst
  return {
    ...worst,
    primaries: Object.fromEntries(primaries.map(({ name }, place) => [name, states[place]?.status ?? 'ok'])),
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

function remembered(ask: () => Promise<States>): () => Promise<States> {
  let known: { state: Promise<States>; until: number } | undefined
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
