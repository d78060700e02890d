import { openFairQueue } from './fair-queue.ts'

/**
 * Runs a few works of one key at a time; the others wait in a queue. Throws RQ503 when the queue is full or the wait
 * too long.
 */
export type Turns = <T>(key: string, work: () => Promise<T>, patience?: number) => Promise<T>

export interface TurnsOptions {
  /** Works of one key that run at once. */
  atOnce: number
  /** Works of all keys that run at once; default: any number. */
  inAll?: number
  /** Works of one key that may wait. */
  longest: number
  /** Timeout of waiting, in milliseconds; all waits of one request must stay below 5 s together (decision 016). */
  patience?: number
}

export function openTurns(options: TurnsOptions): Turns {
  const { atOnce, inAll = Number.POSITIVE_INFINITY, longest, patience = 1_500 } = options
  const queue = openFairQueue({ places: inAll, perLine: atOnce, long: inAll, longest, patience, reason: 'line' })
  return async (key, work, atMost = patience) => {
    const line = queue.line(key, false)
    if (!queue.enter(line)) await queue.wait(line, atMost)
    try {
      return await work()
    } finally {
      queue.leave(line)
    }
  }
}
