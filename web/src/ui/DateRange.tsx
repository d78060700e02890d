import { type ComponentType, type ReactNode, useEffect, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import type { DateInputProps } from './DateInput.tsx'
import styles from './DateRange.module.css'
import { Row, Text } from './layout.tsx'
import type { DayRange } from './list.ts'

let DateInput: ComponentType<DateInputProps> | undefined

async function load(): Promise<void> {
  DateInput ??= (await import('./DateInput.tsx')).DateInput
}

/** Loads the code of the inputs before they are shown; an error is left to the inputs. */
export const fetchDates = () => void load().catch(() => undefined)

/** The code of the input is loaded when it is first shown; until then it is a box of the same size. */
function Day(props: DateInputProps) {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const fetch = () => void load().then(draw, () => undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => (DateInput === undefined ? fetch() : undefined), [])
  if (DateInput !== undefined) return <DateInput {...props} />
  return <span className={`${styles.date} ${styles.box}`} onPointerEnter={fetch} />
}

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
        <Day
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
