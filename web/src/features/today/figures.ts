/** The hash of the address that leads to the figures below the desk. */
export const figuresPlace = 'figures'

/** Takes the reader to the figures below the desk. */
export function showFigures(): void {
  const heading = document.getElementById(figuresPlace)
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}
