import type { directorySignIn } from '@trellis/contract/directories'
import type { emailChanges } from '@trellis/contract/email-changes'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../app/problem.ts'
import { post } from '../../../app/publicCall.ts'
import { isSignedIn, signOut } from '../../../app/session.ts'
import { useTitle } from './PublicLayout.tsx'
import { PublicLink } from './PublicLink.tsx'
import { usePublicWorld } from './publicWorld.ts'
import styles from './Screen.module.css'
import { useArrival } from './useArrival.ts'
import { useRefusal } from './useRefusal.ts'

/** Proves a new address, or takes the former one back. Mail programs open links by themselves, so a button does it. */
export function AddressPage() {
  const { t } = useTranslation(['email', 'later'])
  const { setEmail } = usePublicWorld()
  const [{ kind, token }] = useState(() => linkOf(window.location.search))
  const [done, setDone] = useState<string | null>(null)
  const [dead, setDead] = useState(token === '')
  const [fault, setFault] = useState<string | null>(token === '' ? t('incomplete') : null)
  const [busy, setBusy] = useState(false)
  const refusal = useRefusal()
  const button = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(t(`${kind}.title`))
  useArrival(button, heading)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || dead || refusal.left > 0) return
    setBusy(true)
    setFault(null)
    try {
      const { email } =
        kind === 'change'
          ? await post<typeof emailChanges.confirm>('/auth/email/confirm', { token })
          : await post<typeof emailChanges.undo>('/auth/email/undo', { token })
      const { only } =
        kind === 'undo'
          ? await post<typeof directorySignIn.route>('/auth/oidc/route', { email }).catch(() => ({ only: false }))
          : { only: false }
      setEmail(email)
      setDone(t(only ? 'undo.doneOnly' : `${kind}.done`, { email }))
      // Whoever is signed in here may be the one who must not be.
      if (kind === 'undo' && isSignedIn()) await signOut()
      heading.current?.focus()
    } catch (error) {
      const isOver = isProblem(error, 'RQ404')
      setDead(isOver)
      setFault(isOver ? t('dead') : isProblem(error, 'US409') ? t('taken') : refusal.say(error))
    }
    setBusy(false)
  }

  const trouble = refusal.waiting ?? fault
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="public-title">
        {t(`${kind}.title`)}
      </h1>
      <p className="public-lead">{t(`${kind}.lead`)}</p>
      <div role="status">
        {done !== null && (
          <p className={styles.notice} data-kind="success">
            {done}
          </p>
        )}
      </div>
      {trouble && (
        <p className={styles.notice} data-kind="error" role="alert">
          {trouble}
        </p>
      )}
      {done === null && (
        <form className={styles.form} onSubmit={submit}>
          <button
            ref={button}
            type="submit"
            className={styles.submit}
            disabled={dead}
            aria-disabled={busy || refusal.left > 0 || undefined}
          >
            {t(busy ? `${kind}.submitting` : `${kind}.submit`)}
          </button>
        </form>
      )}
      <p className={styles.after}>
        <PublicLink to="/auth/signin">{t('later:toSignIn')}</PublicLink>
      </p>
    </>
  )
}

/** The links of the two mails: `?change=` and `?undo=`, with their token; empty when the address was cut off. */
function linkOf(search: string): { kind: 'change' | 'undo'; token: string } {
  const parameters = new URLSearchParams(search)
  const undo = parameters.get('undo')
  return undo === null
    ? { kind: 'change', token: parameters.get('change')?.trim() ?? '' }
    : { kind: 'undo', token: undo.trim() }
}
