import { clockIn } from './days.ts'

/** Converts between an instant and local date and time in a time zone. */
export interface WallClock {
  /** `YYYY-MM-DD` */
  day: string
  /** `HH:mm` */
  time: string
}

export function wallClockOf(instant: string, timeZone: string): WallClock | null {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return null
  return clockIn(timeZone, date)
}

/** The UTC offset of a zone at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const clock = wallClockOf(new Date(instant).toISOString(), timeZone)
  return clock === null ? 0 : Date.parse(`${clock.day}T${clock.time}Z`) - Math.floor(instant / 60_000) * 60_000
}

/**
 * The instant of a local time. A local time skipped by the change to summer time maps to one an hour beside
 * it. Null for invalid input.
 */
export function instantOf({ day, time }: WallClock, timeZone: string): string | null {
  const asUtc = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(asUtc)) return null
  const guess = asUtc - offsetAt(asUtc, timeZone)
  return new Date(asUtc - offsetAt(guess, timeZone)).toISOString()
}

/** The instant at which an existing day begins in a time zone. */
export const startOfDay = (day: string, timeZone: string): string =>
  instantOf({ day, time: '00:00' }, timeZone) as string
