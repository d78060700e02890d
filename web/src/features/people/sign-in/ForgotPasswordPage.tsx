import type { passwords } from '@trellis/contract/identity'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { post } from '../../../app/publicCall.ts'
import { DirectoryButtons } from './DirectoryButtons.tsx'
import { EmailInput, emailFault } from './EmailInput.tsx'
import { useTitle } from './PublicLayout.tsx'
import { PublicLink } from './PublicLink.tsx'
import { usePublicWorld } from './publicWorld.ts'
import styles from './Screen.module.css'
import { useArrival } from './useArrival.ts'
import { useRefusal } from './useRefusal.ts'
import { useRoute } from './useRoute.ts'

/** Requests a reset link (rules P19). The answer never reveals whether the e-mail is known. */
export function ForgotPasswordPage() {
  const { t } = useTranslation(['session', 'validation', 'ui', 'later'])
  const { email, setEmail, say } = usePublicWorld()
  const [fault, setFault] = useState<string | undefined>()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const refusal = useRefusal()
  const input = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { connection, only } = useRoute(email, true)
  useTitle(t('later:forgotten.title'))
  useArrival(input, heading)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || refusal.left > 0) return
    const found = emailFault(email)
    setFault(found && t(`validation:${found}`))
    if (found !== undefined) return input.current?.focus()
    setBusy(true)
    try {
      await post<typeof passwords.requestReset>('/auth/password/reset/request', { email: email.trim() })
      say('success', t('later:forgotten.sent'))
      setSentTo(email.trim())
    } catch (error) {
      say('error', t('later:forgotten.failed'))
      setFault(refusal.say(error))
      input.current?.focus()
    }
    setBusy(false)
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="public-title">
        {t('later:forgotten.title')}
      </h1>
      <p className="public-lead">{t('later:forgotten.lead')}</p>
      {/* The message disappears after a while, so this text repeats it. */}
      {sentTo !== null && (
        <p className={styles.notice}>
          {t(only ? 'later:forgotten.sentOnly' : 'later:forgotten.sentTo', { email: sentTo })}
        </p>
      )}
      <form className={styles.form} onSubmit={submit} noValidate>
        <EmailInput
          ref={input}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={refusal.waiting ?? fault}
        />
        <button type="submit" className={styles.submit} aria-disabled={busy || refusal.left > 0 || undefined}>
          {t(
            busy ? 'later:forgotten.submitting' : sentTo === null ? 'later:forgotten.submit' : 'later:forgotten.again',
          )}
        </button>
      </form>
      {connection !== null && (
        <DirectoryButtons
          connections={[connection]}
          hint={email.trim()}
          text={only ? t('later:onlyText', { name: connection.name }) : undefined}
        />
      )}
      <p className={styles.after}>
        <PublicLink to="/auth/signin">{t('later:toSignIn')}</PublicLink>
      </p>
    </>
  )
}
