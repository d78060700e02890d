import { type ListedUser, users } from '@trellis/contract/users'
import { useTranslation } from 'react-i18next'
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
    ...(success && { success }),
  })
  const status = useWrite(users.changeStatus, outcome('users:updateError'))
  const resend = useWrite(users.resend, outcome('users:resendError'))
  const remove = useWrite(users.remove, outcome('users:removeError', 'users:removed'))
  const removePending = useWrite(users.removePending, outcome('users:removeError', 'users:removed'))
  const words = (user: ListedUser) => ({ name: fullName(user), email: user.email })

  return {
    suspend: async (user: ListedUser) => {
      const sure = await confirm({
        title: t('suspendTitle', words(user)),
        text: t('suspendText', words(user)),
        confirm: t('actions.suspend'),
        destructive: true,
      })
      if (!sure) return
      status.mutate(
        { params: { id: user.userId }, body: { status: 'user_suspended' } },
        { onSuccess: () => toast.success(t('suspended', words(user))) },
      )
    },
    reactivate: async (user: ListedUser) => {
      const sure = await confirm({
        title: t('reactivateTitle', words(user)),
        text: t('reactivateText', words(user)),
        confirm: t('actions.reactivate'),
      })
      if (!sure) return
      status.mutate(
        { params: { id: user.userId }, body: { status: 'user_active' } },
        { onSuccess: () => toast.success(t('reactivated', words(user))) },
      )
    },
    resend: async (user: ListedUser) => {
      const sure = await confirm({
        title: t('resendTitle', words(user)),
        text: t('resendText'),
        confirm: t('actions.resend'),
      })
      if (!sure) return
      resend.mutate({ params: { id: user.userId } }, { onSuccess: () => toast.success(t('resent', words(user))) })
    },
    remove: async (user: ListedUser) => {
      const isPending = user.status === 'user_pending'
      const sure = await confirm({
        title: t(isPending ? 'removePendingTitle' : 'removeTitle', words(user)),
        text: t(isPending ? 'removePendingText' : 'removeText', words(user)),
        confirm: t('actions.remove'),
        cancel: t('keep'),
        destructive: true,
      })
      if (sure) (isPending ? removePending : remove).mutate({ params: { id: user.userId } })
    },
  }
}
