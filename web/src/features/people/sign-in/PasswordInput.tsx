import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from './Field.tsx'
import { EyeIcon } from './icons.tsx'
import styles from './Screen.module.css'

type PasswordInputProps = Omit<ComponentProps<typeof Field>, 'type' | 'tool'> & {
  autoComplete: 'current-password' | 'new-password'
}

/**
 * A password input with a show button and a Caps Lock warning. It has no maximum length; a password that is
 * too long gets an error message.
 */
export function PasswordInput({ hint, ...field }: PasswordInputProps) {
  const { t } = useTranslation('session')
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field
      autoCapitalize="none"
      spellCheck={false}
      required
      {...field}
      type={shown ? 'text' : 'password'}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
      hint={capsLock ? t('capsLock') : hint}
      tool={
        <button
          type="button"
          className={styles.eye}
          onClick={() => setShown(!shown)}
          aria-label={t(shown ? 'hide' : 'show')}
          title={t(shown ? 'hide' : 'show')}
        >
          <EyeIcon crossed={shown} />
        </button>
      }
    />
  )
}
