import { useTranslation } from 'react-i18next'
import styles from './figures.module.css'

/** Placeholder for an empty value: a dash on screen, a word for screen readers. */
export function NoValue() {
  const { t } = useTranslation('ui')
  return (
    <span className={styles.none} role="img" aria-label={t('noValue')}>
      –
    </span>
  )
}
