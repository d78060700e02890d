import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs.ts'
import { jobInPieces } from '../tenants/index.ts'
import type { AnchorFile } from './anchor-file.ts'
import { sealAudit } from './chain.ts'

/** Seals the rows recorded since the last run and anchors the end of the chain. */
export const auditJobs = (db: Database, anchors: AnchorFile): Job[] => [
  jobInPieces(db, {
    name: 'audit:seal',
    cron: '* * * * *',
    // Devices write events also while their tenant is suspended.
    whileSuspended: true,
    size: 5000,
    piece: (tx, most) => sealAudit(tx, most, anchors),
  }),
]
