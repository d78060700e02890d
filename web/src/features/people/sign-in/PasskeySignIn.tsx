import type { passkeys } from '@trellis/contract/passkeys'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../../app/i18n.ts'
import { canUsePasskeys, problemOf, signWithPasskey } from '../../../app/passkeys.ts'
import { post } from '../../../app/publicCall.ts'
import { deviceUniqueId, signInBy } from '../../../app/session.ts'
import styles from './Passkey.module.css'
import type { PublicWorld } from './publicWorld.ts'
import { usePasskeyWords } from './usePasskeyWords.ts'

/** A challenge lasts five minutes: one that waits in the e-mail field is replaced before. */
const renewal = 4 * 60_000

/** Asks for a passkey, with `autofill` in the e-mail field, and signs in with it. */
async function signInByPasskey(autofill: boolean): Promise<void> {
  const request = { deviceUniqueId: deviceUniqueId() }
  const options = await post<typeof passkeys.signInOptions>('/auth/passkeys/authenticate/options', request)
  const response = await signWithPasskey(options, autofill)
  await signInBy('/auth/passkeys/authenticate/verify', { response })
}

/** What the screen gives, so that this code, which comes later, needs none of the screen's. */
export interface PasskeySignInProps extends Pick<PublicWorld, 'say'> {
  /** The words for what the server says. */
  words: (error: unknown) => string
}

/** With its texts: without them React would hide the whole screen for a moment, and the field that is being typed in loses the focus. */
export async function prepared() {
  await loadTexts('passkeys')
  return PasskeySignIn
}

/** Signs in with nothing but a passkey: by the button, or chosen in the e-mail field (rules P35). */
function PasskeySignIn({ say, words: ofServer }: PasskeySignInProps) {
  const { t } = useTranslation('passkeys')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const words = usePasskeyWords(ofServer)
  const offer = useOffer()

  async function go() {
    if (busy) return
    setFault(null)
    if (!canUsePasskeys()) return setFault(t('problems.unsupported'))
    setBusy(true)
    offer.end()
    try {
      await signInByPasskey(false)
    } catch (error) {
      const said = words(error)
      setFault(said)
      say('error', said)
      setBusy(false)
      offer.begin()
    }
  }

  return (
    <>
      <button type="button" className={styles.button} aria-disabled={busy || undefined} onClick={() => void go()}>
        {t(busy ? 'waiting' : 'signIn')}
      </button>
      {fault !== null && <p className={styles.problem}>{fault}</p>}
    </>
  )
}

/** Offers passkeys in the e-mail field while the screen stands. Whoever does not choose one notices nothing. */
function useOffer() {
  const timer = useRef(0)
  const end = () => window.clearInterval(timer.current)
  const begin = () => {
    if (!canUsePasskeys()) return
    const ask = () => {
      if (document.visibilityState === 'visible') void offerOnce()
    }
    ask()
    end()
    timer.current = window.setInterval(ask, renewal)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once, when the screen stands
  useEffect(() => {
    begin()
    return end
  }, [])
  return { begin, end }
}

async function offerOnce(): Promise<void> {
  try {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
    await signInByPasskey(true)
  } catch (error) {
    // The next request has replaced this one, or the passkey does not sign in: the button says why.
    if (problemOf(error) === 'other') console.info('A passkey from the e-mail field did not sign in')
  }
}
