import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from './Field.tsx'

export function EmailInput(field: Omit<ComponentProps<typeof Field>, 'type' | 'label'>) {
  const { t } = useTranslation('session')
  return (
    <Field
      label={t('email')}
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={255}
      required
      {...field}
    />
  )
}

export function emailFault(email: string): 'required' | 'email' | undefined {
  const address = email.trim()
  if (address === '') return 'required'
  return /^[^\s@]+@[^\s@]+$/.test(address) ? undefined : 'email'
}
