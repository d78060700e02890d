import { useQueryClient } from '@tanstack/react-query'
import { type Session, sessions } from '@trellis/contract/identity'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../app/calls.ts'
import { isProblem } from '../../../app/problem.ts'
import { markStale } from '../../../app/queries.ts'
import { toast } from '../../../ui/toast.tsx'

/**
 * Ends sessions one by one, because the server has no call for several. A session that has already ended is
 * not an error.
 */
export function useEndOthers() {
  const { t } = useTranslation('profile')
  const client = useQueryClient()
  const [ending, setEnding] = useState(false)
  async function endAll(others: readonly Session[]): Promise<void> {
    setEnding(true)
    try {
      for (const { sessionId } of others) {
        await call(sessions.end, { params: { id: sessionId } }).catch((error: unknown) => {
          if (!isProblem(error, 'RQ404')) throw error
        })
      }
      toast.success(t('sessions.endedOthers'))
    } catch {
      toast.error(t('sessions.endError'))
    } finally {
      await markStale(client, [sessions.list])
      setEnding(false)
    }
  }
  return { endAll, ending }
}
