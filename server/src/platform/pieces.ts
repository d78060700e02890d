import type { Database } from './database/database.ts'
import { sql } from './database/sql.ts'
import type { Tx } from './database/tx.ts'
import { type JobFailure, type Progress, TenantsFailed } from './jobs.ts'
import { Refusal } from './refusal.ts'
import type { Tenant } from './tenancy.ts'

export interface Pieces {
  /** The job's name; also the name of the advisory lock that prevents a second run for a tenant. */
  name: string
  /** Processes up to `size` waiting items in the transaction's tenant. Returns how many; 0 ends the tenant's turn. */
  piece(tx: Tx, size: number): Promise<number>
  /** Maximum and initial batch size. */
  size: number
  /** Shorter limits, for tests. */
  limits?: Partial<Limits>
}

/** In milliseconds. */
const usual = {
  /** Statement timeout of a batch. A batch that exceeds it is halved. */
  statement: 8_000,
  /** Limit of one run. The next run continues after the other waiting jobs. */
  run: 10_000,
}
export type Limits = typeof usual

/**
 * The run of a job that processes the waiting items of each tenant in batches. Each batch is a separate transaction, so
 * it is kept even if the next one fails. A batch that times out is halved and retried; the size grows again while
 * batches are quick. Tenants take turns, batch by batch. Only one run at a time works for a tenant: another run does
 * not wait but continues with the next tenant. A tenant that fails does not stop the others; all failures are thrown
 * together at the end.
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
          // Without a database the other tenants would fail too.
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

/** A run continues with the tenant after the last one of the run before. */
function startingAfter(tenantId: string | undefined, tenants: Tenant[]): Tenant[] {
  const next = tenants.findIndex((tenant) => tenant.tenantId === tenantId) + 1
  return [...tenants.slice(next), ...tenants.slice(0, next)]
}

/** Sets the statement timeout of the transaction; false when another run works for its tenant. */
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
