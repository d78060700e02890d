import type { Code } from '@trellis/contract/codes'
import type { UserStatus } from '@trellis/contract/identity'
import { covers, hasPermission } from '@trellis/contract/permissions'
import type { ListedUser } from '@trellis/contract/users'
import type { Actor } from '../../../platform/tenancy.ts'
import type { RoleFacts } from './present-user.ts'

export type Action = keyof ListedUser['blocked']

/** The facts about a user that determine what may be done to them. */
export interface Subject {
  userId: string
  status: UserStatus
  isReached: boolean
  /** Whether the account is the tenant's root account, the vendor. */
  isOfRoot: boolean
  roles: Pick<RoleFacts, 'isSuperAdmin' | 'permissions'>[]
}

type Deciding = Pick<Actor, 'userId' | 'accountId' | 'rootAccountId' | 'permissions' | 'isSuperAdmin'>

const flagFor: Record<Action, 'c' | 'u' | 'd'> = {
  update: 'u',
  changeStatus: 'u',
  changeRoles: 'u',
  remove: 'd',
  resend: 'c',
  view: 'u',
}

/**
 * The code that refuses an action, or null. The route enforces it and the list shows it, so both use this function. Rules
 * P4 to P9, decision 007. The last super admin is not checked here: an actor who may change a super admin is another
 * super admin. Only concurrent removals could leave none; `keepASuperAdmin` prevents that with a lock.
 */
export function whyNot(action: Action, user: Subject, actor: Deciding): Code | null {
  const isOneself = user.userId === actor.userId
  if (isOneself && action === 'update') return null
  if (isOneself && action === 'remove') return user.roles.some((role) => role.isSuperAdmin) ? 'RQ403' : null
  if (!hasPermission(actor.permissions, 'Users', flagFor[action])) return 'RQ403'
  // Users may not change their own roles or status.
  if (isOneself && action !== 'resend') return 'RQ403'
  // Readers with `ra` know that the user exists, so the answer is RQ403; for everybody else the user does not exist.
  if (!user.isReached) return hasPermission(actor.permissions, 'Users', 'ra') ? 'RQ403' : 'RQ404'
  if (action === 'view') return whyNotView(user, actor)
  if (!canGiveAll(user.roles, actor)) return 'RQ403'
  if (action === 'changeStatus' && user.status === 'user_pending') return 'RQ409'
  if (action === 'resend' && user.status !== 'user_pending') return 'RQ409'
  return null
}

/** What `whyNot` found missing, if it refused with RQ403. */
export function forbidden(action: Action, user: Subject, actor: Deciding): { permission: string } | { reason: string } {
  const isOneself = user.userId === actor.userId
  if (!isOneself && !hasPermission(actor.permissions, 'Users', flagFor[action]))
    return { permission: `Users:${flagFor[action]}` }
  if (isOneself) return { reason: 'self' }
  return { reason: user.isReached ? 'level' : 'side' }
}

/**
 * Users of the vendor look at the portal as active users of its partners, never as a super admin (rules P27). What they
 * may not read themselves stays hidden, so the roles need not be theirs to give.
 */
function whyNotView(user: Subject, actor: Deciding): Code | null {
  if (actor.accountId !== actor.rootAccountId || user.isOfRoot) return 'RQ403'
  if (user.roles.some((role) => role.isSuperAdmin)) return 'RQ403'
  return user.status === 'user_active' ? null : 'RQ409'
}

/**
 * A role can be given only by somebody who has all its permissions, and a super admin role only by a super admin
 * (rules P4).
 */
export const canGiveAll = (roles: Subject['roles'], actor: Pick<Actor, 'permissions' | 'isSuperAdmin'>): boolean =>
  roles.every((role) => (actor.isSuperAdmin || !role.isSuperAdmin) && covers(actor.permissions, role.permissions))

export const blockedFor = (user: Subject, actor: Deciding): ListedUser['blocked'] => ({
  update: whyNot('update', user, actor),
  changeStatus: whyNot('changeStatus', user, actor),
  changeRoles: whyNot('changeRoles', user, actor),
  remove: whyNot('remove', user, actor),
  resend: whyNot('resend', user, actor),
  view: whyNot('view', user, actor),
})
