import { Unavailable } from './refusal.ts'

/** Runs work of one kind a few at a time; the others wait in line. Refuses with RQ503 when the line is full. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

interface Line {
  running: number
  waiting: (() => void)[]
}

/** For each key, `atOnce` at work and at most `longest` in line. */
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
      // The place is handed on rather than given back, so that nobody who comes by just now takes it from the first in line.
      const next = line.waiting.shift()
      if (next) next()
      else {
        line.running -= 1
        if (line.running === 0) lines.delete(key)
      }
    }
  }
}
