import { type RefObject, useEffect } from 'react'

/** On a phone the keyboard would cover a screen before anybody has seen it: there its heading is read out instead. */
export function useArrival(input: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const precise = window.matchMedia('(pointer: fine)').matches
    ;(precise ? (input.current ?? heading.current) : heading.current)?.focus()
  }, [input, heading])
}
