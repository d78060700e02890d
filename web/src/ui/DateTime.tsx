import styles from './figures.module.css'
import { formatCalendarDay, formatDay, formatDayAndTime, formatExactly } from './format.ts'
import { useLocale } from './locale.tsx'
import { NoValue } from './NoValue.tsx'

interface DateTimeProps {
  /** An ISO 8601 instant, or a calendar day `YYYY-MM-DD`. */
  value: string | Date | null | undefined
  /** Shows only the day; the exact time is in the tooltip. */
  dateOnly?: boolean
}

const calendarDay = /^\d{4}-\d{2}-\d{2}$/

/** Shows an instant in the user's language and time zone. */
export function DateTime({ value, dateOnly = false }: DateTimeProps) {
  const locale = useLocale()
  if (!value) return <NoValue />
  if (typeof value === 'string' && calendarDay.test(value)) {
    return (
      <time
        className={styles.exact}
        dateTime={value}
        title={formatCalendarDay(value, locale.language, { dateStyle: 'full' })}
      >
        {formatCalendarDay(value, locale.language)}
      </time>
    )
  }
  const instant = value instanceof Date ? value : new Date(value)
  if (Number.isNaN(instant.getTime())) return <NoValue />
  return (
    <time className={styles.exact} dateTime={instant.toISOString()} title={formatExactly(instant, locale)}>
      {dateOnly ? formatDay(instant, locale) : formatDayAndTime(instant, locale)}
    </time>
  )
}
