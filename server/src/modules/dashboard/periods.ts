import { startOf } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { invalid } from '../../platform/refusal.ts'

type Asked = Partial<Record<'previousFrom' | 'previousTo' | 'currentFrom' | 'currentTo', string | null | undefined>>

/** Samples are days for up to 31 days, ISO weeks for up to 26 weeks, and months beyond that (rules D4). */
export const daysByDay = 31
export const daysByWeek = 26 * 7

/**
 * Limits on what a request may ask for. A previous period uses the sampling of the current one, so a long previous period
 * with a short current one could produce any number of samples.
 */
const maximumYears = 100
const maximumRatio = 20
const maximumPreviousDays = 3660

/**
 * Refuses (RQ422) periods that end before they begin and previous periods with too many samples. The check is
 * approximate, because it ignores the time zone: only the database knows where a day begins in the reader's time zone.
 */
export function checkPeriods(asked: Asked, now: Date): void {
  const current = daysOf(asked, 'current', now)
  const previous = daysOf(asked, 'previous', now)
  const maximum = asked.currentFrom ? maximumRatio * Math.max(current, daysByDay) : maximumPreviousDays
  if (previous > maximum) {
    throw invalid(['previousFrom'], 'too_long', 'The previous period is far longer than the current one')
  }
}

function daysOf(asked: Asked, which: 'current' | 'previous', now: Date): number {
  const [fromName, toName] = [`${which}From`, `${which}To`] as ['currentFrom', 'currentTo']
  const [from, to] = [instantOf(asked[fromName]), instantOf(asked[toName])]
  for (const [name, at] of [
    [fromName, from],
    [toName, to],
  ] as const) {
    if (at !== undefined && Math.abs(at - now.getTime()) > maximumYears * 365.25 * 86_400_000)
      throw invalid([name], 'out_of_range', `More than ${maximumYears} years away`)
  }
  if (from === undefined) return 0
  const length = ((to ?? now.getTime()) - from) / 86_400_000
  // A day lasts up to 26 hours and begins up to 14 hours before or 12 hours after the UTC day, so a valid period may seem
  // up to two days too short here.
  if (to !== undefined && length < -2) throw invalid([toName], 'before_from', 'The period ends before it begins')
  return length
}

const isDay = (date: string) => date.includes('/')
const instantOf = (date: string | null | undefined) =>
  date ? Date.parse(isDay(date) ? `${date.replaceAll('/', '-')}T00:00:00Z` : date) : undefined

/** The first instant of the period; null when the request gives none. */
export const startOfPeriod = (date: string | null | undefined, timeZone: string): Sql =>
  date ? startOf(date, timeZone) : sql`null::timestamptz`

/** The first instant after the period: a date includes its whole day, an instant its whole millisecond. */
export function endOfPeriod(date: string | null | undefined, timeZone: string): Sql {
  if (!date) return sql`null::timestamptz`
  if (isDay(date)) return sql`((${date}::date + 1)::timestamp at time zone ${timeZone}::text)`
  return sql`(${date}::timestamptz + interval '1 millisecond')`
}
