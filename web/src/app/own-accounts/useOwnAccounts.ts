import { useQueryClient } from '@tanstack/react-query'
import type { OwnAccount } from '@trellis/contract/identity'
import { ownAccounts } from '@trellis/contract/users'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
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
  // Another administrator may have withdrawn it meanwhile: the list says what is left.
  const quiet = ['RQ404'] as const
  const accept = useWrite(ownAccounts.accept, { invalidates, failure: 'ownAccounts:acceptError', quiet })
  const decline = useWrite(ownAccounts.leave, { invalidates, failure: 'ownAccounts:declineError', quiet })
  // Nothing is read again for the home account before the page is gone.
  const leave = useWrite(ownAccounts.leave, { invalidates: [], failure: 'ownAccounts:leaveError', quiet })
  const gone = (error: Error) => void (isProblem(error, 'RQ404') && toast.info(t('gone')))
  const paramsOf = ({ accountId }: OwnAccount) => ({ params: { id: accountId } })
  const words = ({ accountName }: OwnAccount) => ({ account: accountName })
  return {
    busy: accept.isPending || decline.isPending || leave.isPending,
    /** @param onAccepted shows it in place of a message */
    accept: (account: OwnAccount, onAccepted?: () => void) =>
      accept.mutate(paramsOf(account), {
        onError: gone,
        onSuccess: onAccepted ?? (() => toast.success(t('accepted', words(account)))),
      }),
    async decline(account: OwnAccount) {
      const question = { title: t('declineTitle', words(account)), text: t('declineText', words(account)) }
      if (!(await confirm({ ...question, confirm: t('decline'), cancel: t('keep'), destructive: true }))) return
      decline.mutate(paramsOf(account), { onError: gone, onSuccess: () => toast.success(t('declined')) })
    },
    async leave(account: OwnAccount) {
      const question = { title: t('leaveTitle', words(account)), text: t('leaveText', words(account)) }
      if (!(await confirm({ ...question, confirm: t('leave'), cancel: t('keep'), destructive: true }))) return
      if (account.isInUse) await settleHeld()
      const onSuccess = () => {
        // Whoever leaves the account in use goes on in the home account.
        if (account.isInUse) return startAnew()
        toast.success(t('left', words(account)))
        void markStale(client, invalidates)
      }
      leave.mutate(paramsOf(account), { onError: gone, onSuccess })
    },
  }
}
