/** Pseudo-random choices (mulberry32), the same for the same seed, so that a failure can be reproduced. */
export function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  /** A whole number of at least 0, below this one. */
  const below = (maximum: number) => Math.floor(next() * maximum)
  return {
    below,
    chance: (probability: number) => next() < probability,
    one: <T>(of: readonly T[]): T => of[below(of.length)] as T,
  }
}
export type Dice = ReturnType<typeof dice>
