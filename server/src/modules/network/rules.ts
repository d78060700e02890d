import { firstLevelWithoutChildren } from '@trellis/contract/accounts'
import type { Code } from '@trellis/contract/codes'
import type { Misplacement } from '@trellis/contract/network'
import type { Actor } from '../../platform/tenancy.ts'

/** Where an account of a group would stand below a parent. */
export interface Place {
  parentLevel: number
  /** Of the tenant's groups the smallest level greater than the parent's; null below the last. */
  nextLevel: number | null
  /** Of the account's group; null for one that the tenant does not have. */
  level: number | null
}

/**
 * Why no account of that group is created there: groups are those at the next level below the parent's (rules N3),
 * and accounts from level 50 on cannot be parents (rules N4).
 */
export function whyNotThere({ parentLevel, nextLevel, level }: Place): Misplacement | null {
  if (parentLevel >= firstLevelWithoutChildren) return 'parentLevel'
  return level !== null && level === nextLevel ? null : 'group'
}

export interface Move {
  place: Place
  isRoot: boolean
  /** The new parent is the account itself or lies below it. */
  closesACycle: boolean
  /** Null for the root. */
  currentParentLevel: number | null
}

/**
 * Why an account does not move there. Imported networks may skip a level: who stands below a distributor may go below
 * another distributor, whatever the group.
 */
export function whyNotMoveThere({ place, isRoot, closesACycle, currentParentLevel }: Move): Misplacement | null {
  if (isRoot) return 'root'
  if (closesACycle) return 'cycle'
  const why = whyNotThere(place)
  return why === 'group' && place.parentLevel === currentParentLevel ? null : why
}

/** Branches are moved by the vendor's super admins, and by nobody else (rules N10). */
export const whyNotMove = (actor: Pick<Actor, 'isSuperAdmin' | 'accountId' | 'rootAccountId'>): Code | null =>
  actor.isSuperAdmin && actor.accountId === actor.rootAccountId ? null : 'RQ403'
