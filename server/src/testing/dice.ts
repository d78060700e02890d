import { chanceFrom } from '../demo/random.ts'

/** Pseudo-random choices (mulberry32), the same for the same seed, so that a failure can be reproduced. */
export function dice(seed: number) {
  const { next } = chanceFrom(seed)
  /** A whole number of at least 0, below this one. */
  const below = (maximum: number) => Math.floor(next() * maximum)
  return {
    below,
    chance: (probability: number) => next() < probability,
    one: <T>(of: readonly T[]): T => of[below(of.length)] as T,
  }
}
export type Dice = ReturnType<typeof dice>
