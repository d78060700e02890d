import { Switch } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './fields.ts'

/** On or off. */
export function SwitchField<In extends FieldValues, Out>(props: Omit<FieldProps<In, Out>, 'placeholder' | 'required'>) {
  const { value, change, input } = useField(props)
  const { placeholder: _, withAsterisk: __, 'aria-required': ___, ...attributes } = input
  return (
    <Switch {...attributes} checked={value === true} onChange={({ currentTarget }) => change(currentTarget.checked)} />
  )
}
