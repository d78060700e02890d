import type { FieldValues } from 'react-hook-form'
import { DateInput } from './DateInput.tsx'
import { type FieldProps, useField } from './fields.ts'

interface DateFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  /** Earliest day, `YYYY-MM-DD`. */
  minimum?: string
  maximum?: string
}

const calendarDay = /^\d{4}-\d{2}-\d{2}$/

/** Form field for a calendar day. Its value is `YYYY-MM-DD`, or null when empty. */
export function DateField<In extends FieldValues, Out>(props: DateFieldProps<In, Out>) {
  const { value, change, input } = useField(props)
  return (
    <DateInput
      {...input}
      {...(props.minimum === undefined ? {} : { minimum: props.minimum })}
      {...(props.maximum === undefined ? {} : { maximum: props.maximum })}
      value={typeof value === 'string' && calendarDay.test(value) ? value : null}
      onChange={change}
      onMisread={change}
    />
  )
}
