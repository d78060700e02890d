import { type RefObject, useEffect, useRef } from 'react'

/** Marks a sticky element with `data-stuck` while something is scrolled below it. */
export function useStuck(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = element.current?.previousElementSibling
    if (!before) return
    const observer = new IntersectionObserver(
      ([entry]) => element.current?.toggleAttribute('data-stuck', entry?.isIntersecting === false),
      { rootMargin: '-64px 0px 0px' },
    )
    observer.observe(before)
    return () => observer.disconnect()
  }, [])
  return element
}
