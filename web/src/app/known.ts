import type { Tone } from '../ui/StatusTag.tsx'

const noted = new Set<string>()

/**
 * How a state that the server names is shown. One that this portal does not know, because the server is newer, is shown by its own
 * name without a colour, and noted once in the console (rules V10).
 * @param kind what it is a state of: "order status"
 * @param tones the colours of the states that are known
 */
export function shownAs<V extends string>(
  kind: string,
  value: V,
  tones: Readonly<Record<V, Tone>>,
  word: (value: V) => string,
): { tone: Tone; word: string } {
  if (isKnown(kind, value, tones)) return { tone: tones[value], word: word(value) }
  return { tone: 'neutral', word: value }
}

/** Whether the state is among those known; notes it once if it is not. */
export function isKnown<V extends string>(
  kind: string,
  value: string,
  known: Readonly<Record<V, unknown>>,
): value is V {
  if (Object.hasOwn(known, value)) return true
  const note = `Unknown ${kind}: ${value}`
  if (!noted.has(note)) console.info(note)
  noted.add(note)
  return false
}
