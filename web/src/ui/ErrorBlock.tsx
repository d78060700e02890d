import { IconAlertCircle, IconLock, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Block.module.css'
import { Button } from './Button.tsx'
import { Empty } from './Empty.tsx'
import { Row, Text } from './layout.tsx'
import { NoPermission } from './NoPermission.tsx'
import { toneStyle } from './StatusTag.tsx'
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

/**
 * Shows an error in plain words, with a retry button and the reference for support. What the reader may not see has not failed to
 * load: it says what they lack, and offers no retry.
 */
export function ErrorBlock({ error, title, retry, shape = 'block', children }: ErrorBlockProps) {
  const { t } = useTranslation('ui')
  const words = useErrorWords()(error)
  // A refused action, as in a form, is neither a block nor can be retried.
  if (words.refused !== undefined && (shape === 'block' || retry)) {
    return shape === 'block' ? <NoPermission>{words.refused}</NoPermission> : <Refused>{words.refused}</Refused>
  }
  const again = retry && (
    <Button variant="default" size="xs" leftSection={<IconRefresh size={14} aria-hidden />} onClick={retry}>
      {t('retry')}
    </Button>
  )
  const detail = title ? [words.title, words.detail].filter((text) => text && text !== title).join('. ') : words.detail
  const reference = words.reference && (
    <Text as="div" kind="small" className={styles.reference}>
      {t('error.reference', { reference: words.reference })}
    </Text>
  )
  if (shape === 'block') {
    return (
      <Empty title={title ?? words.title} icon={IconAlertCircle} action={again} error={{ reference }}>
        {detail}
        {children}
      </Empty>
    )
  }
  return (
    <Row align="start" className={styles.line} style={toneStyle('error')} role="alert">
      <IconAlertCircle size={18} stroke={1.8} aria-hidden />
      <div style={{ flex: '1 1 12rem', minWidth: 0 }}>
        <Text as="p" kind="strong">
          {title ?? words.title}
        </Text>
        {detail && <Text as="p">{detail}</Text>}
        {children}
        {reference}
      </div>
      {again}
    </Row>
  )
}

/** `NoPermission` in a line. */
function Refused({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui')
  return (
    <Row align="start" className={styles.line} style={toneStyle('neutral')}>
      <IconLock size={18} stroke={1.8} aria-hidden />
      <div style={{ flex: '1 1 12rem', minWidth: 0 }}>
        <Text as="p" kind="strong">
          {t('noPermission.title')}
        </Text>
        <Text as="div">{children ?? t('noPermission.text')}</Text>
      </div>
    </Row>
  )
}
