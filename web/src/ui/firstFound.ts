import type { KeyboardEvent } from 'react'

/**
 * Keyboard selection in a searchable list: Enter and Tab take the first option, or the one selected with the
 * arrow keys. Enter never submits the form while a search text is typed.
 */
export function onFound(event: KeyboardEvent<HTMLInputElement>, takeFirst: (list: HTMLElement | null) => void): void {
  const { key, shiftKey, nativeEvent, currentTarget } = event
  const isTab = key === 'Tab' && !shiftKey
  if ((key !== 'Enter' && !isTab) || nativeEvent.isComposing) return
  const list = document.getElementById(currentTarget.getAttribute('aria-controls') ?? '')
  const byArrow = list?.querySelector<HTMLElement>('[data-combobox-selected]')
  if (byArrow) {
    // For Enter, the combobox itself takes that option.
    if (isTab) byArrow.click()
    return
  }
  if (!isTab) event.preventDefault()
  takeFirst(list)
}
