import { type RefObject, useEffect } from 'react'

/** Where somebody is typing or being asked, the focus stays. */
const occupied = 'input, textarea, select, dialog, dialog *, [role="dialog"], [role="dialog"] *'

/** Whoever comes to a screen goes on here at once. Dialogs see to that themselves, by `data-autofocus`. */
export function useArrival(place: RefObject<HTMLElement | null>, wanted: boolean): void {
  useEffect(() => {
    if (!wanted || place.current?.closest('dialog, [role="dialog"]') || document.activeElement?.matches(occupied))
      return
    place.current?.focus({ preventScroll: true })
  }, [place, wanted])
}
