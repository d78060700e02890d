import type { ListedUser } from '@trellis/contract/users'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../app/me.ts'

type Action = keyof ListedUser['blocked']

/** Why something may not be done to a user now, in words that fit the action; null when it may. */
export function useWhyNot(): (action: Action, user: ListedUser) => string | null {
  const { t } = useTranslation('users')
  const { userId } = useMe()
  return (action, user) => {
    // One's own row is never deleted from the list, whatever one may do on the profile (rules P6).
    if (user.userId === userId && action === 'remove') return t('blocked.selfRemove')
    const code = user.blocked[action]
    if (code === null) return null
    if (user.userId === userId) return t('blocked.self')
    if (code === 'RQ404') return t('blocked.reach')
    if (code === 'US409') return t('blocked.lastSuperAdmin')
    return t(code === 'RQ409' ? 'blocked.state' : 'blocked.permission')
  }
}
