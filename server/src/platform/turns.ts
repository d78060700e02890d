import { Unavailable } from './refusal.ts'

/** Runs a few works of one kind at a time; the others wait in a queue. Throws RQ503 when the queue is full. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

interface Line {
  running: number
  waiting: (() => void)[]
}

/** For each key, `atOnce` run and at most `longest` wait. */
export function openTurns({ atOnce, longest }: { atOnce: number; longest: number }): Turns {
  const lines = new Map<string, Line>()
  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.running < atOnce) line.running += 1
    else if (line.waiting.length < longest) await new Promise<void>((resolve) => line.waiting.push(resolve))
    else throw new Unavailable('line', 'Too much is going on right now')
    try {
      return await work()
    } finally {
      // The place is passed on directly, so that a new call cannot take it from the first in the queue.
      const next = line.waiting.shift()
      if (next) next()
      else {
        line.running -= 1
        if (line.running === 0) lines.delete(key)
      }
    }
  }
}
