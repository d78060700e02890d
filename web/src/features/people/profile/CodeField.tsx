import { TextInput } from '@mantine/core'
import { codeDigits } from '@trellis/contract/second-factors'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from '../../../ui/fields.ts'
import styles from './profile.module.css'

/** A code of six digits: typed, pasted as "123 456", or filled in by the phone that received it. */
export function CodeField<In extends FieldValues, Out>(props: FieldProps<In, Out>) {
  const { value, change, input } = useField(props)
  return (
    <TextInput
      {...input}
      classNames={{ input: styles.code }}
      inputMode="numeric"
      autoComplete="one-time-code"
      // Room for the spaces and hyphens of what is pasted: they are left out.
      maxLength={20}
      data-autofocus
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => change(currentTarget.value.replace(/\D/g, '').slice(0, codeDigits))}
    />
  )
}
