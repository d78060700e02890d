import { startOf } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { invalid } from '../../platform/refusal.ts'

type Asked = Partial<Record<'previousFrom' | 'previousTo' | 'currentFrom' | 'currentTo', string | null | undefined>>

/** Samples are days for up to 31 days, ISO weeks for up to 26 weeks, and months beyond that (rules D4). */
const daysByDay = 31
const daysByWeek = 26 * 7

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

/*
 * The relations that every statement about a period begins with, in the reader's time zone: CTEs `request`, `sampling`,
 * `periods` and `buckets`, each of which reads those before it. All ranges are from `from_at` (inclusive) to `to_at`
 * (exclusive).
 */

/** Asked start and end, as instants, and the number of days. `first`: the CTE with the start of an open period. */
export const requestOf = (query: Asked, timeZone: string, first: string): Sql => sql`
  select f.from_at, t.to_at,
         ${startOfPeriod(query.previousFrom, timeZone)} as previous_from,
         ${endOfPeriod(query.previousTo, timeZone)} as previous_to,
         -- Whole days between start and end, plus one. The millisecond is subtracted because to_at is already on the
         -- next day.
         greatest(floor(extract(epoch from (t.to_at at time zone ${timeZone}::text) - interval '1 millisecond'
                                         - (f.from_at at time zone ${timeZone}::text)) / 86400)::int + 1, 1) as days
  from (select coalesce(${endOfPeriod(query.currentTo, timeZone)}, clock() + interval '1 millisecond') as to_at) t
  cross join lateral (
    select coalesce(
      ${startOfPeriod(query.currentFrom, timeZone)},
      date_trunc('day', coalesce((select at from ${sql.ref(first)}), t.to_at - interval '1 millisecond')
                          at time zone ${timeZone}::text) at time zone ${timeZone}::text) as from_at
  ) f`

export const samplingOf = sql`
  select case when days <= ${daysByDay} then 'd' when days <= ${daysByWeek} then 'w' else 'm' end as frequency
  from request`

/** By default the previous period has the same number of days and ends where the current one begins. */
export const periodsOf = (timeZone: string): Sql => sql`
  select 'current' as which, from_at, to_at from request
  union all
  select 'previous',
         coalesce(previous_from,
                  ((from_at at time zone ${timeZone}::text) - make_interval(days => days)) at time zone ${timeZone}::text),
         coalesce(previous_to,
                  ((to_at at time zone ${timeZone}::text) - make_interval(days => days)) at time zone ${timeZone}::text)
  from request`

/** One row for each sample; its key is its first day. */
export const bucketsOf = (timeZone: string): Sql => sql`
  select p.which, to_char(b.start, 'YYYY-MM-DD') as key,
         greatest(b.start at time zone ${timeZone}::text, p.from_at) as from_at,
         least((b.start + s.step) at time zone ${timeZone}::text, p.to_at) as to_at
  from periods p
  cross join (
    select case frequency when 'd' then 'day' when 'w' then 'week' else 'month' end as unit,
           case frequency when 'd' then interval '1 day' when 'w' then interval '1 week' else interval '1 month' end as step
    from sampling
  ) s
  cross join lateral generate_series(date_trunc(s.unit, p.from_at at time zone ${timeZone}::text),
                                     (p.to_at at time zone ${timeZone}::text) - interval '1 microsecond', s.step) as b (start)
  where p.from_at < p.to_at`
