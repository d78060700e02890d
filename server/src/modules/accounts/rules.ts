import type { Code } from '@trellis/contract/codes'
import type { Misplacement } from '@trellis/contract/network'
import { type Placement, whyNotBelow, whyNotNextBelow } from '@trellis/contract/placement'
import type { Actor } from '../../platform/tenancy.ts'

export interface Move {
  placement: Placement
  /** The levels of all groups of the tenant. */
  levels: number[]
  isRoot: boolean
  /** The new parent is the account itself or one of its descendants. */
  closesACycle: boolean
  /** Null for the root. */
  currentParentLevel: number | null
}

/**
 * The reason why an account may not move there, or null (rules N10). Imported networks may skip a level: an account below
 * a distributor may move below another distributor, whatever its group.
 */
export function whyNotMoveThere({
  placement,
  levels,
  isRoot,
  closesACycle,
  currentParentLevel,
}: Move): Misplacement | null {
  if (isRoot) return 'root'
  if (closesACycle) return 'cycle'
  return placement.parentLevel === currentParentLevel ? whyNotBelow(placement) : whyNotNextBelow(placement, levels)
}

/** Only the vendor's super admins may move branches (rules N10). */
export const whyNotMove = (actor: Pick<Actor, 'isSuperAdmin' | 'accountId' | 'rootAccountId'>): Code | null =>
  actor.isSuperAdmin && actor.accountId === actor.rootAccountId ? null : 'RQ403'
