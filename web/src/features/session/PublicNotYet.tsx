import { useTranslation } from 'react-i18next'
import { PublicLayout } from './PublicLayout.tsx'
import styles from './SignInPage.module.css'

export type PublicArea = 'forgotPassword' | 'confirm' | 'resetPassword' | 'verify'

/** Stands at a public address whose screen comes with a later version. */
export function PublicNotYet({ area }: { area: PublicArea }) {
  const { t } = useTranslation('session')
  const name = t(`notYet.areas.${area}`)
  return (
    <PublicLayout title={name}>
      <h1 className={styles.title}>{t('notYet.title')}</h1>
      <p className={styles.lead}>{t('notYet.text', { area: name })}</p>
      <a href="/auth/signin" className={styles.forgot}>
        {t('notYet.back')}
      </a>
    </PublicLayout>
  )
}
