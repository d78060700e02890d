import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './fields.ts'
import { Text } from './layout.tsx'
import { NumberInput } from './NumberInput.tsx'

interface NumberFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  minimum?: number
  maximum?: number
  /** Maximum number of decimals; 0 (whole numbers) by default. */
  decimals?: number
  /** Shown after the number: "%", "days". */
  unit?: string
  autoFocus?: boolean
}

/** Form field for a number. An emptied field is null, which the form treats as absent. */
export function NumberField<In extends FieldValues, Out>(props: NumberFieldProps<In, Out>) {
  const { minimum = 0, maximum, decimals = 0, unit, autoFocus } = props
  const { value, change, input } = useField(props)
  return (
    <NumberInput
      {...input}
      data-autofocus={autoFocus || undefined}
      minimum={minimum}
      decimals={decimals}
      unit={unit && <Text kind="small">{unit}</Text>}
      rightSectionWidth={unit ? `calc(${unit.length}ch + 1.25rem)` : undefined}
      maximum={maximum}
      value={typeof value === 'number' ? value : null}
      onChange={change}
      onMisread={change}
    />
  )
}
