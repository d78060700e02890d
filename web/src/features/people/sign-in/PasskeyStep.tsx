import type { passkeys } from '@trellis/contract/passkeys'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signWithPasskey } from '../../../app/passkeys.ts'
import { post } from '../../../app/publicCall.ts'
import { signInBy } from '../../../app/session.ts'
import passkey from './Passkey.module.css'
import { usePublicWorld } from './publicWorld.ts'
import styles from './Screen.module.css'
import { usePasskeyWords } from './usePasskeyWords.ts'
import { useRefusal } from './useRefusal.ts'

interface PasskeyStepProps {
  mfaToken: string
  /** Returns the answer; goes back to the password step when the sign-in attempt has ended. */
  orLeave: <T>(work: Promise<T>) => Promise<T | undefined>
  onBackup: () => void
  onOther: () => void
  onBack: () => void
}

/** The passkey as the second factor of a sign-in (rules P35). */
export function PasskeyStep({ mfaToken, orLeave, onBackup, onOther, onBack }: PasskeyStepProps) {
  const { t } = useTranslation(['passkeys', 'secondFactor'])
  const { say } = usePublicWorld()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const words = usePasskeyWords(useRefusal().say)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])

  async function go() {
    if (busy) return
    setFault(null)
    setBusy(true)
    try {
      await orLeave(answer(mfaToken))
    } catch (error) {
      const said = words(error)
      setFault(said)
      say('error', said)
      setBusy(false)
    }
  }

  return (
    <>
      <h1 className="public-title">{t('factorTitle')}</h1>
      <p className="public-lead">{t('factorLead')}</p>
      <div className={styles.form}>
        <button
          ref={button}
          type="button"
          className={styles.submit}
          aria-disabled={busy || undefined}
          onClick={() => void go()}
        >
          {t(busy ? 'waiting' : 'factorGo')}
        </button>
      </div>
      {fault !== null && <p className={passkey.problem}>{fault}</p>}
      <p className={styles.after}>
        <button type="button" className={styles.action} onClick={onBackup}>
          {t('secondFactor:useBackup')}
        </button>
        <button type="button" className={styles.action} onClick={onOther}>
          {t('secondFactor:other')}
        </button>
        <button type="button" className={styles.action} onClick={onBack}>
          {t('secondFactor:toPassword')}
        </button>
      </p>
    </>
  )
}

async function answer(mfaToken: string): Promise<void> {
  const options = await post<typeof passkeys.signInOptions>('/auth/passkeys/authenticate/options', { mfaToken })
  const response = await signWithPasskey(options)
  await signInBy('/auth/passkeys/authenticate/verify', { mfaToken, response })
}
