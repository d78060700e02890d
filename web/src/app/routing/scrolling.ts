import type { Place } from './route.ts'

/** From the left and from the top, in CSS pixels, by the path of the element in the page. */
type Positions = Record<string, [left: number, top: number]>

const stored = 'trellis.scrolled'

function read(): Record<string, Positions> {
  try {
    return JSON.parse(sessionStorage.getItem(stored) ?? '{}')
  } catch {
    return {}
  }
}

/** How far the page and what scrolls in it were when each entry of the history was left. */
const scrolled = read()

/** What was scrolled since the page was drawn: the page itself, and frames such as that of a table. */
const moved = new Set<Element>()

const keyOf = ({ state, href }: Place): string => (state as { key?: string }).key ?? href

const page = 'html'

/** `div:nth-child(2) > main:nth-child(3)`, from the root of the page on. */
function pathOf(element: Element): string {
  const parent = element.parentElement
  if (parent === null) return page
  return `${pathOf(parent)} > :nth-child(${[...parent.children].indexOf(element) + 1})`
}

/** Frames in which a page may still grow to the height that it had: the frame of a table gets its own once it is measured. */
const patience = 20

let shown: Place | undefined

/** Scrolls to where the reader was, as soon as the page is as high again, unless they have gone elsewhere meanwhile. */
function put(place: Place, positions: Positions, frames = patience): void {
  if (shown !== place) return
  let isThere = true
  for (const [path, [left, top]] of Object.entries(positions)) {
    const element = document.querySelector(path)
    element?.scrollTo(left, top)
    isThere &&= element === null || Math.abs(element.scrollTop - top) < 2
  }
  if (!isThere && frames > 0) requestAnimationFrame(() => put(place, positions, frames - 1))
}

/** Returns to where a page was scrolled to; a new one begins at its top, or at the part that its address names. */
export const scrollBack = {
  /** The page is about to be left. */
  leave(place: Place | undefined): void {
    if (place === undefined) return
    const positions: Positions = { ...scrolled[keyOf(place)], [page]: [window.scrollX, window.scrollY] }
    for (const each of moved) if (each.isConnected) positions[pathOf(each)] = [each.scrollLeft, each.scrollTop]
    scrolled[keyOf(place)] = positions
  },

  /** The page is drawn. */
  arrive(place: Place, resetScroll: boolean): void {
    const isFirst = shown === undefined
    shown = place
    if (!resetScroll) return
    moved.clear()
    const before = scrolled[keyOf(place)]
    const part = place.hash === '' ? null : document.getElementById(place.hash)
    if (before !== undefined) put(place, before)
    else if (part !== null) part.scrollIntoView()
    else if (!isFirst) window.scrollTo(0, 0)
  },

  /** Keeps it when the page is loaded again. */
  start(): () => void {
    window.history.scrollRestoration = 'manual'
    const note = ({ target }: Event) => {
      if (target instanceof Element) moved.add(target)
    }
    const keep = () => {
      this.leave(shown)
      try {
        sessionStorage.setItem(stored, JSON.stringify(scrolled))
      } catch {
        // Storage is unavailable: a reloaded page begins at its top.
      }
    }
    document.addEventListener('scroll', note, true)
    window.addEventListener('pagehide', keep)
    return () => {
      document.removeEventListener('scroll', note, true)
      window.removeEventListener('pagehide', keep)
    }
  },
}
