import type { PointerEvent } from 'react'

/** Gives a cell whose text is cut a tooltip with the whole text. */
export function titleOfCutText({ target }: PointerEvent<HTMLElement>): void {
  const cell = target instanceof Element ? target.closest('td') : null
  if (!cell) return
  const isCut = [cell, ...cell.querySelectorAll('[data-cut]')].some((part) => part.scrollWidth > part.clientWidth)
  if (isCut) cell.title = cell.textContent
  else cell.removeAttribute('title')
}
