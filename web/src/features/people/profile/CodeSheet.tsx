import type { BackupCode } from '@trellis/contract/second-factors'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import styles from './CodeSheet.module.css'

interface CodeSheetProps {
  title: string
  user: string
  text: string
  codes: readonly BackupCode[]
}

/** The print layout while backup codes are shown: only the codes and the user they belong to. */
export function CodeSheet({ title, user, text, codes }: CodeSheetProps) {
  const { t } = useTranslation('profile')
  return createPortal(
    <div className={styles.sheet} aria-hidden>
      <h1>{title}</h1>
      <p>{user}</p>
      <ol>
        {codes.map(({ backupCode, isConsumed }) => (
          <li key={backupCode}>{isConsumed ? <del>{`${backupCode} (${t('codes.used')})`}</del> : backupCode}</li>
        ))}
      </ol>
      <p>{text}</p>
    </div>,
    document.body,
  )
}
