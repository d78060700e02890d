import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Providers.module.css'

const providers = ['Google', 'Microsoft', 'Apple'] as const

/** External sign-in providers: shown, but disabled (rules P22). */
export function Providers() {
  const { t } = useTranslation('session')
  const why = useId()
  return (
    <section className={styles.providers}>
      <p className={styles.or}>{t('or')}</p>
      <div className={styles.row}>
        {providers.map((provider) => (
          <button
            key={provider}
            type="button"
            className={styles.provider}
            disabled
            aria-label={t('provider', { provider })}
            aria-describedby={why}
          >
            {provider}
          </button>
        ))}
      </div>
      <p id={why} className={styles.why}>
        {t('providersOff')}
      </p>
    </section>
  )
}
