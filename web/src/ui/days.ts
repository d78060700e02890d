/** Calendar days as `YYYY-MM-DD`: they sort as text and have no time zone. */
type Part = 'day' | 'month' | 'year'

/** A private tag of a language in which days are written as in ISO 8601, `2026-12-31`; `Intl` reads its language. */
export const isoTag = (language: string): string => `${language}-x-iso`
export const isIso = (tag: string): boolean => tag.endsWith('-x-iso')

export function orderOf(language: string): Part[] {
  if (isIso(language)) return ['year', 'month', 'day']
  const parts = new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric' }).formatToParts(
    0,
  )
  return parts
    .map(({ type }) => type)
    .filter((type): type is Part => type === 'day' || type === 'month' || type === 'year')
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= 1900 && year <= 2999 ? `${year}-${twoDigits(month)}-${twoDigits(day)}` : null
}

/** Formats a day as it is typed in a language: 31/12/2026 in Italian, 12/31/2026 in English. */
export function writeDay(day: string, language: string): string {
  if (isIso(language)) return day
  return new Intl.DateTimeFormat(language, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
}

/** The input pattern to show as a hint, `DD/MM/YYYY`, with the letters of the language. */
export function patternOf(language: string, letters: Record<Part, string>): string {
  return writeDay('2000-11-22', language)
    .replace('2000', letters.year.repeat(4))
    .replace('11', letters.month.repeat(2))
    .replace('22', letters.day.repeat(2))
}

/**
 * Parses a typed day, in the language's order or as year-month-day; the year may have two digits. Returns
 * null when it is not a valid day.
 */
export function parseDay(text: string, language: string): string | null {
  const numbers = text.split(/[^0-9]+/).filter((part) => part !== '')
  if (numbers.length !== 3 || /[a-z]/i.test(text)) return null
  const order: Part[] = numbers[0]?.length === 4 ? ['year', 'month', 'day'] : orderOf(language)
  const at = (part: Part) => Number(numbers[order.indexOf(part)])
  const year = at('year')
  return dayOf(year < 100 ? 2000 + year : year, at('month'), at('day'))
}

/**
 * The local day and time of an instant, `YYYY-MM-DD` and `HH:mm`. Put together from parts, because the versions of ICU write the
 * days of a language differently.
 */
export function clockIn(timeZone: string, instant: Date): { day: string; time: string } {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const { year, month, day, hour, minute } = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, value]),
  )
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` }
}

/** The calendar day of an instant in a time zone. */
export const dayIn = (timeZone: string, instant: Date): string => clockIn(timeZone, instant).day

/** Adds a number of days; a negative number subtracts. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Is it an existing day in the form `YYYY-MM-DD`? `Date.parse` alone accepts 31 February as 3 March. */
export const isDay = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  addDays(text, 0) === text

/** Whole days from today until the day of an instant, both by UTC, as keys end; negative when it has passed. */
export const utcDaysUntil = (instant: string, now: number): number =>
  Math.round((Date.parse(instant.slice(0, 10)) - Date.parse(new Date(now).toISOString().slice(0, 10))) / 86_400_000)
