import { PasswordInput } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from './fields.ts'

interface PasswordFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField<In extends FieldValues, Out>(props: PasswordFieldProps<In, Out>) {
  const { t } = useTranslation('ui')
  const { value, change, input } = useField(props)
  return (
    <PasswordInput
      {...input}
      autoComplete={props.autoComplete}
      visibilityToggleButtonProps={{ 'aria-label': t('revealPassword'), tabIndex: 0 }}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
