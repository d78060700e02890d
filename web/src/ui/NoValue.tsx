import { useTranslation } from 'react-i18next'
import styles from './figures.module.css'

/** What stands where there is nothing: a dash for the eye, a word for a screen reader. */
export function NoValue() {
  const { t } = useTranslation('ui')
  return (
    <span className={styles.none} role="img" aria-label={t('noValue')}>
      –
    </span>
  )
}
