import type { KeyboardEvent } from 'react'

/**
 * Who typed a few letters to find something and goes on has found it: Enter and Tab take the first option, or the one the
 * arrow keys are on. Enter never sends the form with what is but half a word.
 */
export function onFound(event: KeyboardEvent<HTMLInputElement>, takeFirst: (list: HTMLElement | null) => void): void {
  const { key, shiftKey, nativeEvent, currentTarget } = event
  const isTab = key === 'Tab' && !shiftKey
  if ((key !== 'Enter' && !isTab) || nativeEvent.isComposing) return
  const list = document.getElementById(currentTarget.getAttribute('aria-controls') ?? '')
  const byArrow = list?.querySelector<HTMLElement>('[data-combobox-selected]')
  if (byArrow) {
    // Enter takes that one already.
    if (isTab) byArrow.click()
    return
  }
  if (!isTab) event.preventDefault()
  takeFirst(list)
}
