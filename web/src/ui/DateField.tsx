import type { FieldValues } from 'react-hook-form'
import { DateInput } from './DateInput.tsx'
import { isDay } from './days.ts'
import { type FieldProps, useField } from './fields.ts'

interface DateFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  /** Earliest day, `YYYY-MM-DD`. */
  minimum?: string | undefined
  maximum?: string | undefined
}

/** Form field for a calendar day. Its value is `YYYY-MM-DD`, or null when empty. */
export function DateField<In extends FieldValues, Out>(props: DateFieldProps<In, Out>) {
  const { value, change, input } = useField(props)
  return (
    <DateInput
      {...input}
      minimum={props.minimum}
      maximum={props.maximum}
      value={isDay(value) ? value : null}
      onChange={change}
      onMisread={change}
    />
  )
}
