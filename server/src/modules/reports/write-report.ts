import { hasPermission } from '@trellis/contract/permissions'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { openHeartbeat } from '../../platform/heartbeat.ts'
import { Refusal, Unavailable } from '../../platform/refusal.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { actorOfUser } from '../people/index.ts'
import { zoneOfTenant } from '../tenants/index.ts'
import * as queries from './queries.ts'
import { reportFile } from './report-file.ts'

/** After this many tries the report has failed. */
const maximumTries = 3

/** Key of the object in the store. */
export const reportKey = ({ tenantId, reportId }: { tenantId: string; reportId: string }): string =>
  `${tenantId}/reports/${reportId}`

export interface ReportMeans {
  db: Database
  storage: Storage
}

/**
 * Writes one report into the store as the user who requested it, with the user's current permissions and reach. Running
 * twice writes the same file again.
 */
export async function writeReport({ db, storage }: ReportMeans, tenantId: string, reportId: string): Promise<void> {
  const system = { tenantId, userId: null, reach: null, clock: null, requestId: null }
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.write(system, work)
  const claimed = await inTenant((tx) => queries.claimReport(tx, reportId))
  if (claimed === undefined) return
  const { attempt, search, languageCode } = claimed
  const end = (status: 'queued' | 'failed') => inTenant((tx) => queries.endTry(tx, reportId, attempt, status))

  const actor = await actorOfUser(db.read(system), tenantId, claimed.userId)
  if (actor === null || !hasPermission(actor.permissions, 'Reports', 'r')) return void (await end('failed'))

  const timeZone = await zoneOfTenant(db.read(system))
  let rows = 0
  const beat = openHeartbeat({ done: 0 }, ({ done }) =>
    inTenant((tx) => queries.tellProgress(tx, reportId, attempt, done)),
  )
  try {
    const { size, content } = await reportFile(db, { actor, search, languageCode, timeZone }, {}, (done) => {
      rows = done
      beat.tell({ done })
    })
    await storage.write(reportKey({ tenantId, reportId }), content, size)
    await beat.stop()
    await inTenant((tx) => queries.finishReport(tx, reportId, attempt, rows, size))
  } catch (error) {
    await beat.stop()
    // The account is out of reach by now: trying again changes nothing.
    const isRefused = error instanceof Refusal && !(error instanceof Unavailable)
    await end(isRefused || attempt >= maximumTries ? 'failed' : 'queued')
    if (!isRefused) throw error
  }
}
