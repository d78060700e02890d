/** Whole days and hours between instants, for "waited 3 days" and "in 12 days". */
const hour = 3_600_000
const day = 24 * hour

export interface Span {
  unit: 'days' | 'hours'
  count: number
}

/** How long ago an instant was: in hours within the first day, then in whole days. */
export function spanSince(instant: string, now: Date): Span {
  const passed = Math.max(0, now.getTime() - new Date(instant).getTime())
  return passed < day
    ? { unit: 'hours', count: Math.floor(passed / hour) }
    : { unit: 'days', count: Math.floor(passed / day) }
}

/** Days until an instant, begun ones counted; zero once it has passed. */
export const daysUntil = (instant: string, now: Date): number =>
  Math.max(0, Math.ceil((new Date(instant).getTime() - now.getTime()) / day))

export const isPast = (instant: string, now: Date): boolean => new Date(instant).getTime() <= now.getTime()

/** A calendar day as the wire takes dates of deals: noon UTC is the same day for nearly every reader. */
export const epochOf = (day: string | null | undefined): number | null => (day ? Date.parse(`${day}T12:00:00Z`) : null)
