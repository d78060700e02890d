/** From this level on an account cannot be a parent (rules N4). */
export const firstLevelWithoutChildren = 50

/** Whether an account of this level can be a parent (rules N4). */
export const canHaveChildren = (level: number): boolean => level < firstLevelWithoutChildren

/** The intended place of an account. */
export interface Placement {
  parentLevel: number
  /** Level of the account's group; null for a group that the tenant does not have. */
  level: number | null
}

/** Whether the group or the parent is at fault. */
export type Misfit = 'parentLevel' | 'group'

/**
 * Why an account cannot be below a parent, also in imports: each level must be more junior than the one above (rules
 * N2, N4). An import by the operator may skip levels.
 */
export function whyNotBelow({ parentLevel, level }: Placement): Misfit | null {
  if (!canHaveChildren(parentLevel)) return 'parentLevel'
  return level !== null && level > parentLevel ? null : 'group'
}

/**
 * Why an account cannot be created below a parent: in addition, its level must be the next below the parent's (rules
 * N3).
 * @param levels of all groups of the tenant
 */
export function whyNotNextBelow(placement: Placement, levels: readonly number[]): Misfit | null {
  const next = Math.min(...levels.filter((level) => level > placement.parentLevel))
  return whyNotBelow(placement) ?? (placement.level === next ? null : 'group')
}
