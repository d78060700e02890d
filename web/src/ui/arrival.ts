import { type RefObject, useEffect } from 'react'

/** Elements that keep the focus: the user is typing in them or answering a dialog. */
const occupied = 'input, textarea, select, dialog, dialog *, [role="dialog"], [role="dialog"] *'

/** Moves the focus to `element` when the screen opens. Dialogs handle this themselves with `data-autofocus`. */
export function useArrival(element: RefObject<HTMLElement | null>, wanted: boolean): void {
  useEffect(() => {
    if (!wanted || element.current?.closest('dialog, [role="dialog"]') || document.activeElement?.matches(occupied))
      return
    element.current?.focus({ preventScroll: true })
  }, [element, wanted])
}
