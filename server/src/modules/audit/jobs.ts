import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs.ts'
import { jobInPieces } from '../tenants/index.ts'
import { sealAudit } from './chain.ts'

/** Seals what was recorded since the last time. */
export const auditJobs = (db: Database): Job[] => [
  jobInPieces(db, { name: 'audit:seal', cron: '* * * * *', size: 5000, piece: sealAudit }),
]
