import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { type Job, type JobFailure, TenantsFailed } from '../../platform/jobs.ts'
import type { Tenant } from '../../platform/tenancy.ts'
import { findTenantByCode } from './queries.ts'
import { tenantsChannel } from './suspension.ts'

/* The clock of a sandbox (decision 158). Business time is `clock()`: machine time, and what the sandbox is ahead of it. */

const movedTask = 'tenants:clock-moved'

export interface Clock {
  /** Business time now. */
  date: string
  machineDate: string
  /** The end of what it may be moved to now. */
  latestDate: string
  /** Whether an asked date lies behind, ahead, or too far ahead of business time. */
  asked: 'past' | 'ahead' | 'too_far' | null
}

/** Years that business time is ahead of the machine's at most. */
const mostYears = 2

/**
 * The clock of the transaction's tenant, and where a date is by it. As it is at this statement, and not as it was when the transaction
 * began: somebody else may have moved it in between.
 */
export const findClock = (tx: Reader, date: string | null = null) =>
  tx.row<Clock>(sql`
    select iso(n.at) as date, iso(machine_clock()) as "machineDate", iso(l.at) as "latestDate",
           case when a.at is null then null when a.at <= n.at then 'past' when a.at > l.at then 'too_far' else 'ahead' end as asked
    from (select ${date}::timestamptz as at) a, (select machine_clock() + make_interval(years => ${mostYears}) as at) l,
         (select machine_clock() + coalesce(max(m.ahead), interval '0') as at
          from moved_clocks m where m.tenant_id = (select current_tenant())) n`)

/**
 * Moves the clock of the transaction's tenant, a sandbox, and leaves a job that does what is due by then. False if business time is
 * past that date already.
 */
export async function moveClock(tx: Tx, { tenantId, code }: Tenant, date: string): Promise<boolean> {
  const row = await tx.row<{ isMoved: boolean }>(sql`select move_clock(${date}::timestamptz) as "isMoved"`)
  if (!row?.isMoved) return false
  tx.later(sql`select enqueue(${movedTask}, jsonb_build_object('tenantId', ${tenantId}::text, 'code', ${code}::text))`)
  tx.later(sql`select pg_notify(${tenantsChannel}, ${code})`)
  return true
}

/** The job that does at once, in a sandbox whose clock was moved, what the others would find at their next hour. */
export const clockMoved = (db: Database, jobs: readonly Job[]): Job => ({
  name: movedTask,
  async run(payload) {
    const { tenantId, code } = payload as Tenant
    const tenant = await findTenantByCode(db, code)
    // Gone or in use again later: a reset suspends it meanwhile.
    if (tenant === undefined || tenant.tenantId !== tenantId || tenant.isSuspended) return
    const failures: JobFailure[] = []
    for (const { afterMove } of jobs)
      await afterMove?.({ tenantId, code }).catch((cause: unknown) => failures.push({ tenant: code, cause }))
    if (failures.length > 0) throw new TenantsFailed(failures)
  },
})
