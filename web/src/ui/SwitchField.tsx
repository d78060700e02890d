import { Switch } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './fields.ts'

interface SwitchFieldProps<In extends FieldValues, Out> extends Omit<FieldProps<In, Out>, 'placeholder' | 'required'> {
  /** Called after the value has changed. */
  onChosen?: (isOn: boolean) => void
}

/** Form field for a boolean. */
export function SwitchField<In extends FieldValues, Out>(props: SwitchFieldProps<In, Out>) {
  const { value, change, input } = useField(props)
  const { placeholder: _, withAsterisk: __, 'aria-required': ___, ...attributes } = input
  return (
    <Switch
      {...attributes}
      checked={value === true}
      onChange={({ currentTarget }) => {
        change(currentTarget.checked)
        props.onChosen?.(currentTarget.checked)
      }}
    />
  )
}
