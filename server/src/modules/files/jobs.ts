import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { jobInPieces } from '../tenants/index.ts'
import { finalKey, stagingKey } from './store.ts'
import { release } from './usage.ts'

interface Row {
  tenantId: string
  fileId: string
}

/**
 * Deletes the bytes of uploads that ended without a commit, and those of deleted files an hour later. A row goes in the
 * transaction that deletes its object: if that fails, the next run repeats both.
 */
export function filesJobs(db: Database, storage: Storage): Job[] {
  const remove = async (rows: Row[], keysOf: (row: Row) => string[]) => {
    for (const row of rows) for (const key of keysOf(row)) await storage.remove(key)
  }

  async function expireUploads(tx: Tx, most: number): Promise<number> {
    const ended = await tx.rows<Row & { reserved: number }>(sql`
      select tenant_id as "tenantId", file_id as "fileId", reserved from file_uploads
      where tenant_id = (select current_tenant()) and state <> 'expired' and expires_at <= (select machine_clock())
      order by expires_at limit ${most} for update skip locked`)
    if (ended.length === 0) return 0
    await tx.run(sql`
      update file_uploads set state = 'expired', reserved = 0
      where tenant_id = (select current_tenant()) and file_id = any(${ended.map(({ fileId }) => fileId)}::uuid[])`)
    await release(
      tx,
      ended.reduce((sum, { reserved }) => sum + reserved, 0),
    )
    // A commit may have moved the object and then failed.
    await remove(ended, (row) => [stagingKey(row), finalKey(row)])
    return ended.length
  }

  async function removeObjects(tx: Tx, most: number): Promise<number> {
    const removed = await tx.rows<Row>(sql`
      delete from file_removals where tenant_id = (select current_tenant()) and file_id in (
        select file_id from file_removals
        where tenant_id = (select current_tenant()) and removed_at < (select machine_clock() - interval '1 hour')
        order by removed_at limit ${most} for update skip locked)
      returning tenant_id as "tenantId", file_id as "fileId"`)
    await remove(removed, (row) => [finalKey(row)])
    return removed.length
  }

  /** For a day, a late commit is told that its session has ended. */
  const forgetUploads = (tx: Tx, most: number) =>
    tx.run(sql`
      delete from file_uploads where tenant_id = (select current_tenant()) and file_id in (
        select file_id from file_uploads
        where tenant_id = (select current_tenant()) and state = 'expired' and created_at < (select machine_clock() - interval '24 hours')
        order by created_at limit ${most} for update skip locked)`)

  return [
    jobInPieces(db, { name: 'files:expire-uploads', cron: '*/5 * * * *', size: 100, piece: expireUploads }),
    jobInPieces(db, { name: 'files:remove-objects', cron: '11 * * * *', size: 100, piece: removeObjects }),
    jobInPieces(db, { name: 'files:forget-uploads', cron: '41 * * * *', size: 5000, piece: forgetUploads }),
  ]
}
