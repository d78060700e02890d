import { type Reason, Unavailable } from './refusal.ts'

export interface FairQueueOptions {
  /** Places in all; a function when their number changes. */
  places: number | (() => number)
  /**
   * Places that one line may hold at once, even while no other line waits: its work may still block when others come.
   */
  perLine: number
  /** Places that long work of all lines may hold at once; the rest is always free for short work. */
  long: number
  /** Calls of one line that may wait. */
  longest: number
  /** Calls of all lines that may wait; beyond, one of the longest line is refused. Default: no limit. */
  most?: number
  /** Timeout of waiting, in milliseconds. */
  patience: number
  /** Why a call is refused; default: `busy`. */
  reason?: Reason
}

/** Calls that share a limit and are served first come, first served: one tenant's reads, or its writes. */
export interface Line {
  readonly long: boolean
  running: number
  readonly waiting: Waiter[]
}

interface Waiter {
  admit(): void
  refuse(): void
}

export interface FairQueue {
  /** The line with that name. An empty line is removed, so do not keep the object across an await. */
  line(name: string, long: boolean): Line
  /** Takes a place if this line may have one now. Very cheap. */
  enter(line: Line): boolean
  /** Waits for a place; throws RQ503 when the line is full, or after `patience`. */
  wait(line: Line, patience?: number): Promise<void>
  leave(line: Line): void
  /** Admits calls to places that were added. */
  resume(): void
  /** Whether every place is taken. */
  readonly isFull: boolean
  readonly waiting: number
}

/**
 * Shares places fairly: each line has its limit, and waiting lines are served in turn (round robin), one place each
 * time, however many calls wait in them.
 */
export function openFairQueue(options: FairQueueOptions): FairQueue {
  const { places, perLine, long, longest, most = Number.POSITIVE_INFINITY, patience, reason = 'busy' } = options
  const lines = new Map<string, Line>()
  const names = new WeakMap<Line, string>()
  /** Lines with waiting calls; the first is served next. */
  const ring: Line[] = []
  let taken = 0
  let takenByLong = 0
  let waiting = 0

  const hasPlace = () => taken < (typeof places === 'number' ? places : places())
  const mayEnter = (line: Line) => hasPlace() && line.running < perLine && (!line.long || takenByLong < long)

  function admit(line: Line): void {
    taken += 1
    line.running += 1
    if (line.long) takenByLong += 1
  }

  function forgetEmpty(line: Line): void {
    const name = names.get(line)
    if (name !== undefined && line.running === 0 && line.waiting.length === 0) lines.delete(name)
  }

  /** One place became free, so at most one waiting call can take it. Whether one has. */
  function admitNext(): boolean {
    const index = ring.findIndex(mayEnter)
    const [line] = index < 0 ? [] : ring.splice(index, 1)
    const next = line?.waiting.shift()
    if (line === undefined || next === undefined) return false
    if (line.waiting.length > 0) ring.push(line)
    waiting -= 1
    admit(line)
    next.admit()
    return true
  }

  function giveUp(line: Line, waiter: Waiter): void {
    line.waiting.splice(line.waiting.indexOf(waiter), 1)
    if (line.waiting.length === 0) ring.splice(ring.indexOf(line), 1)
    waiting -= 1
    forgetEmpty(line)
  }

  /** Whether the line may have one more waiting call; one of a longer line goes for it when there are too many in all. */
  function makeRoom(line: Line): boolean {
    if (line.waiting.length >= longest) return false
    if (waiting < most) return true
    const crowded = ring.reduce((one, other) => (other.waiting.length > one.waiting.length ? other : one), line)
    // Between lines of the same length, who came first stays.
    if (crowded.waiting.length <= line.waiting.length + 1) return false
    crowded.waiting.at(-1)?.refuse()
    return true
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
      const tooMany = () => new Unavailable(reason, 'Too many calls are waiting')
      if (!makeRoom(line)) return Promise.reject(tooMany())
      return new Promise((resolve, reject) => {
        const give = (error: Unavailable) => {
          clearTimeout(timer)
          giveUp(line, waiter)
          reject(error)
        }
        const waiter: Waiter = {
          admit() {
            clearTimeout(timer)
            resolve()
          },
          refuse: () => give(tooMany()),
        }
        const timer = setTimeout(() => give(new Unavailable(reason, 'Nothing became free in time')), atMost)
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
    resume() {
      while (admitNext());
    },
    get isFull() {
      return !hasPlace()
    },
    get waiting() {
      return waiting
    },
  }
}
