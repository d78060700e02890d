import * as z from 'zod'
import type { Job } from '../../platform/jobs.ts'
import { jobInEachTenant, jobInPieces } from '../tenants/index.ts'
import { deleteOld, reportTask, rescueReports } from './queries.ts'
import { type ReportMeans, reportKey, writeReport } from './write-report.ts'

const Payload = z.object({ tenantId: z.uuid(), reportId: z.uuid() })

export function reportsJobs(means: ReportMeans): Job[] {
  const { db, storage } = means
  return [
    {
      name: reportTask,
      lane: 'files',
      async run(payload) {
        const { tenantId, reportId } = Payload.parse(payload)
        await writeReport(means, tenantId, reportId)
      },
    },
    jobInEachTenant(db, { name: 'reports:rescue', cron: '* * * * *', work: rescueReports }),
    // A row goes in the transaction that deletes its object: if that fails, the next run repeats both.
    jobInPieces(db, {
      name: 'reports:sweep',
      cron: '23 * * * *',
      size: 100,
      async piece(tx, most) {
        const old = await deleteOld(tx, most)
        for (const row of old) await storage.remove(reportKey(row))
        return old.length
      },
    }),
  ]
}
