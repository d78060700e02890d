import { TextInput } from '@mantine/core'
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './fields.ts'

interface TextFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  type?: 'text' | 'email' | 'tel' | 'url'
  /** Specification, core 5: 255 unless another is set. */
  maximum?: number
  autoComplete?: HTMLInputAutoCompleteAttribute
  upperCase?: boolean
  autoFocus?: boolean
  leftSection?: ReactNode
}

export function TextField<In extends FieldValues, Out>(props: TextFieldProps<In, Out>) {
  const { type = 'text', maximum = 255, autoComplete = 'off', upperCase = false, autoFocus, leftSection } = props
  const { value, change, input } = useField(props)
  return (
    <TextInput
      {...input}
      type={type}
      maxLength={maximum}
      autoComplete={autoComplete}
      data-autofocus={autoFocus || undefined}
      leftSection={leftSection}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => change(upperCase ? currentTarget.value.toUpperCase() : currentTarget.value)}
    />
  )
}
