import { Unavailable } from './refusal.ts'

export interface FairQueueOptions {
  /** Places in all. */
  places: number
  /** Places that one line may hold at once, also while nobody else wants any: what it holds may be stuck when others come. */
  perLine: number
  /** Places that long work may hold at once, whoever does it; the rest is always there for short work. */
  long: number
  /** How many of one line may wait. */
  longest: number
  /** How long one waits before it is sent away, in milliseconds. */
  patience: number
}

/** Those who share a limit and are served in the order in which they came: one tenant's reads, or its writes. */
export interface Line {
  readonly long: boolean
  running: number
  readonly waiting: Waiter[]
}

interface Waiter {
  admit(): void
}

export interface FairQueue {
  /** The line of that name. It is forgotten when nobody is in it, so do not keep it across waits of your own. */
  line(name: string, long: boolean): Line
  /** Takes a place when there is one for this line. Costs next to nothing. */
  enter(line: Line): boolean
  /** Waits for a place; refuses with RQ503 when the line is full, or after `patience`. */
  wait(line: Line, patience?: number): Promise<void>
  leave(line: Line): void
  readonly waiting: number
}

/**
 * Gives places out so that nobody takes them all: each line has its limit, and lines that wait are served in turn, one place
 * each time, however many wait in them.
 */
export function openFairQueue({ places, perLine, long, longest, patience }: FairQueueOptions): FairQueue {
  const lines = new Map<string, Line>()
  const names = new WeakMap<Line, string>()
  /** Lines in which somebody waits; the first is the next to be served. */
  const ring: Line[] = []
  let taken = 0
  let takenByLong = 0
  let waiting = 0

  const mayEnter = (line: Line) => taken < places && line.running < perLine && (!line.long || takenByLong < long)

  function admit(line: Line): void {
    taken += 1
    line.running += 1
    if (line.long) takenByLong += 1
  }

  function forgetEmpty(line: Line): void {
    const name = names.get(line)
    if (name !== undefined && line.running === 0 && line.waiting.length === 0) lines.delete(name)
  }

  /** One place became free, so at most one who waits can have it. */
  function admitNext(): void {
    const index = ring.findIndex(mayEnter)
    const [line] = index < 0 ? [] : ring.splice(index, 1)
    const next = line?.waiting.shift()
    if (line === undefined || next === undefined) return
    if (line.waiting.length > 0) ring.push(line)
    waiting -= 1
    admit(line)
    next.admit()
  }

  function giveUp(line: Line, waiter: Waiter): void {
    line.waiting.splice(line.waiting.indexOf(waiter), 1)
    if (line.waiting.length === 0) ring.splice(ring.indexOf(line), 1)
    waiting -= 1
    forgetEmpty(line)
  }

  return {
    line(name, isLong) {
      const known = lines.get(name)
      if (known !== undefined) return known
      const line: Line = { long: isLong, running: 0, waiting: [] }
      lines.set(name, line)
      names.set(line, name)
      return line
    },
    enter(line) {
      if (line.waiting.length > 0 || !mayEnter(line)) return false
      admit(line)
      return true
    },
    wait(line, atMost = patience) {
      if (line.waiting.length >= longest) return Promise.reject(new Unavailable('busy', 'Too many calls are waiting'))
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          admit() {
            clearTimeout(timer)
            resolve()
          },
        }
        const timer = setTimeout(() => {
          giveUp(line, waiter)
          reject(new Unavailable('busy', 'Nothing became free in time'))
        }, atMost)
        if (line.waiting.push(waiter) === 1) ring.push(line)
        waiting += 1
      })
    },
    leave(line) {
      taken -= 1
      line.running -= 1
      if (line.long) takenByLong -= 1
      admitNext()
      forgetEmpty(line)
    },
    get waiting() {
      return waiting
    },
  }
}
