import { ownAccounts } from '@trellis/contract/own-accounts'
import { useState } from 'react'
import { useMayLeave } from '../../ui/leave.tsx'
import { toast } from '../../ui/toast.tsx'
import { useErrorWords } from '../../ui/words.tsx'
import { call } from '../calls.ts'
import { settleHeld } from '../held.ts'
import { mayLeaveForm, startAnew } from './startAnew.ts'

/** Changes the account for which the session acts, and shows the dashboard of the new one. */
export function useActFor(): { actFor: (accountId: string) => Promise<void>; busy: boolean } {
  const mayLeave = useMayLeave()
  const words = useErrorWords()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async actFor(accountId) {
      if (!(await mayLeaveForm(mayLeave))) return
      setBusy(true)
      // What is held was decided for the account in use until now.
      await settleHeld()
      try {
        // Not by `useWrite`: nothing is read again for the new account before the page is gone.
        await call(ownAccounts.use, { body: { accountId } })
        startAnew()
      } catch (error) {
        setBusy(false)
        toast.error(words(error).title)
      }
    },
  }
}
