import { type ComponentType, type FormEvent, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../../app/i18n.ts'
import { isProblem, offline } from '../../../app/problem.ts'
import { signIn } from '../../../app/session.ts'
import { EmailInput, emailFault } from './EmailInput.tsx'
import type { PasskeySignInProps } from './PasskeySignIn.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { Providers } from './Providers.tsx'
import { useTitle } from './PublicLayout.tsx'
import { PublicLink } from './PublicLink.tsx'
import { usePublicWorld } from './publicWorld.ts'
import styles from './Screen.module.css'
import { reasonOf, useRefusal } from './useRefusal.ts'

/** After a second at the latest: without a new frame Chromium calls no idle callback. Safari has none. */
const inSpareTime = (task: () => void) =>
  window.requestIdleCallback ? window.requestIdleCallback(task, { timeout: 1000 }) : setTimeout(task)

const loadSecondFactor = async () => {
  const [{ SecondFactor }] = await Promise.all([import('./SecondFactor.tsx'), loadTexts('secondFactor')])
  return { default: SecondFactor }
}
const SecondFactor = lazy(loadSecondFactor)
/** While the browser is idle, as most tenants have none. */
const Directories = lazy(
  () => new Promise<typeof import('./Directories.tsx')>((load) => inSpareTime(() => load(import('./Directories.tsx')))),
)

interface SignInPageProps {
  /** Called when the user starts typing: the application can be preloaded meanwhile. */
  onBegin: () => void
  /** True when a session was lost and the application is waiting behind this screen. */
  returning: boolean
  /** True when the last session ended because its user has no account. */
  withoutAccount: boolean
}

type Faults = { email?: 'required' | 'email' | undefined; password?: 'required' | undefined }

/** The sign-in screen. Typed values stay after every error. */
export function SignInPage({ onBegin, returning, withoutAccount }: SignInPageProps) {
  const { t } = useTranslation(['session', 'ui', 'validation'])
  const { email, setEmail, say } = usePublicWorld()
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [refused, setRefused] = useState<string | null>(null)
  const [mfaToken, setMfaToken] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const refusal = useRefusal()
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const focusNext = useFocusNext(mfaToken === null && !busy, emailInput, passwordInput)
  useTitle(t('title'))

  function refuse(error: unknown) {
    const words = refusal.say(error)
    setRefused(isProblem(error, 'RQ429') ? null : words)
    say('error', words)
    focusNext.current = 'password'
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || refusal.left > 0) return
    const found: Faults = { email: emailFault(email), password: password === '' ? 'required' : undefined }
    setFaults(found)
    setRefused(null)
    if (found.email !== undefined) return emailInput.current?.focus()
    if (found.password !== undefined) return passwordInput.current?.focus()
    setBusy(true)
    try {
      await signIn(email.trim(), password)
      return
    } catch (error) {
      const asked = isProblem(error, 'A403') ? (error.info as { mfaToken?: unknown } | null)?.mfaToken : undefined
      if (reasonOf(error) !== undefined) await loadTexts('passkeys').catch(() => undefined)
      if (typeof asked !== 'string') refuse(error)
      else
        await loadSecondFactor().then(
          () => setMfaToken(asked),
          () => refuse(offline()),
        )
    }
    setBusy(false)
  }

  /** Back from the code step, either by choice or because the sign-in attempt has ended. */
  function leaveSecondFactor(error?: unknown) {
    setMfaToken(null)
    focusNext.current = 'password'
    if (error === undefined) return
    setPassword('')
    refuse(error)
  }

  if (mfaToken !== null)
    return (
      <SecondFactor credentials={{ email: email.trim(), password }} mfaToken={mfaToken} onLeave={leaveSecondFactor} />
    )
  return (
    <>
      <Heading returning={returning} withoutAccount={withoutAccount} />
      <form className={styles.form} onSubmit={submit} noValidate onInput={onBegin}>
        <EmailInput
          ref={emailInput}
          // Passkeys are offered with the addresses (WebAuthn, conditional mediation).
          autoComplete="username webauthn"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value)
            // The waiting time applies to the e-mail typed before.
            refusal.forgive()
          }}
          error={faults.email && t(`validation:${faults.email}`)}
        />
        <PasswordInput
          ref={passwordInput}
          label={t('password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={(faults.password && t('validation:required')) ?? refusal.waiting ?? refused ?? undefined}
          aside={<PublicLink to="/auth/forgot-password">{t('forgot')}</PublicLink>}
        />
        <button type="submit" className={styles.submit} aria-disabled={busy || refusal.left > 0 || undefined}>
          {t(busy ? 'submitting' : 'submit')}
        </button>
      </form>
      <PasskeyPlace say={say} words={refusal.say} />
      <Providers />
      {/* Last, so that nothing moves when they come. */}
      <Suspense>
        <Directories email={email} />
      </Suspense>
    </>
  )
}

/** The place of what signs in with a passkey, which is loaded when the screen stands. */
function PasskeyPlace(props: PasskeySignInProps) {
  const [Passkey, setPasskey] = useState<ComponentType<PasskeySignInProps>>()
  useEffect(() => {
    const load = () =>
      void import('./PasskeySignIn.tsx')
        .then(({ prepared }) => prepared())
        .then(
          (loaded) => setPasskey(() => loaded),
          () => undefined,
        )
    inSpareTime(load)
  }, [])
  return window.PublicKeyCredential && <div className={styles.passkey}>{Passkey && <Passkey {...props} />}</div>
}

/** Focuses a field once the screen is ready: at the arrival, and again after each refused attempt. */
function useFocusNext(
  isReady: boolean,
  email: RefObject<HTMLInputElement | null>,
  password: RefObject<HTMLInputElement | null>,
) {
  const next = useRef<'arrival' | 'password' | null>('arrival')
  useEffect(() => {
    const wanted = next.current
    if (!isReady || wanted === null) return
    next.current = null
    // On a phone the keyboard would cover the screen before the user has seen it.
    if (wanted === 'arrival' && !window.matchMedia('(pointer: fine)').matches) return
    if (wanted === 'arrival' && email.current?.value === '') return email.current.focus()
    password.current?.focus()
    password.current?.select()
  }, [isReady, email, password])
  return next
}

/** What the screen says of itself. */
function Heading({ returning, withoutAccount }: Omit<SignInPageProps, 'onBegin'>) {
  const { t } = useTranslation('session')
  const [heading, lead] = withoutAccount
    ? (['noAccount.title', 'noAccount.lead'] as const)
    : returning
      ? (['returning.title', 'returning.lead'] as const)
      : (['welcome', 'lead'] as const)
  return (
    <>
      <h1 className="public-title">{t(heading)}</h1>
      <p className="public-lead">{t(lead)}</p>
    </>
  )
}
