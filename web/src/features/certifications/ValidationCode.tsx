import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Row } from '../../ui/layout.tsx'
import styles from './certifications.module.css'
import { validationPath } from './issued.ts'

/** The code as a link to the public page that validates it. The page opens beside the portal. */
export function ValidationCode({ code }: { code: string }) {
  const { t } = useTranslation('certifications')
  return (
    <Row as="span" gap="xs" nowrap style={{ display: 'inline-flex' }}>
      <a
        className={styles.code}
        href={validationPath(code)}
        target="_blank"
        rel="noreferrer"
        aria-label={t('validate', { code })}
      >
        {code}
      </a>
      <CopyButton value={code} label={t('copyCode')} copied={t('codeCopied')} />
    </Row>
  )
}
