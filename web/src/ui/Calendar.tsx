import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/it'
import { DatePicker } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { orderOf } from './days.ts'

export interface CalendarProps {
  value: string | null
  onChange: (day: string | null) => void
  language: string
  minimum: string | undefined
  maximum: string | undefined
}

/** The month picker of a date field. It is loaded only when somebody opens it. */
export default function Calendar({ value, onChange, language, minimum, maximum }: CalendarProps) {
  const { t } = useTranslation('ui')
  return (
    <DatePicker
      value={value}
      onChange={onChange}
      locale={language.replace(/-.*/, '')}
      weekendDays={[]}
      hideOutsideDates
      firstDayOfWeek={orderOf(language)[0] === 'month' ? 0 : 1}
      defaultDate={value ?? maximum}
      minDate={minimum}
      maxDate={maximum}
      ariaLabels={{
        previousMonth: t('dates.previousMonth'),
        nextMonth: t('dates.nextMonth'),
        previousYear: t('dates.previousYear'),
        nextYear: t('dates.nextYear'),
      }}
    />
  )
}
