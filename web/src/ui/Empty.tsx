import { IconInbox } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import styles from './Block.module.css'

interface EmptyProps {
  /** Says what is missing here. */
  title: string
  /** Explains what it is for and how to create it. */
  children?: ReactNode
  /** A button or link to the next step. */
  action?: ReactNode
  icon?: ComponentType<{ size?: number; stroke?: number }>
}

export function Empty({ title, children, action, icon: Icon = IconInbox }: EmptyProps) {
  return (
    <div className={styles.block}>
      <span className={styles.sign} aria-hidden>
        <Icon size={22} stroke={1.6} />
      </span>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
