/** Where the keyboard goes after an action on rows: to the row below the last of them, else to the one above. */

const rowsShown = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]

/** The keys of the rows to which the keyboard may go, nearest first. */
export function placeAfter(keys: readonly string[]): readonly string[] {
  return nearest(
    rowsShown().map((row) => row.dataset.row ?? ''),
    keys,
  )
}

/** The rows below the last of these, then those above it, without these. */
export function nearest(shown: readonly string[], keys: readonly string[]): readonly string[] {
  const acted = new Set(keys)
  const last = shown.findLastIndex((key) => acted.has(key))
  const others = (part: readonly string[]) => part.filter((key) => !acted.has(key))
  // The rows themselves come last: they stay where nothing else is shown.
  return [...others(shown.slice(last + 1)), ...others(shown.slice(0, Math.max(0, last))).toReversed(), ...keys]
}

/** Frames to wait for a dialog to close. */
const patience = 120

/** Once the dialog has closed, the first of these rows that is still shown gets the keyboard. */
export function focusOn(keys: readonly string[]): void {
  let frames = 0
  const look = () => {
    frames += 1
    if (document.querySelector('[aria-modal="true"]') !== null && frames < patience) return requestAnimationFrame(look)
    const shown = new Map(rowsShown().map((row) => [row.dataset.row, row]))
    const row = keys.map((key) => shown.get(key)).find((each) => each !== undefined)
    const target = row?.querySelector<HTMLElement>('a[data-row-link], input, a, button')
    target?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  requestAnimationFrame(look)
}
