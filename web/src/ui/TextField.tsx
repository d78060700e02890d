import { TextInput } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type HTMLInputAutoCompleteAttribute, type ReactNode, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useArrival } from './arrival.ts'
import { type FieldProps, useField } from './fields.ts'

interface TextFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  type?: 'text' | 'email' | 'tel' | 'url'
  /** Maximum length in characters; 255 by default (rules G10). */
  maximum?: number
  autoComplete?: HTMLInputAutoCompleteAttribute
  upperCase?: boolean
  autoFocus?: boolean
  leftSection?: ReactNode
}

export function TextField<In extends FieldValues, Out>(props: TextFieldProps<In, Out>) {
  const { type = 'text', maximum = 255, autoComplete = 'off', upperCase = false, autoFocus, leftSection } = props
  const { value, change, input } = useField(props)
  const element = useRef<HTMLInputElement>(null)
  const ref = useMergedRef(input.ref, element)
  useArrival(element, autoFocus === true)
  return (
    <TextInput
      {...input}
      ref={ref}
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
