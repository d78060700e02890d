import { type RefCallback, useCallback, useState } from 'react'

/** Whether what an element holds is wider than itself, now and after each change of either. */
export function useScrolls(): { ref: RefCallback<HTMLElement>; scrolls: boolean } {
  const [scrolls, setScrolls] = useState(false)
  const ref = useCallback((frame: HTMLElement | null) => {
    if (!frame) return
    const measure = () => setScrolls((frame.firstElementChild?.scrollWidth ?? 0) > frame.clientWidth + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(frame)
    if (frame.firstElementChild) observer.observe(frame.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return { ref, scrolls }
}
