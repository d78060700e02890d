import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../ui/DateInput.tsx'
import { useField } from '../../ui/fields.ts'
import { Row } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { instantOf, wallClockOf } from '../../ui/wallClock.ts'
import type { ValueEditorProps } from './FeatureEditor.tsx'

/** A day and a time in the user's time zone. Without a day the value is null. */
export function InstantEditor({ form, name, feature }: ValueEditorProps) {
  const { t } = useTranslation('productTypes')
  const { timeZone } = useLocale()
  const { value, change, input } = useField({ control: form.control, name, label: t('dateOf', { feature }) })
  const clock = typeof value === 'string' ? wallClockOf(value, timeZone) : null
  const [time, setTime] = useState(clock?.time ?? '00:00')
  // One input's blur and the other's change can occur before the next render, so read the latest values from a
  // ref.
  const latest = useRef<{ day: string | null; time: string }>({ day: clock?.day ?? null, time })
  const become = (patch: { day?: string | null; time?: string }) => {
    latest.current = { ...latest.current, ...patch }
    const { day, time: at } = latest.current
    change(day === null ? null : instantOf({ day, time: at || '00:00' }, timeZone))
  }
  return (
    <Row align="start" gap="md">
      <DateInput
        {...input}
        flex="1 1 12rem"
        value={clock?.day ?? null}
        onChange={(day) => become({ day })}
        onMisread={change}
        description={t('inZone', { zone: timeZone })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
      <TextInput
        type="time"
        w="8.5rem"
        label={t('timeOf', { feature })}
        value={time}
        onBlur={input.onBlur}
        onChange={({ currentTarget }) => {
          setTime(currentTarget.value)
          if (latest.current.day === null) latest.current.time = currentTarget.value
          else become({ time: currentTarget.value })
        }}
      />
    </Row>
  )
}
