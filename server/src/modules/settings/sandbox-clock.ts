import type { SandboxClock } from '@trellis/contract/sandbox'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { found, invalid } from '../../platform/refusal.ts'
import type { Tenant } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import { findClock, lockSettings, moveClock } from '../tenants/index.ts'

export async function readClock(tx: Reader): Promise<SandboxClock> {
  const { asked: _, ...clock } = found(await findClock(tx))
  return clock
}

/** Moves business time of the transaction's sandbox forward. Refuses RQ422 back, and too far ahead. */
export async function advanceClock(tx: Tx, tenant: Tenant, date: string): Promise<SandboxClock> {
  // Of two who move it at once the second one sees where the first one has put it.
  await lockSettings(tx)
  const before = found(await findClock(tx, date))
  if (before.asked === 'too_far')
    throw invalid(['date'], 'too_far', `At most two years after the machine's time: until ${before.latestDate}`)
  if (before.asked === 'past' || !(await moveClock(tx, tenant, date)))
    throw invalid(['date'], 'past', `Business time is ${before.date} already, and goes back only by a reset`)
  await record(tx, 'tenant.clock_moved', 'tenant', tenant.tenantId, {
    before: { businessDate: before.date },
    after: { businessDate: date },
  })
  return { date, machineDate: before.machineDate, latestDate: before.latestDate }
}
