import * as z from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs.ts'
import { jobInPieces } from '../tenants/index.ts'
import { remindOfKeys } from './api-keys/remind.ts'
import { deleteOldAnswers } from './passkeys/challenges.ts'
import { type ResetMeans, resetRequestTask, sendResetLink } from './passwords/reset-password.ts'
import { deleteDeadSessions, deleteDeadTokens, deleteOldRefreshTokens } from './sessions/queries.ts'

const ResetRequested = z.object({ tenantId: z.uuid(), email: z.string() })

export const identityJobs = ({ db, ...means }: ResetMeans & { db: Database }): Job[] => [
  {
    name: resetRequestTask,
    async run(payload) {
      const { tenantId, email } = ResetRequested.parse(payload)
      const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
      await db.write(context, (tx) => sendResetLink(tx, email, means))
    },
  },
  jobInPieces(db, {
    name: 'api-keys:remind',
    cron: '35 5 * * *',
    size: 100,
    piece: (tx, size) => remindOfKeys(tx, size, means.mailer),
  }),
  jobInPieces(db, { name: 'identity:sweep', cron: '17 3 * * *', size: 5000, piece: forgetDead }),
]

/** Deletes up to `most` expired rows of each kind; returns the total number. */
async function forgetDead(tx: Tx, most: number): Promise<number> {
  const tokens = await deleteOldRefreshTokens(tx, most)
  const sessions = await deleteDeadSessions(tx, most)
  const answers = await deleteOldAnswers(tx, most)
  return tokens + sessions + answers + (await deleteDeadTokens(tx, most))
}
