import { Button } from '@mantine/core'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Block.module.css'
import { useErrorWords } from './words.tsx'

interface ErrorBlockProps {
  error: unknown
  /** Replaces the error's own title with one that says what failed here. */
  title?: string | undefined
  retry?: (() => void) | undefined
  /** `line` is for the top of a form or panel; `block` replaces content that could not be loaded. */
  shape?: 'block' | 'line'
  children?: ReactNode
}

/** Shows an error in plain words, with a retry button and the reference for support. */
export function ErrorBlock({ error, title, retry, shape = 'block', children }: ErrorBlockProps) {
  const { t } = useTranslation('ui')
  const words = useErrorWords()(error)
  const again = retry && (
    <Button variant="default" size="xs" leftSection={<IconRefresh size={14} aria-hidden />} onClick={retry}>
      {t('retry')}
    </Button>
  )
  const detail = title ? [words.title, words.detail].filter((text) => text && text !== title).join('. ') : words.detail
  const reference = words.reference && (
    <div className={styles.reference}>{t('error.reference', { reference: words.reference })}</div>
  )
  if (shape === 'line') {
    return (
      <div className={styles.line} role="alert">
        <IconAlertCircle size={18} stroke={1.8} aria-hidden />
        <div className={styles.body}>
          <p>{title ?? words.title}</p>
          {detail && <p>{detail}</p>}
          {children}
          {reference}
        </div>
        {again}
      </div>
    )
  }
  return (
    <div className={styles.block} role="alert">
      <span className={styles.sign} data-tone="error" aria-hidden>
        <IconAlertCircle size={22} stroke={1.6} />
      </span>
      <p className={styles.title}>{title ?? words.title}</p>
      {detail && <div className={styles.text}>{detail}</div>}
      {children}
      {again && <div className={styles.action}>{again}</div>}
      {reference}
    </div>
  )
}
