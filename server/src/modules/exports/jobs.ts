import * as z from 'zod'
import type { Job } from '../../platform/jobs.ts'
import { jobInEachTenant, jobInPieces } from '../tenants/index.ts'
import { storeKey, type WritingMeans, writeFile } from './write-file.ts'
import { deleteOld, rescueFiles, writingTask } from './written-queries.ts'

const Payload = z.object({ tenantId: z.uuid(), fileId: z.uuid() })

export function exportsJobs(means: WritingMeans): Job[] {
  const { db, storage } = means
  return [
    {
      name: writingTask,
      lane: 'files',
      async run(payload) {
        const { tenantId, fileId } = Payload.parse(payload)
        await writeFile(means, tenantId, fileId)
      },
    },
    jobInEachTenant(db, { name: 'exports:rescue', cron: '* * * * *', work: rescueFiles }),
    // A row goes in the transaction that deletes its object: if that fails, the next run repeats both.
    jobInPieces(db, {
      name: 'exports:sweep',
      cron: '23 * * * *',
      size: 100,
      async piece(tx, most) {
        const old = await deleteOld(tx, most)
        for (const row of old) await storage.remove(storeKey(row))
        return old.length
      },
    }),
  ]
}
