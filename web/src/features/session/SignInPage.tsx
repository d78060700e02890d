import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../app/problem.ts'
import { signIn } from '../../app/session.ts'
import { Field } from './Field.tsx'
import { EyeIcon } from './icons.tsx'
import { Message } from './Message.tsx'
import { Providers } from './Providers.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import styles from './SignInPage.module.css'

interface SignInPageProps {
  /** Somebody has begun to type: what comes after sign-in can be fetched meanwhile. */
  onBegin: () => void
}

type Fault = 'required' | 'email'

/** Sign-in (specification, core 2, 5 and 8). What was typed stays, whatever happens. */
export function SignInPage({ onBegin }: SignInPageProps) {
  const { t } = useTranslation(['session', 'errors', 'ui'])
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<{ email?: Fault; password?: Fault }>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // On a phone the keyboard would cover the screen before anybody has seen it.
    if (window.matchMedia('(pointer: fine)').matches) emailInput.current?.focus()
  }, [])

  useEffect(() => {
    if (attempt === 0) return
    passwordInput.current?.focus()
    passwordInput.current?.select()
  }, [attempt])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found = faultsOf(email, password)
    setFaults(found)
    setRefusal(null)
    if (found.email !== undefined) return emailInput.current?.focus()
    if (found.password !== undefined) return passwordInput.current?.focus()
    setBusy(true)
    try {
      await signIn(email.trim(), password)
    } catch (error) {
      setRefusal(t(`errors:${isProblem(error) ? error.code : 'RQ500'}`))
      setAttempt((count) => count + 1)
      setBusy(false)
    }
  }

  const fault = (which: Fault | undefined) => which && t(`ui:validation.${which}`)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <PublicLayout title={t('title')}>
      <h1 className={styles.title}>{t('welcome')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <form className={styles.form} onSubmit={submit} noValidate onInput={onBegin}>
        <Field
          ref={emailInput}
          label={t('email')}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={fault(faults.email)}
        />
        <Field
          ref={passwordInput}
          label={t('password')}
          type={shown ? 'text' : 'password'}
          name="password"
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
          hint={capsLock ? t('capsLock') : undefined}
          error={fault(faults.password) ?? refusal ?? undefined}
          aside={
            <a href="/auth/forgot-password" className={styles.forgot}>
              {t('forgot')}
            </a>
          }
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
        <button type="submit" className={styles.submit} aria-disabled={busy || undefined}>
          {t(busy ? 'submitting' : 'submit')}
        </button>
      </form>
      <Providers />
      <Message text={refusal} count={attempt} />
    </PublicLayout>
  )
}

function faultsOf(email: string, password: string): { email?: Fault; password?: Fault } {
  const address = email.trim()
  return {
    ...(address === '' ? { email: 'required' } : /^[^\s@]+@[^\s@]+$/.test(address) ? {} : { email: 'email' }),
    ...(password === '' ? { password: 'required' } : {}),
  }
}
