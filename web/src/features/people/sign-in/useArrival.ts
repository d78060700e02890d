import { type RefObject, useEffect } from 'react'

/**
 * Focuses the input when the screen opens. On a phone it focuses the heading instead, because the keyboard
 * would cover the screen.
 */
export function useArrival(input: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const precise = window.matchMedia('(pointer: fine)').matches
    ;(precise ? (input.current ?? heading.current) : heading.current)?.focus()
  }, [input, heading])
}
