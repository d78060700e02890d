import { useCallback, useEffect, useState } from 'react'

/** Counts down the seconds that the server asked to wait. By the clock, for timers stand still while a phone is locked. */
export function useWait(): { left: number; wait: (seconds: number) => void } {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [left])
  const wait = useCallback((seconds: number) => {
    // One look at the clock: a tick between two would be a wait of its own.
    const present = Date.now()
    setNow(present)
    setUntil(present + seconds * 1000)
  }, [])
  return { left, wait }
}

/** `75` → `1:15` */
export const asClock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
