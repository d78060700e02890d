import { isDay } from './days.ts'
import { formatCalendarDay, formatDay, formatDayAndTime, formatExactly } from './format.ts'
import { useLocale } from './locale.tsx'
import { NoValue } from './NoValue.tsx'

interface DateTimeProps {
  /** An ISO 8601 instant, or a calendar day `YYYY-MM-DD`. */
  value: string | Date | null | undefined
  /** Shows only the day; the exact time is in the tooltip. */
  dateOnly?: boolean
}

/** Shows an instant in the user's language and time zone. */
export function DateTime({ value, dateOnly = false }: DateTimeProps) {
  const locale = useLocale()
  if (!value) return <NoValue />
  const show = (dateTime: string, title: string, text: string) => (
    <time dateTime={dateTime} title={title}>
      {text}
    </time>
  )
  if (isDay(value)) {
    const { language } = locale
    return show(value, formatCalendarDay(value, language, { dateStyle: 'full' }), formatCalendarDay(value, language))
  }
  const instant = value instanceof Date ? value : new Date(value)
  if (Number.isNaN(instant.getTime())) return <NoValue />
  const text = dateOnly ? formatDay(instant, locale) : formatDayAndTime(instant, locale)
  return show(instant.toISOString(), formatExactly(instant, locale), text)
}
