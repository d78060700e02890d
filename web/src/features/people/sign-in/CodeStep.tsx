import type { ChallengeProvider } from '@trellis/contract/second-factors'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../app/problem.ts'
import { signIn, signInBy } from '../../../app/session.ts'
import { Field } from './Field.tsx'
import { bareCode, kindOf, useFactorName } from './factors.ts'
import { usePublicWorld } from './publicWorld.ts'
import { ResendAction } from './ResendAction.tsx'
import styles from './Screen.module.css'
import type { Credentials } from './SecondFactor.tsx'
import { useRefusal } from './useRefusal.ts'

interface CodeStepProps {
  provider: ChallengeProvider
  credentials: Credentials
  mfaToken: string
  /** Returns the answer; goes back to the password step when the sign-in attempt has ended. */
  orLeave: <T>(work: Promise<T>) => Promise<T | undefined>
  resend: () => Promise<void>
  /** For a passkey only a backup code is typed; this goes back to it. */
  onPasskey?: () => void
  onOther: () => void
  onBack: () => void
}

const completed = ({ email, password, linkToken }: Credentials, factor: { mfaToken: string; mfaCode: string }) =>
  linkToken === undefined
    ? signIn(email, password, factor)
    : signInBy('/auth/oidc/link', { linkToken, password, ...factor })

/** Asks for the code or a backup code; the button names the factor (rules P18). */
export function CodeStep(props: CodeStepProps) {
  const { provider, credentials, mfaToken, orLeave, resend, onPasskey, onOther, onBack } = props
  const { t } = useTranslation(['secondFactor', 'session', 'ui', 'validation'])
  const { say } = usePublicWorld()
  const [backup, setBackup] = useState(onPasskey !== undefined)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const refusal = useRefusal()
  const input = useRef<HTMLInputElement>(null)
  const about = useId()
  const name = useFactorName()(provider)
  const kind = kindOf(provider)

  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses the field after each error and after each change of the kind of code
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [attempt, backup])

  function refuse(words: string) {
    setFault(words)
    setAttempt((count) => count + 1)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || refusal.left > 0) return
    const mfaCode = bareCode(code)
    if (mfaCode === '') return refuse(t('validation:required'))
    if (!backup && !/^\d{6}$/.test(mfaCode)) return refuse(t('sixDigits'))
    setFault(null)
    setBusy(true)
    try {
      await orLeave(completed(credentials, { mfaToken, mfaCode }))
    } catch (error) {
      const words = isProblem(error, 'A410') ? t(backup ? 'wrongBackup' : 'wrong') : refusal.say(error)
      say('error', words)
      refuse(words)
      setBusy(false)
    }
  }

  function change(toBackup: boolean) {
    setBackup(toBackup)
    setCode('')
    setFault(null)
  }

  const label = t(backup ? 'backup.label' : 'code')
  const hint = backup
    ? t('backup.hint')
    : kind === undefined
      ? undefined
      : t(`${kind}.where`, { email: credentials.email })
  return (
    <>
      <h1 className="public-title">{t(backup ? 'backup.title' : 'codeTitle')}</h1>
      <p id={about} className="public-lead">
        {hint}
      </p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          key={label}
          ref={input}
          label={label}
          name={backup ? 'backup-code' : 'one-time-code'}
          autoComplete={backup ? 'off' : 'one-time-code'}
          inputMode={backup ? 'text' : 'numeric'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={50}
          required
          data-code
          describedBy={about}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={refusal.waiting ?? fault ?? undefined}
          aside={!backup && kind === 'email' && <ResendAction resend={resend} />}
        />
        <button type="submit" className={styles.submit} aria-disabled={busy || refusal.left > 0 || undefined}>
          {busy ? t('session:submitting') : backup ? t('backup.submit') : t('submit', { provider: name })}
        </button>
      </form>
      <p className={styles.after}>
        <button type="button" className={styles.action} onClick={onPasskey ?? (() => change(!backup))}>
          {backup ? t('useCode', { provider: name }) : t('useBackup')}
        </button>
        <button type="button" className={styles.action} onClick={onOther}>
          {t('other')}
        </button>
        <button type="button" className={styles.action} onClick={onBack}>
          {t('toPassword')}
        </button>
      </p>
    </>
  )
}
