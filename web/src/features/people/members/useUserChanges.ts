import { type ListedUser, users } from '@trellis/contract/users'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../app/problem.ts'
import { type TextKey, useWrite } from '../../../app/useWrite.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'

/** The user's name; the e-mail for users who were invited without a name. */
export const fullName = ({ firstName, lastName, email }: Pick<ListedUser, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email

/** Suspends, reactivates, reinvites or deletes a user, each after a confirmation. */
export function useUserChanges() {
  const { t } = useTranslation('users')
  const confirm = useConfirm()
  const outcome = (failure: TextKey, success?: TextKey) => ({
    invalidates: ['/users'] as const,
    failure,
    quiet: ['US409'] as const,
    ...(success && { success }),
  })
  const status = useWrite(users.changeStatus, outcome('users:updateError'))
  const resend = useWrite(users.resend, outcome('users:resendError'))
  const remove = useWrite(users.remove, outcome('users:removeError', 'users:removed'))
  const removePending = useWrite(users.removePending, outcome('users:removeError', 'users:removed'))
  const words = (user: ListedUser) => ({ name: fullName(user), email: user.email, account: user.account.accountName })
  /** The last super admin, also the last one who can do without the directory, stays (rules P7, P70). */
  const onError = (error: Error) => void (isProblem(error, 'US409') && toast.error(t('lastSuperAdmin')))
  /** Asks first; the keys of the texts begin with `what`. */
  const ask = (what: 'suspend' | 'reactivate' | 'resend' | 'remove' | 'removePending', user: ListedUser) => {
    const isRemoval = what === 'remove' || what === 'removePending'
    return confirm({
      title: t(`${what}Title`, words(user)),
      // Who signs in for another account keeps that sign-in (rules P66).
      text: t(user.hasOwnSignIn ? `${what}Text` : `elsewhere.${what}`, words(user)),
      confirm: t(`actions.${isRemoval ? 'remove' : what}`),
      cancel: isRemoval ? t('keep') : undefined,
      destructive: isRemoval || what === 'suspend',
    })
  }
  const changeStatus = async (what: 'suspend' | 'reactivate', user: ListedUser) => {
    if (!(await ask(what, user))) return
    const request = {
      params: { id: user.userId },
      body: { status: what === 'suspend' ? ('user_suspended' as const) : ('user_active' as const) },
    }
    status.mutate(request, {
      onError,
      onSuccess: (after) => {
        // Who was suspended before they agreed to act for the account has to agree first (rules P64).
        const isAsked = after.status === 'user_pending'
        const done = what === 'suspend' ? 'suspended' : isAsked ? 'elsewhere.askedAgain' : 'reactivated'
        toast.success(t(done, words(user)))
      },
    })
  }

  return {
    suspend: (user: ListedUser) => changeStatus('suspend', user),
    reactivate: (user: ListedUser) => changeStatus('reactivate', user),
    resend: async (user: ListedUser) => {
      if (await ask('resend', user))
        resend.mutate({ params: { id: user.userId } }, { onSuccess: () => toast.success(t('resent', words(user))) })
    },
    remove: async (user: ListedUser) => {
      const isPending = user.status === 'user_pending'
      if (await ask(isPending ? 'removePending' : 'remove', user))
        (isPending ? removePending : remove).mutate({ params: { id: user.userId } }, { onError })
    },
  }
}
