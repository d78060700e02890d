import type { Standing } from '@trellis/contract/deal-standing'

/** Why protecting a deal needs a reason (rules J8): another one is protected, or was registered earlier and waits. */
export type Obstacle = 'protected' | 'earlier'

const obstacles: Partial<Record<Standing['kind'], Obstacle>> = { rivalProtected: 'protected', earlierWaits: 'earlier' }

export const obstacleOf = (standing: readonly Standing[] = []): Obstacle | null =>
  standing.map(({ kind }) => obstacles[kind]).find((obstacle) => obstacle !== undefined) ?? null
