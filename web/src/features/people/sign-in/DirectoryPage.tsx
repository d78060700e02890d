import { type DirectoryProblem, directoryProblems } from '@trellis/contract/directory-problems'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../app/problem.ts'
import { signInPath } from '../../../app/redirect.ts'
import { signInBy } from '../../../app/session.ts'
import { isProving, rememberSession, takeInvitation, takeTest, takeWanted } from './directory.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { useTitle } from './PublicLayout.tsx'
import { PublicLink } from './PublicLink.tsx'
import { browserTimeZone } from './passwordLinks.ts'
import styles from './Screen.module.css'
import { SecondFactor } from './SecondFactor.tsx'
import { useRefusal } from './useRefusal.ts'

/** What a refusal of the directory says. */
interface Info {
  reason?: DirectoryProblem
  isInvited?: boolean
  linkToken?: string
  email?: string
  connection?: string
}
type Proof = Required<Pick<Info, 'linkToken' | 'email' | 'connection'>>

const infoOf = (error: unknown): Info => (isProblem(error) ? ((error.info as Info | null) ?? {}) : {})
const isReason = (text: string | null): text is DirectoryProblem => directoryProblems.some((each) => each === text)

/** The page to which directories lead back: it ends the sign-in, or says why not (rules P40 to P44). */
export function DirectoryPage() {
  const { t, i18n } = useTranslation('later')
  const [failed, setFailed] = useState<string | null>(null)
  const [proof, setProof] = useState<Proof | null>(null)
  const refusal = useRefusal()
  const begun = useRef(false)
  useTitle(t('title'))

  useEffect(() => {
    // What the directory sent is good once.
    if (begun.current) return
    begun.current = true
    const { search } = window.location
    const query = new URLSearchParams(search)
    const tested = takeTest()
    if (tested !== null) return window.location.replace(`/settings/directories/${encodeURIComponent(tested)}${search}`)
    if (isProving()) return window.location.replace(`/profile${search}`)
    const wanted = takeWanted()
    // The sign-in screen leads on, under its own rule of where it may.
    window.history.replaceState(null, '', signInPath(wanted ?? '/'))
    const problem = query.get('problem')
    if (problem !== null) return setFailed(t(`problems.${isReason(problem) ? problem : 'answer'}`))
    const [state, code, iss, error] = ['state', 'code', 'iss', 'error'].map((name) => query.get(name))
    const browser = { languageCode: i18n.resolvedLanguage ?? null, timeZone: browserTimeZone() }
    signInBy('/auth/oidc/finish', { state: state ?? '', code, iss, error, invitation: takeInvitation(), ...browser })
      .then(rememberSession)
      .catch((error: unknown) => {
        const { reason, isInvited, linkToken, email, connection } = infoOf(error)
        if (linkToken && email && connection) return setProof({ linkToken, email, connection })
        if (isInvited) return setFailed(t('invited'))
        setFailed(reason === undefined ? refusal.words(error) : t(`problems.${reason}`))
      })
  }, [t, i18n, refusal.words])

  if (proof !== null) return <Prove proof={proof} onOver={(words) => [setProof(null), setFailed(words)]} />
  return (
    <>
      <h1 className="public-title" tabIndex={-1}>
        {t(failed === null ? 'working' : 'failed')}
      </h1>
      {failed !== null && <p className="public-lead">{t('again')}</p>}
      <div role="status">
        {failed !== null && (
          <p className={styles.notice} data-kind="error">
            {failed}
          </p>
        )}
      </div>
      <p className={styles.after}>
        <PublicLink to="/auth/signin">{t('toSignIn')}</PublicLink>
      </p>
    </>
  )
}

/** An existing user proves once that the person of the directory is they. */
function Prove({ proof, onOver }: { proof: Proof; onOver: (words: string) => void }) {
  const { t } = useTranslation(['later', 'validation', 'ui', 'errors'])
  const { linkToken, email, connection } = proof
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [mfaToken, setMfaToken] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const refusal = useRefusal()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (mfaToken === null) input.current?.focus()
  }, [mfaToken])

  function refuse(error: unknown) {
    const { reason } = infoOf(error)
    if (reason !== undefined) return onOver(t(`later:problems.${reason}`))
    const words = refusal.say(error)
    setFault(isProblem(error, 'RQ429') ? null : words)
    input.current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || refusal.left > 0) return
    if (password === '') return setFault(t('validation:required'))
    setBusy(true)
    setFault(null)
    try {
      await signInBy('/auth/oidc/link', { linkToken, password })
      rememberSession()
    } catch (error) {
      const asked = isProblem(error, 'A403') ? (error.info as { mfaToken?: string } | null)?.mfaToken : undefined
      if (asked === undefined) refuse(error)
      else setMfaToken(asked)
      setBusy(false)
    }
  }

  if (mfaToken !== null)
    return (
      <SecondFactor
        credentials={{ email, password, linkToken }}
        mfaToken={mfaToken}
        onLeave={(error) => {
          setMfaToken(null)
          if (error !== undefined) refuse(error)
        }}
      />
    )
  return (
    <>
      <h1 className="public-title">{t('later:proveTitle')}</h1>
      <p className="public-lead">{t('later:proveLead', { email, name: connection })}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          ref={input}
          label={t('later:password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={refusal.waiting ?? fault ?? undefined}
          aside={<PublicLink to="/auth/forgot-password">{t('later:noPassword')}</PublicLink>}
        />
        <button type="submit" className={styles.submit} aria-disabled={busy || refusal.left > 0 || undefined}>
          {t(busy ? 'later:proving' : 'later:prove')}
        </button>
      </form>
    </>
  )
}
