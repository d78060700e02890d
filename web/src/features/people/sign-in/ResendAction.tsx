import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePublicWorld } from './publicWorld.ts'
import styles from './Screen.module.css'
import { useRefusal, waitOf } from './useRefusal.ts'
import { asClock, useWait } from './useWait.ts'

/** Seconds before another code can be requested: a new code invalidates the one that is still being delivered. */
const pause = 30

/** Sends another code, which invalidates the previous one. */
export function ResendAction({ resend }: { resend: () => Promise<void> }) {
  const { t } = useTranslation('secondFactor')
  const { say } = usePublicWorld()
  const { left, wait } = useWait()
  const refusal = useRefusal()
  const [busy, setBusy] = useState(false)
  useEffect(() => wait(pause), [wait])

  async function ask() {
    if (busy || left > 0) return
    setBusy(true)
    try {
      await resend()
      say('success', t('resent'))
      wait(pause)
    } catch (error) {
      say('error', refusal.say(error))
      wait(waitOf(error))
    }
    setBusy(false)
  }

  return (
    <button type="button" className={styles.action} aria-disabled={busy || left > 0 || undefined} onClick={ask}>
      {left > 0 ? t('resendIn', { time: asClock(left) }) : t('resend')}
    </button>
  )
}
