import * as z from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Mailer } from '../mail/index.ts'
import { jobInEachTenant, jobInPieces } from '../tenants/index.ts'
import { forgetFiles } from './file-pieces.ts'
import { forgetImports, forgetRuns, importTask, rescueImports } from './queries.ts'
import { runImport } from './run-import.ts'

const Payload = z.object({ tenantId: z.uuid(), importId: z.uuid() })

export const importsJobs = (means: { db: Database; mailer: Mailer }): Job[] => [
  {
    name: importTask,
    lane: 'long',
    async run(payload) {
      const { tenantId, importId } = Payload.parse(payload)
      await runImport(means, tenantId, importId)
    },
  },
  jobInEachTenant(means.db, { name: 'imports:rescue', cron: '* * * * *', work: rescueImports }),
  jobInPieces(means.db, { name: 'imports:sweep', cron: '47 3 * * *', size: 500, piece: forgetImports }),
  jobInPieces(means.db, { name: 'imports:sweep-files', cron: '17 * * * *', size: 20, piece: forgetFiles }),
  jobInPieces(means.db, { name: 'imports:sweep-runs', cron: '52 3 * * *', size: 500, piece: forgetRuns }),
]
