import type { Place } from './route.ts'

const stored = 'trellis.scrolled'

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(stored) ?? '{}')
  } catch {
    return {}
  }
}

/** How far each entry of the history was scrolled down when it was left, in CSS pixels. */
const scrolled = read()

const keyOf = ({ state, href }: Place): string => (state as { key?: string }).key ?? href

let shown: Place | undefined

/** Returns to where a page was scrolled to; a new one begins at its top, or at the part that its address names. */
export const scrollBack = {
  /** The page is about to be left. */
  leave(place: Place | undefined): void {
    if (place !== undefined) scrolled[keyOf(place)] = window.scrollY
  },

  /** The page is drawn. */
  arrive(place: Place, resetScroll: boolean): void {
    const isFirst = shown === undefined
    shown = place
    if (!resetScroll) return
    const before = scrolled[keyOf(place)]
    const part = place.hash === '' ? null : document.getElementById(place.hash)
    if (before !== undefined) window.scrollTo(0, before)
    else if (part !== null) part.scrollIntoView()
    else if (!isFirst) window.scrollTo(0, 0)
  },

  /** Keeps it when the page is loaded again. */
  start(): () => void {
    window.history.scrollRestoration = 'manual'
    const keep = () => {
      this.leave(shown)
      try {
        sessionStorage.setItem(stored, JSON.stringify(scrolled))
      } catch {
        // Storage is unavailable: a reloaded page begins at its top.
      }
    }
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  },
}
