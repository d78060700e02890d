/** Seeded random numbers: the same seed creates the same demo. */
export interface Chance {
  /** At least 0, below 1. */
  next(): number
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** True with this probability in percent. */
  percent(often: number): boolean
  pick<T>(list: readonly T[]): T
  /** Several different entries in random order. */
  some<T>(list: readonly T[], count: number): T[]
}

/** Mulberry32: 32 bits of state are enough for a demo. */
export function chanceFrom(seed: number): Chance {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const some = <T>(list: readonly T[], count: number): T[] => {
    const left = [...list]
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(between(0, left.length - 1), 1)[0] as T,
    )
  }
  return {
    next,
    between,
    percent: (often) => next() * 100 < often,
    pick: <T>(list: readonly T[]) => list[between(0, list.length - 1)] as T,
    some,
  }
}
