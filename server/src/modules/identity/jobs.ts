import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs.ts'
import { inEachTenant } from '../tenants/index.ts'
import { deleteDeadSessions } from './queries.ts'

/** Forgets sessions that ended long ago. */
export const identityJobs = (db: Database): Job[] => [
  { name: 'identity:sweep', cron: '17 3 * * *', run: () => inEachTenant(db, deleteDeadSessions) },
]
