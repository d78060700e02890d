import { useCallback, useEffect, useState } from 'react'

/** In milliseconds of the same clock. */
interface Wait {
  now: number
  until: number
}

/** From one look at the clock: a tick between two would be a wait of its own. */
export function waitFor(seconds: number, clock: () => number = Date.now): Wait {
  const now = clock()
  return { now, until: now + seconds * 1000 }
}

export const secondsLeft = ({ now, until }: Wait): number => Math.max(0, Math.ceil((until - now) / 1000))

/** Counts down the seconds that the server asked to wait. By the clock, for timers stand still while a phone is locked. */
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

/** `75` → `1:15` */
export const asClock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
