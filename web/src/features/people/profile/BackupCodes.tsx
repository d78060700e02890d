import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { CodeList } from './CodeList.tsx'
import styles from './profile.module.css'

/** The backup codes for the case that the second factor is lost. They are hidden until the reader opens them. */
export function BackupCodes() {
  const { t } = useTranslation('profile')
  const [shown, setShown] = useState(false)
  return (
    <section aria-label={t('codes.title')} className={styles.item}>
      <Row gap="md" align="start">
        <div className={styles.words}>
          <Text as="h3" kind="strong">
            {t('codes.title')}
          </Text>
          <Text as="p" kind="small">
            {t('codes.text')}
          </Text>
        </div>
        <Button variant="default" size="xs" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? t('codes.hide') : t('codes.reveal')}
        </Button>
      </Row>
      {shown && <CodeList />}
    </section>
  )
}
