import type { Database } from './database/database.ts'
import { sql } from './database/sql.ts'
import type { Tx } from './database/tx.ts'
import { type JobFailure, type Progress, TenantsFailed } from './jobs.ts'
import { Refusal } from './refusal.ts'
import type { Tenant } from './tenancy.ts'

export interface Pieces {
  /** The job's name; also names the lock that keeps a second run away from a tenant. */
  name: string
  /** Does up to `size` of what waits in the transaction's tenant. Returns how much it did; 0 ends the tenant's turn. */
  piece(tx: Tx, size: number): Promise<number>
  /** The largest piece, and the first one. */
  size: number
  /** Shorter ones for tests. */
  limits?: Partial<Limits>
}

/** Milliseconds. */
const usual = {
  /** For one statement of a piece. A piece that cannot keep it is halved. */
  statement: 8_000,
  /** For one run. What is left then is done by the next run, after the other jobs have had their turn. */
  run: 10_000,
}
export type Limits = typeof usual

/**
 * The run of a job that works through what waits in each tenant. Each piece is a transaction of its own, so that it is kept
 * whatever happens to the next one. A piece that times out is halved and tried again; it grows again while pieces are quick.
 * Tenants take turns, piece by piece. Only one run at a time works for a tenant: another one does not wait, it goes on to the
 * next tenant. A tenant that fails does not keep the others from theirs; all that failed are told at the end.
 */
export function inPieces(db: Database, tenants: () => Promise<Tenant[]>, work: Pieces): () => Promise<Progress> {
  const limits = { ...usual, ...work.limits }
  const sizes = new Map<string, number>()
  let last: string | undefined

  /** Returns whether there may be more to do. */
  async function onePiece(tenantId: string): Promise<boolean> {
    const size = sizes.get(tenantId) ?? work.size
    const begun = performance.now()
    const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
    try {
      const done = await db.write(context, async (tx) =>
        (await takeTurn(tx, work.name, limits.statement)) ? work.piece(tx, size) : 0,
      )
      const couldDoMore = performance.now() - begun < limits.statement / 4
      if (done > 0 && couldDoMore) sizes.set(tenantId, Math.min(work.size, size * 2))
      return done > 0
    } catch (error) {
      if (!isTimeout(error) || size === 1) throw error
      sizes.set(tenantId, Math.floor(size / 2))
      return true
    }
  }

  return async () => {
    const ends = performance.now() + limits.run
    const failures: JobFailure[] = []
    let waiting = startingAfter(last, await tenants())
    while (waiting.length > 0) {
      const unfinished: Tenant[] = []
      for (const [index, tenant] of waiting.entries()) {
        last = tenant.tenantId
        try {
          if (await onePiece(tenant.tenantId)) unfinished.push(tenant)
        } catch (cause) {
          // Without a database the other tenants would only fail too.
          if (cause instanceof Refusal && cause.code === 'RQ503') throw cause
          failures.push({ tenant: tenant.code, cause })
        }
        const isLast = index === waiting.length - 1 && unfinished.length === 0
        if (performance.now() >= ends && !isLast) return finish(failures, 'more')
      }
      waiting = unfinished
    }
    return finish(failures, 'done')
  }
}

/** A run that had to stop goes on with the tenant whose turn it was next. */
function startingAfter(tenantId: string | undefined, tenants: Tenant[]): Tenant[] {
  const next = tenants.findIndex((tenant) => tenant.tenantId === tenantId) + 1
  return [...tenants.slice(next), ...tenants.slice(0, next)]
}

/** Bounds the statements of the transaction that begins with it; false when another run works for its tenant. */
async function takeTurn(tx: Tx, name: string, milliseconds: number): Promise<boolean> {
  const row = await tx.row<{ mine: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`${name}:`} || current_tenant()::text, 0)) as mine,
           set_config('statement_timeout', ${String(milliseconds)}, true)`)
  return row?.mine === true
}

/** SQLSTATE query_canceled. */
const isTimeout = (error: unknown): boolean => (error as { code?: unknown }).code === '57014'

function finish(failures: JobFailure[], progress: Progress): Progress {
  if (failures.length > 0) throw new TenantsFailed(failures)
  return progress
}
