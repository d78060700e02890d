import { useTranslation } from 'react-i18next'
import { useTitle } from './PublicLayout.tsx'
import { PublicLink } from './PublicLink.tsx'
import styles from './Screen.module.css'

/** Placeholder for the public validation of certificates, planned for a later version. */
export function VerifyNotYet() {
  const { t } = useTranslation('session')
  const name = t('notYet.verify')
  useTitle(name)
  return (
    <>
      <h1 className={styles.title}>{t('notYet.title')}</h1>
      <p className={styles.lead}>{t('notYet.text', { area: name })}</p>
      <PublicLink to="/auth/signin">{t('toSignIn')}</PublicLink>
    </>
  )
}
