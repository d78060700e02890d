import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs.ts'
import { inEachTenantUntilNone } from '../tenants/index.ts'
import { sealAudit } from './chain.ts'

/** Seals what was recorded since the last time. */
export const auditJobs = (db: Database): Job[] => [
  { name: 'audit:seal', cron: '* * * * *', run: () => inEachTenantUntilNone(db, sealAudit) },
]
