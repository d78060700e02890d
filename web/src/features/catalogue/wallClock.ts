/** An instant as the clock on somebody's wall shows it, and back. */
export interface WallClock {
  /** `YYYY-MM-DD` */
  day: string
  /** `HH:mm` */
  time: string
}

export function wallClockOf(instant: string, timeZone: string): WallClock | null {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return null
  // Sweden writes dates the way ISO 8601 does.
  const [day = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(date)
    .split(' ')
  return { day, time }
}

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const clock = wallClockOf(new Date(instant).toISOString(), timeZone)
  return clock === null ? 0 : Date.parse(`${clock.day}T${clock.time}Z`) - Math.floor(instant / 60_000) * 60_000
}

/** The instant at which that clock shows this. In the hour that a change of the clocks leaves out, one beside it. */
export function instantOf({ day, time }: WallClock, timeZone: string): string | null {
  const asUtc = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(asUtc)) return null
  const guess = asUtc - offsetAt(asUtc, timeZone)
  return new Date(asUtc - offsetAt(guess, timeZone)).toISOString()
}
