import { brokenPasswordRules, maximumPasswordLength } from '@trellis/contract/passwords'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../app/problem.ts'
import { isSignedIn, signOut } from '../../../app/session.ts'
import { InvitedBy, useInvitedRoute } from './InvitedBy.tsx'
import { LinkTrouble } from './LinkTrouble.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { PasswordRules } from './PasswordRules.tsx'
import { useTitle } from './PublicLayout.tsx'
import { PublicLink } from './PublicLink.tsx'
import { type LinkKind, linkOf, setPassword } from './passwordLinks.ts'
import { usePublicWorld } from './publicWorld.ts'
import styles from './Screen.module.css'
import { useArrival } from './useArrival.ts'
import { useRefusal } from './useRefusal.ts'

type Fault =
  | 'required'
  | 'passwordStrength'
  | 'passwordCommon'
  | 'passwordPersonal'
  | 'passwordMatch'
  | 'passwordTooLong'

/** Password faults that only the server can detect. */
const known: Record<string, Fault> = { password_common: 'passwordCommon', password_personal: 'passwordPersonal' }

/**
 * The screens confirm-mail and reset-password (rules P2, P19). The link's parameters stay in the URL until
 * they are used, so that a reload or opening in another browser still works. They do not leak: the server
 * sends no referrer, the page loads nothing from other hosts, and a used link is invalid.
 */
export function SetPasswordPage({ kind }: { kind: LinkKind }) {
  const { t } = useTranslation(['session', 'validation', 'ui', 'later'])
  const { go, say, setEmail } = usePublicWorld()
  const [link] = useState(() => linkOf(kind, window.location.search))
  const [signedIn] = useState(isSignedIn)
  const [password, setPasswordText] = useState('')
  const [repeated, setRepeated] = useState('')
  const [faults, setFaults] = useState<{ password?: Fault | undefined; repeated?: Fault | undefined }>({})
  const [dead, setDead] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const refusal = useRefusal()
  const passwordInput = useRef<HTMLInputElement>(null)
  const repeatInput = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const rules = useId()
  const route = useInvitedRoute(link, kind === 'confirm')
  // A password would not sign in: the directory is the way (rules P43).
  const isOnly = route?.only === true && !dead
  const title = isOnly ? t('later:invitation.title') : t(`${kind}.title`)
  useTitle(title)
  useArrival(passwordInput, heading)
  // The form goes away, and the focus with it.
  useEffect(() => {
    if (isOnly) heading.current?.focus()
  }, [isOnly])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (link === null || dead || busy || refusal.left > 0) return
    const found = { password: passwordFault(password), repeated: repeatFault(password, repeated) }
    setFaults(found)
    setRefused(null)
    if (found.password !== undefined) return passwordInput.current?.focus()
    if (found.repeated !== undefined) return repeatInput.current?.focus()
    setBusy(true)
    try {
      await setPassword(kind, link, password)
      say('success', t(`${kind}.done`))
      setEmail(link.mail)
      // Somebody else may be signed in here; sign-in must ask for the new password.
      if (isSignedIn()) await signOut()
      go('/auth/signin', { replace: true })
    } catch (error) {
      say('error', t(`${kind}.failed`))
      setBusy(false)
      if (isProblem(error, 'IV401', 'PW401')) return setDead(true)
      const issue = isProblem(error) ? error.issues.find(({ path }) => path.at(-1) === 'password') : undefined
      if (issue) setFaults({ password: known[issue.code ?? ''] ?? 'passwordStrength' })
      else setRefused(refusal.say(error))
      passwordInput.current?.focus()
    }
  }

  const words = (fault: Fault | undefined) =>
    fault && (fault === 'passwordTooLong' ? t('tooLong') : t(`validation:${fault}`))
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="public-title">
        {title}
      </h1>
      <Lead kind={kind} email={link?.mail ?? null} isOnly={isOnly} />
      {(link === null || dead) && <LinkTrouble kind={kind} why={dead ? 'dead' : 'incomplete'} />}
      {signedIn && link !== null && !dead && <p className={styles.notice}>{t('signsOut')}</p>}
      {!isOnly && (
        <form className={styles.form} onSubmit={submit} noValidate>
          {/* Tells password managers which user the password belongs to. */}
          <input type="email" name="email" autoComplete="username" value={link?.mail ?? ''} readOnly hidden />
          <PasswordInput
            ref={passwordInput}
            label={t(kind === 'reset' ? 'newPassword' : 'password')}
            name="password"
            autoComplete="new-password"
            describedBy={rules}
            value={password}
            onChange={(event) => setPasswordText(event.target.value)}
            error={words(faults.password) ?? refusal.waiting ?? refused ?? undefined}
          />
          <PasswordRules id={rules} password={password} />
          <PasswordInput
            ref={repeatInput}
            label={t('repeatPassword')}
            name="repeatPassword"
            autoComplete="new-password"
            value={repeated}
            onChange={(event) => setRepeated(event.target.value)}
            error={words(faults.repeated)}
          />
          <Submit kind={kind} busy={busy} off={link === null || dead} waits={refusal.left > 0} />
        </form>
      )}
      {route !== null && link !== null && !dead && <InvitedBy link={link} route={route} />}
      <p className={styles.after}>
        <PublicLink to="/auth/signin">{t('later:toSignIn')}</PublicLink>
      </p>
    </>
  )
}

function passwordFault(password: string): Fault | undefined {
  if (password === '') return 'required'
  if (password.length > maximumPasswordLength) return 'passwordTooLong'
  return brokenPasswordRules(password).length > 0 ? 'passwordStrength' : undefined
}

function repeatFault(password: string, repeated: string): Fault | undefined {
  if (repeated === '') return 'required'
  return repeated === password ? undefined : 'passwordMatch'
}

/** What the page is for. */
function Lead({ kind, email, isOnly }: { kind: LinkKind; email: string | null; isOnly: boolean }) {
  const { t } = useTranslation(['session', 'later'])
  return (
    <p className="public-lead">
      {email === null
        ? t(`${kind}.lead`)
        : isOnly
          ? t('later:invitation.lead', { email })
          : t(`${kind}.leadFor`, { email })}
    </p>
  )
}

function Submit({ kind, busy, off, waits }: { kind: LinkKind; busy: boolean; off: boolean; waits: boolean }) {
  const { t } = useTranslation('session')
  return (
    <button type="submit" className={styles.submit} disabled={off} aria-disabled={busy || waits || undefined}>
      {t(busy ? `${kind}.submitting` : `${kind}.submit`)}
    </button>
  )
}
