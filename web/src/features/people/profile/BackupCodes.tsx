import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeList, useBackupCodes } from './CodeList.tsx'
import styles from './profile.module.css'

/** The backup codes for the case that the second factor is lost. They are hidden until the reader opens them. */
export function BackupCodes() {
  const { t } = useTranslation('profile')
  const [shown, setShown] = useState(false)
  return (
    <section className={styles.below} aria-label={t('codes.title')}>
      <div className={styles.row}>
        <div className={styles.words}>
          <h3 className={styles.name}>{t('codes.title')}</h3>
          <p className={styles.detail}>{t('codes.text')}</p>
        </div>
        <Button variant="default" size="xs" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? t('codes.hide') : t('codes.reveal')}
        </Button>
      </div>
      {shown && <Revealed />}
    </section>
  )
}

function Revealed() {
  return <CodeList codes={useBackupCodes()} />
}
