import type { ListedUser } from '@trellis/contract/users'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../app/me.ts'

type Action = keyof ListedUser['blocked']

/** Returns the reason why an action on a user is not allowed now; null when it is. */
export function useWhyNot(): (action: Action, user: ListedUser) => string | null {
  const { t } = useTranslation('users')
  const { userId } = useMe()
  return (action, user) => {
    // Users cannot delete themselves in the list, even if they can on the profile (rules P6).
    if (user.userId === userId && action === 'remove') return t('blocked.selfRemove')
    const code = user.blocked[action]
    if (code === null) return null
    if (user.userId === userId) return t('blocked.self')
    if (action === 'view') return t('blocked.view')
    if (code === 'RQ404') return t('blocked.reach')
    if (code === 'US409') return t('blocked.lastSuperAdmin')
    return t(code === 'RQ409' ? 'blocked.state' : 'blocked.permission')
  }
}
