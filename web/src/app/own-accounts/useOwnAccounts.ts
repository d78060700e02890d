import { useQueryClient } from '@tanstack/react-query'
import type { OwnAccount } from '@trellis/contract/identity'
import { ownAccounts } from '@trellis/contract/own-accounts'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { focusOn, placeAfter } from '../bulk/nextRow.ts'
import { settleHeld } from '../held.ts'
import { isProblem } from '../problem.ts'
import { markStale } from '../queries.ts'
import { useWrite } from '../useWrite.ts'
import { startAnew } from './startAnew.ts'

const invalidates = ['/users/me'] as const

/** Accepts, declines and leaves accounts of the reader. */
export function useOwnAccounts() {
  const { t } = useTranslation('ownAccounts')
  const client = useQueryClient()
  const confirm = useConfirm()
  // An administrator may have withdrawn it meanwhile: the list says what is left.
  const quiet = ['RQ404'] as const
  const accept = useWrite(ownAccounts.accept, { invalidates, failure: 'ownAccounts:acceptError', quiet })
  const decline = useWrite(ownAccounts.leave, { invalidates, failure: 'ownAccounts:declineError', quiet })
  // Nothing is read again for the home account before the page is gone.
  const leave = useWrite(ownAccounts.leave, { invalidates: [], failure: 'ownAccounts:leaveError', quiet })
  const paramsOf = ({ accountId }: OwnAccount) => ({ params: { id: accountId } })
  const words = ({ accountName }: OwnAccount) => ({ account: accountName })
  /** By promises, because what asked for it is gone once the list is read again. True when it was done. */
  const isDone = (answer: Promise<unknown>): Promise<boolean> =>
    answer.then(
      () => true,
      (error: unknown) => {
        if (isProblem(error, 'RQ404')) {
          toast.info(t('gone'))
          void markStale(client, invalidates)
        }
        return false
      },
    )
  return {
    busy: accept.isPending || decline.isPending || leave.isPending,
    /** @param isShown the screen says itself what became of it */
    async accept(account: OwnAccount, isShown: boolean) {
      const done = await isDone(accept.mutateAsync(paramsOf(account)))
      if (done && !isShown) toast.success(t('accepted', words(account)))
    },
    async decline(account: OwnAccount) {
      const question = { title: t('declineTitle', words(account)), text: t('declineText', words(account)) }
      if (!(await confirm({ ...question, confirm: t('decline'), cancel: t('keep'), destructive: true }))) return
      if (!(await isDone(decline.mutateAsync(paramsOf(account))))) return
      toast.success(t('declined'))
      const next = placeAfter([account.accountId])
      await markStale(client, invalidates)
      // The buttons that had the focus are gone.
      const left = next.filter((key) => document.querySelector(`[data-row="${key}"]`) !== null)
      if (left.length > 0) focusOn(left)
      else document.getElementById('content')?.focus({ preventScroll: true })
    },
    async leave(account: OwnAccount) {
      const question = { title: t('leaveTitle', words(account)), text: t('leaveText', words(account)) }
      if (!(await confirm({ ...question, confirm: t('leave'), cancel: t('keep'), destructive: true }))) return
      // What is held was decided for the account in use until now.
      if (account.isInUse) await settleHeld()
      if (!(await isDone(leave.mutateAsync(paramsOf(account))))) return
      // Whoever leaves the account in use goes on in the home account.
      if (account.isInUse) return startAnew()
      toast.success(t('left', words(account)))
      await markStale(client, invalidates)
    },
  }
}
