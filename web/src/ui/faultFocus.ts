import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the first invalid field of a frame after each rejected attempt to save; `attempt` counts them, or is
 * another object each time.
 */
export function useFocusOnFault(attempt: number | object): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null)
  const first = useRef(attempt)
  useEffect(() => {
    if (attempt === first.current) return
    frame.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]')?.focus()
  }, [attempt])
  return frame
}
