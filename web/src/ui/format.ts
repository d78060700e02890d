import { minorUnitsOf } from '@trellis/contract/currencies'
import { isIso } from './days.ts'
import { formatNumber } from './formatNumber.ts'
import type { Locale } from './locale.tsx'

export { formatNumber }

const dateFormats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale.language + locale.timeZone + JSON.stringify(options)
  let format = dateFormats.get(key)
  if (!format) {
    try {
      format = new Intl.DateTimeFormat(locale.language, { timeZone: locale.timeZone, ...options })
    } catch {
      // Fall back to UTC when this browser does not know the stored time zone.
      format = new Intl.DateTimeFormat(locale.language, { timeZone: 'UTC', ...options })
    }
    dateFormats.set(key, format)
  }
  return format
}

/** In Italian, the short forms of Intl ("49,2K €") are nobody's: the whole figure without cents is. */
const shortMoney = (language: string): Intl.NumberFormatOptions =>
  language.startsWith('it')
    ? { minimumFractionDigits: 0, maximumFractionDigits: 0 }
    : { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 }

/** `precise` shows up to four decimals, as prices are stored; sums use the decimals of the currency. */
export function formatMoney(
  amount: number,
  currency: string | null | undefined,
  language: string,
  { precise = false, compact = false }: { precise?: boolean; compact?: boolean } = {},
): string {
  const units = minorUnitsOf(currency)
  const more: Intl.NumberFormatOptions = compact
    ? shortMoney(language)
    : precise
      ? { minimumFractionDigits: units, maximumFractionDigits: 4 }
      : { minimumFractionDigits: units, maximumFractionDigits: units }
  if (!currency) return formatNumber(amount, language, more)
  try {
    return formatNumber(amount, language, { style: 'currency', currency, ...more })
  } catch {
    return `${formatNumber(amount, language, { minimumFractionDigits: 2, maximumFractionDigits: 4 })} ${currency}`
  }
}

export function formatPercentage(ratio: number, language: string, digits = 1): string {
  return formatNumber(ratio, language, { style: 'percent', maximumFractionDigits: digits })
}

/** The parts of an ISO date, as Swedish writes them. */
const iso = (locale: Locale) => ({ ...locale, language: 'sv-SE' })

export function formatDay(instant: Date, locale: Locale): string {
  if (isIso(locale.language)) return dateFormat(iso(locale), { dateStyle: 'short' }).format(instant)
  return dateFormat(locale, { dateStyle: 'medium' }).format(instant)
}

export function formatDayAndTime(instant: Date, locale: Locale): string {
  if (isIso(locale.language)) return dateFormat(iso(locale), { dateStyle: 'short', timeStyle: 'short' }).format(instant)
  return dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(instant)
}

/** Date and time to the second with the name of the time zone, for tooltips. */
export function formatExactly(instant: Date, locale: Locale): string {
  return dateFormat(locale, { dateStyle: 'full', timeStyle: 'long' }).format(instant)
}

/** Formats a calendar day `YYYY-MM-DD`, which is the same day in every time zone. */
export function formatCalendarDay(day: string, language: string, options?: Intl.DateTimeFormatOptions): string {
  if (options === undefined && isIso(language)) return day
  const locale = { language, timeZone: 'UTC' }
  return dateFormat(locale, options ?? { dateStyle: 'medium' }).format(new Date(`${day}T00:00:00Z`))
}

/** Formats a byte size in steps of 1024, from Bytes to YB (rules V12). Italian writes the smallest unit "byte". */
export function formatBytes(bytes: number, language: string): string {
  const units = [/^it\b/.test(language) ? 'byte' : 'Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  return `${formatNumber(bytes / 1024 ** step, language, { maximumFractionDigits: step === 0 ? 0 : 1 })} ${units[step]}`
}
