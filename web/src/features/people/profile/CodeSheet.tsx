import { Paper } from '@mantine/core'
import type { BackupCode } from '@trellis/contract/second-factors'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import styles from './profile.module.css'

interface CodeSheetProps {
  title: string
  user: string
  text: string
  codes: readonly BackupCode[]
}

const list = { columns: '10em 2', columnGap: '3em', margin: '0.75cm 0', font: '14pt/1.8 monospace' }

/** The print layout while backup codes are shown: only the codes and the user they belong to. */
export function CodeSheet({ title, user, text, codes }: CodeSheetProps) {
  const { t } = useTranslation('profile')
  return createPortal(
    <Paper className={styles.sheet} p="1cm" bg="#fff" radius={0} aria-hidden>
      <h1 style={{ margin: '0 0 0.25cm', fontSize: '16pt' }}>{title}</h1>
      <p>{user}</p>
      <ol style={list}>
        {codes.map(({ backupCode, isConsumed }) => (
          <li key={backupCode}>{isConsumed ? <del>{`${backupCode} (${t('codes.used')})`}</del> : backupCode}</li>
        ))}
      </ol>
      <p>{text}</p>
    </Paper>,
    document.body,
  )
}
