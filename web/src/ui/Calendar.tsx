import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/it'
import { DatePicker } from '@mantine/dates'

export interface CalendarProps {
  value: string | null
  onChange: (day: string | null) => void
  language: string
  minimum?: string
  maximum?: string
  labels: { previousMonth: string; nextMonth: string; previousYear: string; nextYear: string }
}

/** The month picker of a date field. It is loaded only when somebody opens it. */
export default function Calendar({ value, onChange, language, minimum, maximum, labels }: CalendarProps) {
  return (
    <DatePicker
      value={value}
      onChange={onChange}
      locale={language}
      weekendDays={[]}
      hideOutsideDates
      firstDayOfWeek={language === 'en' ? 0 : 1}
      defaultDate={value ?? maximum}
      minDate={minimum}
      maxDate={maximum}
      ariaLabels={{
        previousMonth: labels.previousMonth,
        nextMonth: labels.nextMonth,
        previousYear: labels.previousYear,
        nextYear: labels.nextYear,
      }}
    />
  )
}
