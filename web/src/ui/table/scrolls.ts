import { type RefCallback, useCallback, useState } from 'react'

/** Tells whether an element's content is wider than the element, and updates when either is resized. */
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
