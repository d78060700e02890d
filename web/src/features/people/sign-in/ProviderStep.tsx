import type { ChallengeProvider } from '@trellis/contract/second-factors'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FactorIcon } from './FactorIcon.tsx'
import { kindOf, useFactorName } from './factors.ts'
import styles from './ProviderStep.module.css'
import { usePublicWorld } from './publicWorld.ts'
import screen from './Screen.module.css'
import { useRefusal } from './useRefusal.ts'

interface ProviderStepProps {
  email: string
  /** Resolves to undefined when the sign-in attempt has ended. */
  load: () => Promise<ChallengeProvider[] | undefined>
  choose: (provider: ChallengeProvider) => Promise<void>
  onBack: () => void
}

/** Choice of the second factor. Shown even when there is only one, because choosing it sends the code. */
export function ProviderStep({ email, load, choose, onBack }: ProviderStepProps) {
  const { t } = useTranslation(['secondFactor', 'session', 'ui'])
  const { say } = usePublicWorld()
  const [providers, setProviders] = useState<ChallengeProvider[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [choosing, setChoosing] = useState<ChallengeProvider | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const refusal = useRefusal()
  const nameOf = useFactorName()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once per attempt; the error text does not need to be current
  useEffect(() => {
    let here = true
    setFailure(null)
    load().then(
      (answer) => here && answer && setProviders(answer),
      (error: unknown) => {
        if (!here) return
        say('error', t('listFailed'))
        setFailure(refusal.words(error))
      },
    )
    return () => {
      here = false
    }
  }, [attempt])

  function retry() {
    heading.current?.focus()
    setAttempt(attempt + 1)
  }

  async function pick(provider: ChallengeProvider) {
    if (choosing !== null || refusal.left > 0) return
    setChoosing(provider)
    setRefused(null)
    try {
      await choose(provider)
    } catch (error) {
      say('error', t('chooseFailed'))
      setRefused(refusal.say(error))
      setChoosing(null)
    }
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="public-title">
        {t('title')}
      </h1>
      <p className="public-lead">{t('lead')}</p>
      {failure !== null && (
        <div className={screen.notice} data-kind="error">
          {failure}{' '}
          <button type="button" className={screen.action} onClick={retry}>
            {t('ui:retry')}
          </button>
        </div>
      )}
      {providers === null ? (
        failure === null && <p className={styles.loading} role="status" aria-label={t('ui:loading')} />
      ) : (
        <ul className={styles.providers}>
          {providers.map((provider) => {
            const kind = kindOf(provider)
            return (
              <li key={provider.providerType}>
                <button
                  type="button"
                  className={styles.provider}
                  aria-disabled={choosing !== null || refusal.left > 0 || undefined}
                  aria-busy={choosing === provider || undefined}
                  onClick={() => void pick(provider)}
                >
                  <FactorIcon kind={kind} />
                  <span className={styles.name}>{nameOf(provider)}</span>
                  {kind !== undefined && <span className={styles.hint}>{t(`${kind}.hint`, { email })}</span>}
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {refused !== null && <p className={styles.refused}>{refusal.waiting ?? refused}</p>}
      <p className={screen.after}>
        <button type="button" className={screen.action} onClick={onBack}>
          {t('toPassword')}
        </button>
      </p>
    </>
  )
}
