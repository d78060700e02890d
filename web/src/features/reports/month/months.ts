/** The name of a month `2026-10`: October 2026. */
export const nameOfMonth = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

/** The month that is so many months away. */
export function monthAway(month: string, away: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + away, 1)).toISOString().slice(0, 7)
}

/** Its first and its last day. */
export function daysOf(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** The month that goes on where the report was made. */
export const presentMonth = ({ creationDate, timeZone }: { creationDate: string; timeZone: string }): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' })
    .format(new Date(creationDate))
    .slice(0, 7)
