import { useState } from 'react'

export const densities = ['compact', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** Also read by `public/start.js`, before the first paint. */
const storageKey = 'trellis.density'
const root = document.documentElement

const shown = (): Density => (root.dataset.density === 'comfortable' ? 'comfortable' : 'compact')

/** The height of rows in lists: one line of 40 px, or as many lines as a row needs. Kept in this browser's storage. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState(shown)
  return [
    density,
    (chosen) => {
      root.dataset.density = chosen
      setDensity(chosen)
      try {
        localStorage.setItem(storageKey, chosen)
      } catch {
        // Storage can be unavailable (private windows); the choice then lasts until the page is loaded again.
      }
    },
  ]
}
