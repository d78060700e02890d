import { TextInput } from '@mantine/core'
import { codeDigits } from '@trellis/contract/second-factors'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from '../../../ui/fields.ts'

/** Form field for a six-digit code: typed, pasted as "123 456", or filled in by the phone. */
export function CodeField<In extends FieldValues, Out>(props: FieldProps<In, Out>) {
  const { value, change, input } = useField(props)
  return (
    <TextInput
      {...input}
      styles={{ input: { maxWidth: '12rem', fontFamily: 'monospace', fontSize: '1.125rem', letterSpacing: '0.2em' } }}
      inputMode="numeric"
      autoComplete="one-time-code"
      // Longer than six, because a pasted code may contain spaces and hyphens; these are removed.
      maxLength={20}
      data-autofocus
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => change(currentTarget.value.replace(/\D/g, '').slice(0, codeDigits))}
    />
  )
}
