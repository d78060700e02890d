/** Whole days from today until the day of an instant, both by UTC; negative when it has passed. */
export const daysUntil = (instant: string, now: number): number =>
  Math.round((Date.parse(instant.slice(0, 10)) - Date.parse(new Date(now).toISOString().slice(0, 10))) / 86_400_000)
