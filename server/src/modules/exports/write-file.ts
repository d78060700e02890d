import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { openHeartbeat } from '../../platform/heartbeat.ts'
import { Refusal, Unavailable } from '../../platform/refusal.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { actorOfUser } from '../people/index.ts'
import type { Spooled } from './spool.ts'
import * as queries from './written-queries.ts'

/** After this many tries the file has failed. */
const maximumTries = 3

/** Key of the object in the store. */
export const storeKey = ({ tenantId, fileId }: { tenantId: string; fileId: string }): string =>
  `${tenantId}/exports/${fileId}`

/**
 * Writes the file of one kind, with the actor's permissions and reach at that moment; throws a Refusal where they do not suffice.
 * `onRows` is called with the number of rows written so far.
 */
export type Writer = (
  actor: Actor,
  request: unknown,
  fileId: string,
  onRows: (done: number) => void,
) => Promise<Spooled>

export interface WritingMeans {
  db: Database
  storage: Storage
  writers: Record<queries.Kind, Writer>
}

/**
 * Writes one file into the store as the user who asked for it, with the user's current permissions and reach. Running
 * twice writes the same file again.
 */
export async function writeFile({ db, storage, writers }: WritingMeans, tenantId: string, fileId: string) {
  const system = { tenantId, userId: null, reach: null, clock: null, requestId: null }
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.write(system, work)
  const claimed = await inTenant((tx) => queries.claimFile(tx, fileId))
  if (claimed === undefined) return
  const { attempt, kind, request } = claimed
  const end = (status: 'queued' | 'failed') => inTenant((tx) => queries.endTry(tx, fileId, attempt, status))

  const actor = await actorOfUser(db.read(system), tenantId, claimed)
  if (actor === null) return void (await end('failed'))

  let rows = 0
  const beat = openHeartbeat({ done: 0 }, ({ done }) =>
    inTenant((tx) => queries.tellProgress(tx, fileId, attempt, done)),
  )
  try {
    const { size, content } = await writers[kind](actor, request, fileId, (done) => {
      rows = done
      beat.tell({ done })
    })
    await storage.write(storeKey({ tenantId, fileId }), content, size).finally(() => content.destroy())
    await beat.stop()
    await inTenant((tx) => queries.finishFile(tx, fileId, attempt, rows, size))
  } catch (error) {
    await beat.stop()
    // The right or the account is no longer there: trying again changes nothing.
    const isRefused = error instanceof Refusal && !(error instanceof Unavailable)
    await end(isRefused || attempt >= maximumTries ? 'failed' : 'queued')
    if (!isRefused) throw error
  }
}
