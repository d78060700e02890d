import { useCallback, useEffect, useState } from 'react'

/** Milliseconds since 1970, both from the same clock. */
interface Wait {
  now: number
  until: number
}

/** Reads the clock only once, so that both values fit together. */
export function waitFor(seconds: number, clock: () => number = Date.now): Wait {
  const now = clock()
  return { now, until: now + seconds * 1000 }
}

export const secondsLeft = ({ now, until }: Wait): number => Math.max(0, Math.ceil((until - now) / 1000))

/** Counts down a waiting time. It reads the clock on every tick, because timers stop while a phone is locked. */
export function useWait(): { left: number; wait: (seconds: number) => void } {
  const [waiting, setWaiting] = useState(() => waitFor(0))
  const left = secondsLeft(waiting)
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setWaiting(({ until }) => ({ now: Date.now(), until })), 500)
    return () => clearInterval(timer)
  }, [left])
  const wait = useCallback((seconds: number) => setWaiting(waitFor(seconds)), [])
  return { left, wait }
}

/** Formats seconds as minutes and seconds: `75` → `1:15`. */
export const asClock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
