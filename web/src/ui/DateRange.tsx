import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from './DateInput.tsx'
import styles from './DateRange.module.css'
import { Row, Text } from './layout.tsx'
import type { DayRange } from './list.ts'

interface DateRangeProps extends DayRange {
  /** The name of the date: "Creation date". */
  label: string
  /** Shows the name above the dates. */
  stacked?: boolean
  /** Receives the changed end. */
  onChange(patch: DayRange): void
  /** Shown behind the two dates. */
  children?: ReactNode
}

/** Two dates that bound a range; either may be missing. */
export function DateRange({ label, from, to, stacked = false, onChange, children }: DateRangeProps) {
  const { t } = useTranslation('ui')
  const ends = [
    { key: 'from', value: from, label: t('dates.fromOf', { field: label }), bound: { maximum: to } },
    { key: 'to', value: to, label: t('dates.toOf', { field: label }), bound: { minimum: from } },
  ] as const
  return (
    <Row as="fieldset" align="stretch" className={`${styles.range} ${stacked ? styles.stacked : ''}`}>
      <Text as="legend" kind="quiet" className={styles.legend}>
        {label}
      </Text>
      {ends.map(({ key, value, label, bound }) => (
        <DateInput
          key={key}
          className={styles.date}
          aria-label={label}
          leftSection={<Text kind="small">{t(`dates.${key}`)}</Text>}
          leftSectionWidth="3.25rem"
          leftSectionPointerEvents="none"
          value={value ?? null}
          {...bound}
          onChange={(day) => onChange({ [key]: day ?? undefined })}
        />
      ))}
      {children}
    </Row>
  )
}
