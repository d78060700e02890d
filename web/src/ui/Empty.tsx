import { IconInbox } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import styles from './Block.module.css'
import { Row, Stack, Text } from './layout.tsx'
import { toneStyle } from './StatusTag.tsx'

interface EmptyProps {
  /** Says what is missing here. */
  title: string
  /** Explains what it is for and how to create it. */
  children?: ReactNode
  /** A button or link to the next step. */
  action?: ReactNode
  icon?: ComponentType<{ size?: number; stroke?: number }>
  /** Shows an error instead: announced to screen readers, with a reference for support below the action. */
  error?: { reference: ReactNode }
}

const quiet = { borderColor: 'var(--ui-line)', background: 'var(--ui-surface-2)', color: 'var(--ui-text-3)' }

export const Empty = ({ title, children, action, icon: Icon = IconInbox, error }: EmptyProps) => (
  <Stack
    gap="0.375rem"
    align="center"
    style={{ padding: '2.5rem 1.25rem', textAlign: 'center' }}
    role={error && 'alert'}
  >
    <span className={styles.sign} style={error ? toneStyle('error') : quiet} aria-hidden>
      <Icon size={22} stroke={1.6} />
    </span>
    <Text as="p" kind="strong" className={styles.title}>
      {title}
    </Text>
    {children && (
      <Text as="div" kind="quiet" style={{ maxWidth: '30rem' }}>
        {children}
      </Text>
    )}
    {action && (
      <Row justify="center" style={{ marginTop: '0.75rem' }}>
        {action}
      </Row>
    )}
    {error?.reference}
  </Stack>
)
